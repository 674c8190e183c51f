#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// Points sorted into cubic cells, to ask which are in a box: for many points
/// that all move at once, and boxes of about a cell's size.
class PointGrid {
 public:
  /// @param cell  > 0; at least 2^-20 of the points' extent [m].
  PointGrid(std::span<const Vector3d> points, double cell) : cell_(cell) {
    Vector3d last = Vector3d::Zero();
    if (!points.empty()) first_ = last = points.front();
    for (const Vector3d& p : points) {
      first_ = first_.cwiseMin(p);
      last = last.cwiseMax(p);
    }
    cell_ = std::max(cell, (last - first_).maxCoeff() / kMost);
    for (int k = 0; k < 3; ++k) count_[k] = CellOf(last, k);
    sorted_.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector3d& p = points[i];
      sorted_.emplace_back(Key(CellOf(p, 0), CellOf(p, 1), CellOf(p, 2)),
                           static_cast<int>(i));
    }
    std::ranges::sort(sorted_);
  }

  /// Calls visit(i) for each point in a cell that the box reaches, all that are
  /// in the box among them.
  template <class Visitor>
  void VisitBox(const Vector3d& lower, const Vector3d& upper,
                const Visitor& visit) const {
    std::array<std::int64_t, 3> from, to;
    for (int k = 0; k < 3; ++k) {
      from[k] = std::max<std::int64_t>(CellOf(lower, k), 0);
      to[k] = std::min(CellOf(upper, k), count_[k]);
      if (from[k] > to[k]) return;
    }
    // Cells along z have keys in a row.
    for (std::int64_t x = from[0]; x <= to[0]; ++x) {
      for (std::int64_t y = from[1]; y <= to[1]; ++y) {
        const std::int64_t last = Key(x, y, to[2]);
        auto it = std::ranges::lower_bound(sorted_, Key(x, y, from[2]), {},
                                           &Entry::first);
        for (; it != sorted_.end() && it->first <= last; ++it)
          visit(it->second);
      }
    }
  }

 private:
  using Entry = std::pair<std::int64_t, int>;
  static constexpr std::int64_t kMost = 1 << 20;

  // Far outside, anywhere beyond the points' own.
  std::int64_t CellOf(const Vector3d& p, int k) const {
    const double at = (p[k] - first_[k]) / cell_;
    return static_cast<std::int64_t>(std::floor(std::clamp(at, -2.0, 2e6)));
  }
  static std::int64_t Key(std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x << 42) + (y << 21) + z;
  }

  double cell_;
  Vector3d first_ = Vector3d::Zero();
  std::array<std::int64_t, 3> count_{};  ///< The last cell's number.
  std::vector<Entry> sorted_;
};

}  // namespace tactus::contact
