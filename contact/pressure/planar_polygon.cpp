#include "tactus/contact/pressure/planar_polygon.h"

#include <algorithm>
#include <cstddef>

namespace tactus::contact {

void PlanarPolygon::Clip(const Vector2d& normal, double offset,
                         bool is_closed) {
  if (is_empty()) return corners_.clear();
  heights_.clear();
  for (const Vector2d& p : corners_) {
    heights_.push_back(normal.dot(p) - offset);
  }
  const auto [lowest, highest] =
      std::minmax_element(heights_.begin(), heights_.end());
  if (*highest < 0 || (*highest == 0 && (*lowest < 0 || is_closed))) return;
  if (*lowest >= 0) return corners_.clear();

  scratch_.clear();
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    const std::size_t next = k + 1 < corners_.size() ? k + 1 : 0;
    const double h = heights_[k], h_next = heights_[next];
    if (h <= 0) scratch_.push_back(corners_[k]);
    if ((h < 0 && h_next > 0) || (h > 0 && h_next < 0)) {
      const Vector2d edge = corners_[next] - corners_[k];
      scratch_.push_back(corners_[k] + h / (h - h_next) * edge);
    }
  }
  corners_.swap(scratch_);
}

// With u, v the sides of a triangle from the first corner o, 2 a = u x v:
//
//     int (x - o) dA = a/3 (u + v),
//     int (x - o) (x - o)' dA = a/12 (u u' + v v' + (u + v) (u + v)').
PlanarPolygon::Moments PlanarPolygon::CalcMoments() const {
  Moments moments;
  if (is_empty()) return moments;
  const Vector2d& o = corners_.front();
  Vector2d first = Vector2d::Zero();
  Eigen::Matrix2d second = Eigen::Matrix2d::Zero();
  for (std::size_t k = 2; k < corners_.size(); ++k) {
    const Vector2d u = corners_[k - 1] - o, v = corners_[k] - o, s = u + v;
    const double a = (u.x() * v.y() - u.y() * v.x()) / 2;
    moments.area += a;
    first += a / 3 * s;
    second +=
        a / 12 * (u * u.transpose() + v * v.transpose() + s * s.transpose());
  }
  if (moments.area <= 0) return Moments{};
  const Vector2d mean = first / moments.area;
  moments.centroid = o + mean;
  moments.covariance = second / moments.area - mean * mean.transpose();
  return moments;
}

}  // namespace tactus::contact
