#include "tactus/contact/pressure/volume/dihedral_angles.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

TEST_CASE("DihedralAngles: a regular tetrahedron -> acos(1/3) six times") {
  const std::array<Vector3d, 4> x{Vector3d{1, 1, 1}, Vector3d{1, -1, -1},
                                  Vector3d{-1, 1, -1}, Vector3d{-1, -1, 1}};
  for (const double angle : CalcDihedralAngles(x))
    CHECK(angle == Approx(kDegrees * std::acos(1.0 / 3)));
}

// The three faces at the corner are square to each other, and the fourth is
// inclined to each of them by acos(1 / sqrt(3)).
TEST_CASE("DihedralAngles: a cube's corner -> edge by edge") {
  const std::array<Vector3d, 4> x{Vector3d::Zero(), Vector3d::UnitX(),
                                  Vector3d::UnitY(), Vector3d::UnitZ()};
  const std::array<double, 6> angles = CalcDihedralAngles(x);
  for (int e = 0; e < 6; ++e) {
    INFO(e);
    CHECK(angles[e] ==
          Approx(e < 3 ? 90 : kDegrees * std::acos(1 / std::sqrt(3))));
  }
}

// A roof of height h over the edge from (0, -1, 0) to (0, 1, 0) that opens by
// 2 atan(1 / h): obtuse where it is flat.
TEST_CASE("DihedralAngles: a flat roof -> its obtuse angle at its ridge") {
  const std::array<Vector3d, 4> x{Vector3d{0, -1, 0.1}, Vector3d{0, 1, 0.1},
                                  Vector3d{-1, 0, 0}, Vector3d{1, 0, 0}};
  CHECK(CalcDihedralAngles(x)[0] == Approx(2 * kDegrees * std::atan(10)));
}

TEST_CASE("AngleRange: two tetrahedra -> the least and the greatest of both") {
  const VolumeMesh mesh{.nodes = {{0, 0, 0},
                                  {1, 0, 0},
                                  {0, 1, 0},
                                  {0, 0, 1},
                                  {0, -1, 0.1},
                                  {0, 1, 0.1},
                                  {-1, 0, 0}},
                        .tetrahedra = {{0, 1, 2, 3}, {4, 5, 6, 1}}};
  const AngleRange range = FindAngleRange(mesh);
  CHECK(range.high == Approx(2 * kDegrees * std::atan(10)));
  CHECK(range.low < kDegrees * std::acos(1 / std::sqrt(3)));
  const AngleRange none = FindAngleRange({});
  CHECK(none.low > none.high);
}

}  // namespace
}  // namespace tactus::contact
