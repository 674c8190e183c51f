#include "tactus/multibody/elastic/stretch_rate.h"

#include <random>

#include <catch2/catch.hpp>

#include "tactus/multibody/elastic/elastic_solid.h"

namespace tactus::multibody {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

Vector6 ToVoigt(const Matrix3d& S) {
  Vector6 e;
  e << S.diagonal(), S(1, 2) + S(2, 1), S(0, 2) + S(2, 0), S(0, 1) + S(1, 0);
  return e;
}

/// voigt(Sdot) by the formula.
Vector6 CalcRate(const Matrix3d& S, const Matrix3d& A) {
  return ToVoigt(A) / 2 + ToVoigt(A.transpose()) / 2 -
         CalcStretchRate(S).of_turn *
             Vector3d(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));
}

Matrix3d MakeStretch() {
  Matrix3d S;
  S << 1.4, 0.3, -0.1, 0.3, 0.8, 0.2, -0.1, 0.2, 1.1;
  return S;
}

TEST_CASE("Stretch rate: F moves on -> central differences of polar factors") {
  const Matrix3d R =
      Eigen::AngleAxisd(0.7, Vector3d(1, -2, 2) / 3).toRotationMatrix();
  const Matrix3d F = R * MakeStretch();
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 20; ++i) {
    const Matrix3d Fdot = Matrix3d::NullaryExpr(
        [&](Eigen::Index, Eigen::Index) { return uniform(generator); });
    const auto calc_stretch = [&](double t) {
      const Matrix3d there = F + t * Fdot;
      return Matrix3d(CalcRotation(there).transpose() * there);
    };
    constexpr double kStep = 1e-5;
    const Matrix3d Sdot =
        (calc_stretch(kStep) - calc_stretch(-kStep)) / (2 * kStep);
    const Vector6 rate = CalcRate(MakeStretch(), R.transpose() * Fdot);
    CHECK((rate - ToVoigt(Sdot)).norm() < 1e-8);
  }
}

TEST_CASE("Stretch rate: what is stretched and only turns -> none") {
  const Matrix3d S = MakeStretch(), A = CrossMatrix(Vector3d(3, -1, 2)) * S;
  REQUIRE(ToVoigt(A).norm() > 0.5);
  CHECK(CalcRate(S, A).norm() < 1e-14);
}

TEST_CASE("Stretch rate: two stretches that differ -> how much they do") {
  const auto calc = [](double x, double y, double z) {
    return CalcStretchRate(Vector3d(x, y, z).asDiagonal()).asymmetry;
  };
  CHECK(calc(1, 1, 1) == Approx(0).margin(1e-7));
  CHECK(calc(1, 2, 1.5) == Approx(1.0 / 3));
  CHECK(calc(3, 1, 1) == Approx(0.5));
  CHECK(calc(1, 1, 0) == Approx(1));
}

// of_turn is s_i - s_j beside s_i + s_j, by components of ax(A) / 2.
TEST_CASE("Stretch rate: inside out -> bounded, and none where R jumps") {
  for (const double s : {-0.01, -0.3, -0.9, -0.999}) {
    const StretchRate rate =
        CalcStretchRate(Vector3d(1, 1.2, s).asDiagonal().toDenseMatrix());
    CHECK(rate.asymmetry == 1);
    CHECK(rate.of_turn.lpNorm<Eigen::Infinity>() <= 1 + 1e-12);
  }
  const StretchRate at_jump =
      CalcStretchRate(Vector3d(1, 1.2, -1).asDiagonal().toDenseMatrix());
  CHECK(at_jump.asymmetry == 0);
  CHECK(at_jump.of_turn.norm() == 0);
}

}  // namespace
}  // namespace tactus::multibody
