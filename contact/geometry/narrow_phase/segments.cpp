#include "tactus/contact/geometry/narrow_phase/segments.h"

#include <algorithm>

namespace tactus::contact {

SegmentPair NearestPoints(const Segment& a, const Segment& b) {
  const Vector3d ab = b.center - a.center;
  const double cosine = a.direction.dot(b.direction);
  const double x = ab.dot(a.direction), y = ab.dot(b.direction);
  const auto clamp_s = [&](double s) {
    return std::clamp(s, -a.half_length, a.half_length);
  };
  const auto clamp_t = [&](double t) {
    return std::clamp(t, -b.half_length, b.half_length);
  };
  // The lines' nearest points solve s - t cos = x, s cos - t = y.
  const double sine2 = a.direction.cross(b.direction).squaredNorm();
  SegmentPair pair;
  pair.s = sine2 > 0 ? clamp_s((x - y * cosine) / sine2) : clamp_s(0);
  // From the nearest s on the line, t and then s again: exact for a convex
  // function of two clamped variables.
  pair.t = clamp_t(pair.s * cosine - y);
  pair.s = clamp_s(x + pair.t * cosine);
  return pair;
}

}  // namespace tactus::contact
