#include "tactus/contact/pressure/volume/dihedral_angles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::contact {

// At the edge e from x_i to x_j, with m = e x (x_k - x_i) and
// n = e x (x_l - x_i):  tan(angle) = |m x n| / (m . n).
std::array<double, 6> CalcDihedralAngles(const std::array<Vector3d, 4>& x) {
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

void AngleRange::Add(const std::array<double, 6>& angles) {
  low = std::min(low, std::ranges::min(angles));
  high = std::max(high, std::ranges::max(angles));
}

AngleRange FindAngleRange(const VolumeMesh& mesh) {
  AngleRange range;
  for (const auto& [a, b, c, d] : mesh.tetrahedra) {
    range.Add(CalcDihedralAngles(
        {mesh.nodes[a], mesh.nodes[b], mesh.nodes[c], mesh.nodes[d]}));
  }
  return range;
}

}  // namespace tactus::contact
