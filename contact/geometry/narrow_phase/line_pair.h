#pragma once

#include <algorithm>

#include "tactus/contact/geometry/narrow_phase/segments.h"

namespace tactus::contact {

/// The points of two lines, a and b, that touch at their nearest points x0 if
/// they cross and along a stretch if they are parallel.
///
/// On the mean axis m = (u +- v) / |u +- v| of the two directions, the stretch
/// that both segments cover, [low, high], ends in two more points, where the
/// lines are compared at the same height on m. Their depths d fall with the
/// angle of the lines. The weights of the three
///
///     ends:    w = c (1 + (high - low) / longest) / 2,
///     nearest: 1 - c max(d_low, d_high) / d_nearest,
///
/// with c = (u . v)^2, or less where the caller says so, and `longest` what the
/// shorter segment could cover, give two points to parallel lines, one to
/// crossing ones and to those that meet end to end, and everything in between
/// without a jump.
///
/// @param alike  c / (u . v)^2, in [0, 1].
/// @param depth_at  depth_at(SegmentPair), at most `depth`, that at x0.
/// @param least_depth  ends are added that are deeper than this, at most 0.
/// @param add  add(SegmentPair, weight) is called for at most three points.
template <class Depth, class Add>
void WriteLinePair(const Segment& a, const Segment& b, const SegmentPair& x0,
                   double depth, double least_depth, double alike,
                   const Depth& depth_at, const Add& add) {
  const double cosine = a.direction.dot(b.direction);
  const double c = alike * cosine * cosine;
  const double sign = cosine < 0 ? -1 : 1;
  const Vector3d m = (a.direction + sign * b.direction).normalized();
  const double slope = a.direction.dot(m);  // Of both, along m.
  const double middle_a = a.center.dot(m), middle_b = b.center.dot(m);
  const double reach_a = a.half_length * slope;
  const double reach_b = b.half_length * slope;
  const double low = std::max(middle_a - reach_a, middle_b - reach_b);
  const double high = std::min(middle_a + reach_a, middle_b + reach_b);

  double share_of_ends = 0;
  if (low < high && c > 0) {
    const double longest = 2 * std::min(reach_a, reach_b);
    const double weight = 0.5 * c * (1 + (high - low) / longest);
    double deeper = 0;
    for (const double x : {low, high}) {
      const SegmentPair end{(x - middle_a) / slope,
                            sign * (x - middle_b) / slope};
      const double d = std::min(depth_at(end), depth);
      deeper = std::max(deeper, d);
      if (d > least_depth) add(end, weight);
    }
    share_of_ends = c * deeper / depth;
  }
  // A share this small is round-off of the formula.
  constexpr double kLeastWeight = 1e-9;
  if (1 - share_of_ends > kLeastWeight) add(x0, 1 - share_of_ends);
}

}  // namespace tactus::contact
