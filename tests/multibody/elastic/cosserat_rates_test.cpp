#include "tactus/multibody/elastic/cosserat_rates.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::Random;

// What a twist about Xo in W leads to.
RigidTransform Move(const RigidTransform& X, const Vector6d& V, double e) {
  const Vector3d turn = e * V.head<3>();
  RigidTransform moved = X;
  moved.linear() =
      Eigen::AngleAxisd(turn.norm(), turn.normalized()) * X.linear();
  moved.translation() += e * V.tail<3>();
  return moved;
}

TEST_CASE("CalcCosseratRates: frames that move -> differences of strains") {
  constexpr double e = 1e-5;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const CosseratElement element{.offset = 0.3, .turn = random.Vector3(0.4)};
    const RigidTransform P = random.Pose(), Q = random.Pose();
    const Vector6d V_P = random.Vector(6), V_Q = random.Vector(6);
    const auto at = [&](double step) {
      return CalcCosseratStrain(element, Move(P, V_P, step),
                                Move(Q, V_Q, step));
    };
    // Against P, as if it reached to Q.
    Vector6d V = V_Q - V_P;
    V.tail<3>() -= V_P.head<3>().cross(Q.translation() - P.translation());
    const CosseratRates rates = CalcCosseratRates(
        element, CalcCosseratStrain(element, P, Q), V_P.head<3>(), V);
    const CosseratStrain ahead = at(e), behind = at(-e);
    CHECK((rates.e - (ahead.e - behind.e) / (2 * e)).norm() < 1e-7);
    CHECK((rates.G - (ahead.G - behind.G) / (2 * e)).norm() < 1e-7);
  }
}

Matrix3d MakeSymmetric(Random* random) {
  const Vector3d a = random->Vector3(), b = random->Vector3();
  Matrix3d S = a.asDiagonal();
  S += CrossMatrix(b).cwiseAbs();
  return S;
}

TEST_CASE("PositivePart: matrices of all signs -> value and differences") {
  constexpr double e = 1e-6;
  int num_mixed = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Matrix3d S =
        MakeSymmetric(&random) + (seed % 3 - 1.0) * Matrix3d::Identity();
    const Matrix3d dS = MakeSymmetric(&random);
    const PositivePart part(S);
    // S = S+ - (-S)+
    CHECK((part.value() - PositivePart(-S).value() - S).norm() < 1e-13);
    CHECK((part.value() * PositivePart(-S).value()).norm() < 1e-13);
    const Matrix3d difference =
        (PositivePart(S + e * dS).value() - PositivePart(S - e * dS).value()) /
        (2 * e);
    CHECK((part.CalcRate(dS) - difference).norm() < 1e-7);
    num_mixed +=
        part.value().norm() > 0.1 && PositivePart(-S).value().norm() > 0.1;
  }
  CHECK(num_mixed > 3);
  const Matrix3d rate =
      PositivePart(Matrix3d::Zero()).CalcRate(Matrix3d::Identity());
  CHECK(rate.isApprox(Matrix3d(Matrix3d::Identity() / 2)));
}

}  // namespace
}  // namespace tactus::multibody
