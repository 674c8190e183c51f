#pragma once

#include <string>
#include <vector>

#include "tactus/contact/geometry/material.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/forces/vacuum_gripper.h"

namespace tactus::multibody {

/// An array of bellows on a body: see AddBellows().
struct BellowsOptions {
  std::string name = "bellow";  ///< The bellows are "<name>_<row>_<column>".
  int body = 0;                 ///< That carries them; the builder's number.
  /// The pad's frame G in that body: origin in the array's middle, z the
  /// direction in which the cups' mouths look.
  RigidTransform X_BG = RigidTransform::Identity();
  int rows = 3, columns = 3;   ///< Along y and along x of G.
  double spacing = 0.04;       ///< From one axis to the next [m].
  double radius = 0.015;       ///< Of the cylinder [m].
  double length = 0.03;        ///< Outside the pad when slack [m].
  double mass = 0.005;         ///< Each [kg].
  double compression = 0.015;  ///< How far the pad lets it in [m].
  double extension = 0;        ///< How far it stretches [m].
  double stiffness = 500;      ///< [N/m]
  double damping = 1;          ///< [N s/m]
  contact::Material material = {};
  /// Who feels what a cup pulls with: its bellow, or the body that carries it,
  /// so that whatever is caught presses the bellows into the pad.
  bool reaction_on_carrier = false;
};

/// Adds the bellows of a vacuum gripper (Figure 13 of [Kurtz25]): light
/// cylinders, each on a prismatic joint along z of G with spring, damper and
/// hard stops,
///
///     c s_dotdot = -k s - d s_dot + forces,   -compression <= s <= extension.
///
///   s   its joint's position, zero when slack [m]
///
/// A bellow that is pressed in disappears in the pad: it never touches the body
/// that carries it. Bodies, joints and geometries bear the bellow's name.
///
/// @returns the mouths, at the cylinders' far ends: the cups for a
///   VacuumGripper.
/// @throws std::invalid_argument for a body that does not exist, an array
///   without bellows or so narrow that they overlap, sizes and masses that are
///   not positive, a travel, stiffness or damping that is negative, a
///   compression of more than the length.
std::vector<SuctionCup> AddBellows(ModelBuilder* builder,
                                   const BellowsOptions& options);

}  // namespace tactus::multibody
