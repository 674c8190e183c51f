#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {

/// What holds an end of a cable.
struct CableEnd {
  enum class Hold {
    kFree,   ///< Nothing.
    kFixed,  ///< The world, where the path has it.
    kWeld,   ///< A body.
  };
  Hold hold = Hold::kFree;
  int body{};  ///< kWeld.
  /// kWeld: where on the body it is clamped, z along the cable from its start
  /// to its end, x as its link has it (TakeTwistAtEndsAsRest).
  RigidTransform X_BE = RigidTransform::Identity();
};

/// A cable with mass, stretch, shear, bending and twist: a chain of rigid links
/// tied by Cosserat elements, as in COND [Lee22]. Link i is a cylinder along its
/// z, with its ends on the path and its centre at its origin; an element ties
/// the end of one link to the start of the next, and stands for half of both,
///
///     K = diag(k G A, k G A, E A, E I, E I, G J) / L,   L = (l_i + l_i+1) / 2,
///
/// (elastic/cosserat_element.h), at a clamped end for half a link. Its rule is
/// that of trapezoids: what it misses falls with the square of the number of
/// links, and is 1 / (2 n^2) of the deflection of a cantilever under a load at
/// its tip.
///
/// Links are free bodies `name`/link0, ... from start to end with the axes of
/// their neighbours, turned least along the path; x of the first one is what of
/// the world's x is across its z, or of y, if that is more. They touch as
/// capsules, but not those that are less than four radii apart along the cable,
/// nor what holds an end within as much of it. Elements are constraints,
/// `name`/tie1, ... before links 1, ..., and `name`/start and `name`/end.
struct Cable {
  std::string name;
  /// Corners of a line in the world, in the default state, along which links
  /// are equally long [m].
  std::vector<Vector3d> path;
  int num_links = 20;
  double radius = 1e-3;         ///< [m]
  double density = 1000;        ///< [kg/m^3]
  double youngs_modulus = 1e6;  ///< E [Pa]
  double poissons_ratio = 0.3;  ///< nu, in (-1, 1/2): G = E / (2 (1 + nu)).
  double damping = 0;           ///< Of the stiffness [s].
  bool keeps_curves = false;    ///< Its path is its shape at rest; or straight.
  CableEnd start = {}, end = {};
  contact::Material material{};
};

/// @throws std::invalid_argument, naming the cable and the property, for values
/// out of range.
void RequireValid(const Cable& cable);

/// Adds the links as bodies, for TieCable() to tie.
/// @returns the links, from start to end.
/// @throws std::invalid_argument, see RequireValid().
std::vector<int> AddCableLinks(const Cable& cable, ModelBuilder* builder);

/// Gives `links` of AddCableLinks() their surface and ties them to each other
/// and to what holds the ends.
void TieCable(const Cable& cable, const std::vector<int>& links,
              ModelBuilder* builder);

/// Both of them. @returns the links, from start to end.
/// @throws std::invalid_argument, see RequireValid().
std::vector<int> AddCable(const Cable& cable, ModelBuilder* builder);

/// `name`/link`i`, the body that is link i.
std::string LinkName(const Cable& cable, int i);

/// How many links at an end begin less than four radii away from it.
int CountLinksWithinReach(const Cable& cable);

/// Lets `body`, which is fixed to link i, not touch the links less than four
/// radii away along the cable.
void ExcludeAround(const Cable& cable, const std::vector<int>& links, int i,
                   int body, ModelBuilder* builder);

/// How long each link is along the path [m].
double CalcLinkLength(const Cable& cable);

/// The model with the frames that `cable` is welded to turned about their z, so
/// that it is not twisted at its ends where positions q put it: of these frames
/// z alone counts then. The model itself where it is not twisted there.
std::shared_ptr<const Model> TakeTwistAtEndsAsRest(
    const Cable& cable, std::shared_ptr<const Model> model, const VectorRef& q);

/// @throws std::invalid_argument, naming the element, where positions q put an
/// element of a cable in the model by more than a link's length, or by more
/// than two radians, from rest: an end was to be clamped somewhere else.
void RequireWithinReach(const Cable& cable, const Model& model,
                        const VectorRef& q);

}  // namespace tactus::multibody
