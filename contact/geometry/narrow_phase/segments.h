#pragma once

#include "tactus/common/types.h"

namespace tactus::contact {

/// The points p(s) = center + s direction, |s| <= half_length.
struct Segment {
  Vector3d center;
  Vector3d direction;  ///< Unit.
  double half_length{};

  Vector3d At(double s) const { return center + s * direction; }
};

struct SegmentPair {
  double s{}, t{};
};

/// The parameters of the nearest points of two segments, s on the first and t
/// on the second. Where parallel segments leave a choice, the common
/// perpendicular nearest to the middle of the first.
SegmentPair NearestPoints(const Segment& a, const Segment& b);

}  // namespace tactus::contact
