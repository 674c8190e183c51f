#pragma once

#include <span>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// A convex polygon in a plane that is cut by lines; its memory is kept.
class PlanarPolygon {
 public:
  void Assign(std::span<const Vector2d> corners) {
    corners_.assign(corners.begin(), corners.end());
  }
  /// The square |x|, |y| <= half_side.
  void AssignSquare(double half_side) {
    corners_.resize(4);
    corners_[0] << -half_side, -half_side;
    corners_[1] << half_side, -half_side;
    corners_[2] << half_side, half_side;
    corners_[3] << -half_side, half_side;
  }

  /// Keeps the points with normal . x <= offset. Where that is an equality for
  /// all corners, they are kept if `is_closed`. The negative of a half-plane
  /// keeps the rest, to the last bit.
  void Clip(const Vector2d& normal, double offset, bool is_closed = true);

  bool is_empty() const { return corners_.size() < 3; }
  std::span<const Vector2d> corners() const { return corners_; }

  /// Area A, centroid c and C = (1/A) int (x - c) (x - c)' dA, as sums over the
  /// triangles of a fan from a corner; of no area, all zero.
  struct Moments {
    double area{};                                         ///< [m^2]
    Vector2d centroid = Vector2d::Zero();                  ///< [m]
    Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();  ///< [m^2]
  };
  Moments CalcMoments() const;

 private:
  std::vector<Vector2d> corners_, scratch_;
  std::vector<double> heights_;
};

}  // namespace tactus::contact
