#pragma once

#include <array>

#include "tactus/contact/pressure/volume/volume_mesh.h"

namespace tactus::contact {

/// Between a tetrahedron's faces, at its edges (0, 1), (0, 2), (0, 3), (1, 2),
/// (1, 3) and (2, 3) [degrees].
std::array<double, 6> CalcDihedralAngles(const std::array<Vector3d, 4>& x);

/// Of a mesh's tetrahedra, the least and the greatest angle [degrees].
struct AngleRange {
  double low = 180, high = 0;
  void Add(const std::array<double, 6>& angles);
};
/// As it is made for a mesh without tetrahedra.
AngleRange FindAngleRange(const VolumeMesh& mesh);

}  // namespace tactus::contact
