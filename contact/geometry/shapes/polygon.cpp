#include "tactus/contact/geometry/shapes/polygon.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace tactus::contact {

ClippedPolygon::ClippedPolygon(std::span<const PolygonCorner> corners)
    : size_(static_cast<int>(corners.size())) {
  assert(size_ <= kMaxCorners);
  std::copy(corners.begin(), corners.end(), corners_.begin());
}

void ClippedPolygon::Clip(const Vector2d& normal, double offset) {
  std::array<double, kMaxCorners> height;  // Above the line, outside.
  double highest = -1;
  for (int i = 0; i < size_; ++i) {
    height[i] = normal.dot(corners_[i].p) - offset;
    highest = std::max(highest, height[i]);
  }
  if (highest <= 0) return;

  std::array<PolygonCorner, kMaxCorners> kept;
  int num_kept = 0;
  for (int i = 0; i < size_; ++i) {
    const int next = Next(i);
    const bool inside = height[i] <= 0, next_inside = height[next] <= 0;
    if (inside) kept[num_kept++] = corners_[i];
    if (inside == next_inside) continue;
    // The edge crosses the line. Where it leaves, the line itself is the next
    // edge; where it comes back, the rest of the edge is.
    const double x = height[i] / (height[i] - height[next]);
    kept[num_kept++] = {corners_[i].p + x * (corners_[next].p - corners_[i].p),
                        inside ? normal : corners_[i].edge_normal};
  }
  assert(num_kept <= kMaxCorners);
  size_ = num_kept;
  std::copy_n(kept.begin(), num_kept, corners_.begin());
}

void ClippedPolygon::JoinCloseCorners(double tolerance) {
  // An edge i that is too short disappears: corner i takes over the edge that
  // follows, and with it the turning angles of both its ends.
  int num_kept = 0;
  for (int i = 0; i < size_; ++i) {
    const bool is_short =
        num_kept > 0 &&
        (corners_[i].p - corners_[num_kept - 1].p).norm() < tolerance;
    if (is_short) {
      corners_[num_kept - 1].edge_normal = corners_[i].edge_normal;
    } else {
      corners_[num_kept++] = corners_[i];
    }
  }
  size_ = num_kept;
  if (size_ > 1 && (corners_[size_ - 1].p - corners_[0].p).norm() < tolerance) {
    --size_;
  }
}

double ClippedPolygon::CalcShare(int i) const {
  const Vector2d& before = corners_[Previous(i)].edge_normal;
  const Vector2d& after = corners_[i].edge_normal;
  const double cosine = before.dot(after);
  const double sine = before.x() * after.y() - before.y() * after.x();
  if (cosine == 0 && sine > 0) return 1;
  if (size_ == 1) return 4;
  // The turning angle is in [0, pi]: a small negative one is round-off, and
  // half a turn may come out with either sign.
  const double angle = std::abs(std::atan2(sine, cosine));
  return angle * (2 * std::numbers::inv_pi);
}

}  // namespace tactus::contact
