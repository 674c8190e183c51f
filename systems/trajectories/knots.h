#pragma once

#include <vector>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// What the makers of trajectories are given: times t_0 < t_1 < ... [s], at
/// least two of them, and for each a column of `knots`.
/// @throws std::invalid_argument unless that is so and all is finite.
void CheckKnots(const std::vector<double>& times, const MatrixXd& knots);

/// The first half of this: at least two finite times that increase.
void CheckTimes(const std::vector<double>& times);

}  // namespace tactus::systems
