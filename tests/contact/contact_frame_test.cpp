#include "tactus/contact/contact_frame.h"

#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

std::vector<Vector3d> MakeNormals() {
  std::vector<Vector3d> all = {Vector3d::UnitX(),  Vector3d::UnitY(),
                               Vector3d::UnitZ(),  -Vector3d::UnitX(),
                               -Vector3d::UnitY(), -Vector3d::UnitZ()};
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 50; ++i)
    all.push_back(
        Vector3d(normal(random), normal(random), normal(random)).normalized());
  return all;
}

TEST_CASE("Contact frame: a normal -> right-handed axes, those of -n too") {
  for (const Vector3d& n : MakeNormals()) {
    const Matrix3d R = MakeContactFrame(n), opposite = MakeContactFrame(-n);
    CHECK((R.transpose() * R - Matrix3d::Identity()).norm() < 1e-14);
    CHECK(R.determinant() == Approx(1));
    CHECK(R.col(2) == n);
    CHECK((R.col(0).cross(opposite.col(0))).norm() < 1e-14);
    CHECK((R.col(1).cross(opposite.col(1))).norm() < 1e-14);
  }
}

TEST_CASE("Contact frame: the normal moves -> spin as by differences") {
  constexpr double e = 1e-5;
  for (const Vector3d& n : MakeNormals()) {
    if (std::abs(n.z()) < 1e-3) continue;  // Where the pole changes.
    const Matrix3d R = MakeContactFrame(n);
    for (int k = 0; k < 2; ++k) {
      const auto moved = [&](double s) {
        return MakeContactFrame((n + s * R.col(k)).normalized());
      };
      const Vector3d dt1 = (moved(e).col(0) - moved(-e).col(0)) / (2 * e);
      const double spin = R.col(1).dot(dt1);
      CHECK(CalcContactFrameSpin(n).dot(R.col(k)) == Approx(spin).margin(1e-9));
    }
    CHECK(CalcContactFrameSpin(n) == CalcContactFrameSpin(-n));
  }
}

}  // namespace
}  // namespace tactus::contact
