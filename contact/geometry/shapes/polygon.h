#pragma once

#include <array>
#include <span>

#include "tactus/common/types.h"

namespace tactus::contact {

/// A corner of a convex polygon, in counter-clockwise order.
struct PolygonCorner {
  Vector2d p;
  Vector2d edge_normal;  ///< Unit, outward, of the edge to the next corner.
};

/// A convex polygon that is cut by lines, without allocating.
///
/// Every corner has a share: its turning angle over pi / 2. The shares of a
/// polygon sum to 4, a right angle has 1, and where a line cuts a corner off,
/// the shares of the two new corners sum to the old one at the instant of
/// touching. A sum over the corners of a share times a function of position is
/// therefore continuous in the cutting lines.
class ClippedPolygon {
 public:
  static constexpr int kMaxCorners = 64;

  explicit ClippedPolygon(std::span<const PolygonCorner> corners);

  /// Keeps the points with normal . p <= offset, `normal` of unit length.
  void Clip(const Vector2d& normal, double offset);

  /// Joins neighbours nearer than `tolerance`, with the sum of their shares.
  void JoinCloseCorners(double tolerance);

  void Clear() { size_ = 0; }

  int size() const { return size_; }
  const Vector2d& corner(int i) const { return corners_[i].p; }
  double CalcShare(int i) const;
  /// Unit, along the edges to and from a corner.
  Vector2d EdgeBefore(int i) const { return EdgeAfter(Previous(i)); }
  Vector2d EdgeAfter(int i) const {
    const Vector2d& normal = corners_[i].edge_normal;
    return {-normal.y(), normal.x()};
  }

 private:
  int Next(int i) const { return i + 1 < size_ ? i + 1 : 0; }
  int Previous(int i) const { return i > 0 ? i - 1 : size_ - 1; }

  int size_ = 0;
  std::array<PolygonCorner, kMaxCorners> corners_;
};

}  // namespace tactus::contact
