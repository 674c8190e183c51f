#pragma once

#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// Whether any near-rigid limit of an island, of joints, tendons or
/// constraints, stops something that moved, in a step of length h to v. The
/// limit lower <= g <= upper acts where g + (h + tau) gdot would be beyond it,
/// with a time constant tau below max(h, 1e-4) / 20; what moved by less than
/// 1e-6 rad or m in the step rested on it already.
bool LimitStops(const contact::VelocityProblem& problem,
                const contact::Island& island, double h, const VectorXd& v);

}  // namespace tactus::integrators
