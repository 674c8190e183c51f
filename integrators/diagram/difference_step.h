#pragma once

#include <algorithm>
#include <cmath>

#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// A step for one-sided differences at x. It is wider than the square root of
/// the precision: the slopes of linear blocks, most of them, come out to 1e-11
/// then, and those of others need not be better than to the sign and a few
/// digits.
inline double DifferenceStep(double x) {
  return std::exp2(-17) * std::max(1.0, std::abs(x));
}

/// The velocities that inputs are followed along: all but those of elastic
/// bodies' nodes, the last ones. What depends on these is taken at the start.
inline Eigen::Index CountFollowed(const multibody::Model& model) {
  const auto bodies = model.elastic_bodies();
  return bodies.empty() ? model.num_velocities() : bodies.front().v_start;
}

}  // namespace tactus::integrators
