#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What ModelBuilder::Build() asks of tendons, actuators and couplers. Each
/// throws std::invalid_argument with the names of the elements involved.

/// Names, different scalar joints, at least one; coefficients finite and not
/// zero, bounds in order, stiffness, damping and dry friction not negative.
void RequireValidTendons(std::span<const Tendon> tendons,
                         std::span<const Joint> joints,
                         std::span<const Body> bodies);

/// Names, one transmission (a scalar joint, a tendon, or a body), bounds in
/// order, positive time constants.
void RequireValidActuators(std::span<const Actuator> actuators,
                           std::span<const Joint> joints,
                           std::span<const Tendon> tendons,
                           std::span<const Body> bodies);

/// Names, one or two different scalar joints, finite references and
/// coefficients.
void RequireValidCouplers(std::span<const JointCoupler> couplers,
                          std::span<const Joint> joints, int num_tendons);

}  // namespace tactus::multibody
