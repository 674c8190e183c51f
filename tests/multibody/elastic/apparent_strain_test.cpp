#include "tactus/multibody/elastic/apparent_strain.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

const Vector3d kAxis = Vector3d(1, -2, 2) / 3;

Matrix3d MakeTurn(double angle) {
  return Eigen::AngleAxisd(angle, kAxis).toRotationMatrix();
}

/// Of what turns by `angle`: sym(exp(theta)) - 1.
Matrix3d MakeStrain(double angle) {
  const Matrix3d R = MakeTurn(angle);
  return (R + R.transpose()) / 2 - Matrix3d::Identity();
}

TEST_CASE("Apparent strain: a rigid turn -> the shrinking of its chord") {
  const Matrix3d R0 =
      Eigen::AngleAxisd(0.7, Vector3d::UnitX()).toRotationMatrix();
  for (const double angle : {1e-3, 0.1, 0.9}) {
    const Matrix3d dF = R0 * (MakeTurn(angle) - Matrix3d::Identity());
    const Matrix3d q = CalcApparentStrain(R0, R0, dF);
    CHECK((q - MakeStrain(angle)).norm() < 1e-14);
  }
}

// Of R' dF = [h w] S + h Sdot only the turn counts.
TEST_CASE(
    "Apparent strain: a strained element that is strained on -> its turn") {
  Matrix3d S, change;
  S << 1.2, 0.1, 0, 0.1, 0.9, 0.05, 0, 0.05, 1;
  change << 0.1, 0.02, 0, 0.02, -0.1, 0, 0, 0, 0.05;
  const Vector3d hw = std::sin(0.2) * kAxis;
  const Matrix3d q =
      CalcApparentStrain(S, Matrix3d::Identity(), CrossMatrix(hw) * S + change);
  CHECK((q - MakeStrain(0.2)).norm() < 1e-14);
}

TEST_CASE("Apparent strain: beyond a radian -> that of a radian") {
  const Matrix3d I = Matrix3d::Identity();
  const Matrix3d q = CalcApparentStrain(I, I, CrossMatrix(5 * kAxis));
  CHECK((q - MakeStrain(1)).norm() < 0.01);
}

TEST_CASE("Apparent strain: no turn, or nothing but a line -> none") {
  const Matrix3d I = Matrix3d::Identity();
  CHECK(CalcApparentStrain(I, I, 0.1 * I).norm() == 0);
  const Matrix3d line = Vector3d(1, 0, 0).asDiagonal();
  CHECK(CalcApparentStrain(line, I, CrossMatrix(kAxis)).norm() == 0);
}

}  // namespace
}  // namespace tactus::multibody
