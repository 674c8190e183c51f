#include "tactus/contact/pressure/planar_polygon.h"

#include <algorithm>
#include <cstddef>

namespace tactus::contact {

void PlanarPolygon::Clip(const Vector2d& normal, double offset,
                         bool is_closed) {
  if (is_empty()) return corners_.clear();
  const std::size_t count = corners_.size();
  if (heights_.size() < count) heights_.resize(count);
  // One number at a time: two of them, just written, are slow to load as one.
  const double n_x = normal.x(), n_y = normal.y();
  double lowest = kInfinity, highest = -kInfinity;
  for (std::size_t k = 0; k < count; ++k) {
    const double h = n_x * corners_[k].x() + n_y * corners_[k].y() - offset;
    heights_[k] = h;
    lowest = std::min(lowest, h);
    highest = std::max(highest, h);
  }
  if (highest < 0 || (highest == 0 && (lowest < 0 || is_closed))) return;
  if (lowest >= 0) return corners_.clear();

  if (scratch_.size() < 2 * count) scratch_.resize(2 * count);
  Vector2d* kept = scratch_.data();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t next = k + 1 < count ? k + 1 : 0;
    const double h = heights_[k], h_next = heights_[next];
    if (h <= 0) *kept++ = corners_[k];
    if ((h < 0 && h_next > 0) || (h > 0 && h_next < 0)) {
      const Vector2d edge = corners_[next] - corners_[k];
      *kept++ = corners_[k] + h / (h - h_next) * edge;
    }
  }
  corners_.assign(scratch_.data(), kept);
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
