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
};

/// The features that hold each point, by point.
/// @param is_flipped  where A and B change places against the problem's.
void FindContactFeatures(const FoundContacts& found,
                         std::vector<ContactFeatures>* features,
                         std::vector<bool>* is_flipped);

}  // namespace tactus::integrators
