#include "tactus/contact/geometry/narrow_phase/direction_bins.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::contact {

void DirectionBins::Align(const Face& incident, double weight) {
  const auto square = [](const Vector2d& a) {
    return Vector2d(a.x() * a.x() - a.y() * a.y(), 2 * a.x() * a.y());
  };
  const std::size_t n = incident.corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vector2d edge =
        incident.corners[(i + 1) % n].p - incident.corners[i].p;
    const Vector2d normal = NormalOf(incident.axes.leftCols<2>() * edge);
    const double length = normal.norm();
    if (!(length > 0)) continue;
    alignment_ += weight * length * square(square(square(normal / length)));
  }
}

void DirectionBins::Add(const FaceContact& contact, double weight) {
  constexpr double step = 2 * std::numbers::pi / kNumBins;
  if (!phase_) phase_ = std::atan2(alignment_.y(), alignment_.x()) / kNumBins;
  const double phase = *phase_;
  // The edge from one corner is mostly that to the next.
  Vector3d last_edge = Vector3d::Zero();
  double last_angle = 0;
  const auto angle_of = [&](const Vector3d& edge) {
    if (edge == last_edge) return last_angle;
    const Vector2d normal = NormalOf(edge);
    return std::atan2(normal.y(), normal.x());
  };
  contact.ForEachTurn(weight, [&](const Vector3d& p, double depth, double w,
                                  const Vector3d& edge_before,
                                  const Vector3d& edge_after) {
    const double to = angle_of(edge_before), from = angle_of(edge_after);
    last_edge = edge_after;
    last_angle = from;
    // In [0, pi]; a small negative turn is round-off.
    const double apart = std::abs(to - from);
    const double turn = std::min(apart, 2 * std::numbers::pi - apart) / step;
    double x = (from - phase) / step;
    x -= kNumBins * std::floor(x / kNumBins);
    // Round-off at the end of a bin is no part of the next.
    constexpr double slack = 1e-9;
    x += slack;
    const double end = x + std::max(turn - 2 * slack, slack);
    for (int k = static_cast<int>(x); k < end; ++k) {
      const double inside = std::min(end, k + 1.0) - std::max(x, double(k));
      const double force = w * depth * inside / (end - x);
      Bin& bin = bins_[k % kNumBins];
      bin.force += force;
      bin.force_depth += force * depth;
      bin.moment += force * p;
    }
  });
}

}  // namespace tactus::contact
