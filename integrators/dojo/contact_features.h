#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/dojo/contact_gap.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {

/// What a query found where a step starts, and the same as points of the
/// velocity problem.
struct FoundContacts {
  const multibody::Model& model;
  const multibody::PositionKinematics& position;
  const contact::ContactSet& contacts;
  const contact::VelocityProblem& velocity;
  double h{};  ///< Of the step [s].
};

/// Two geometries that touch, where their bodies are.
struct PosedPair {
  const multibody::Model& model;
  const contact::Geometry& a;
  const contact::Geometry& b;
  RigidTransform X_WA, X_WB;
  Vector3d w_AB_W;  ///< w_B - w_A [rad/s], of either sign.
};

/// The bodies, c, r and the normal's owner of a point that a query has found:
/// all but its frame, friction and share.
void PlaceFeatures(const PosedPair& pair, const contact::ManifoldPoint& found,
                   ContactFeatures* features);

/// The normal of features where their bodies are, from A into B, in W; and
/// their gap [m].
Vector3d CalcNormal(const ContactFeatures& features,
                    const multibody::Model& model,
                    const multibody::PositionKinematics& position);
double CalcGapAt(const ContactFeatures& features, const multibody::Model& model,
                 const multibody::PositionKinematics& position);

/// The relative turns w_B - w_A by point where the step starts, in the velocity
/// problem's order of bodies [rad/s].
std::vector<Vector3d> CalcRelativeTurns(
    const contact::VelocityProblem& problem);

/// The features that hold each point, by point.
/// @param is_flipped  where A and B change places against the problem's.
void FindContactFeatures(const FoundContacts& found,
                         std::vector<ContactFeatures>* features,
                         std::vector<bool>* is_flipped);

}  // namespace tactus::integrators
