#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tactus/common/types.h"

namespace tactus::contact {

struct Range {
  double low = 180, high = 0;

  template <class Numbers>
  void Add(const Numbers& numbers) {
    for (const double x : numbers) {
      low = std::min(low, x);
      high = std::max(high, x);
    }
  }
};

/// Of a tetrahedron's faces at its six edges [degrees].
inline std::array<double, 6> CalcDihedralAngles(
    const std::array<Vector3d, 4>& x) {
  constexpr int kCorners[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                  {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
  std::array<double, 6> angles;
  for (int e = 0; e < 6; ++e) {
    const auto& [i, j, k, l] = kCorners[e];
    const Vector3d edge = x[j] - x[i];
    const Vector3d m = edge.cross(x[k] - x[i]), n = edge.cross(x[l] - x[i]);
    angles[e] =
        std::atan2(m.cross(n).norm(), m.dot(n)) * 180 / std::numbers::pi;
  }
  return angles;
}

}  // namespace tactus::contact
