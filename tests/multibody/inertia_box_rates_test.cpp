#include "tactus/multibody/inertia_box_rates.h"

#include <array>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

// R_BE diag(h) R_BE', whatever the signs of the axes.
Matrix3d CalcSize(const InertiaBox& box) {
  const Matrix3d R = box.X_BE.linear();
  return R * box.half_extents.asDiagonal() * R.transpose();
}

Matrix3d CalcSizeRate(const InertiaBox& box, const InertiaBoxRates& rates) {
  const Matrix3d R = box.X_BE.linear(), turn = CrossMatrix(rates.turn);
  const Matrix3d h = box.half_extents.asDiagonal();
  const Matrix3d dh = rates.half_extents.asDiagonal();
  return R * (dh + turn * h - h * turn) * R.transpose();
}

TEST_CASE("Inertia box rates: random bodies -> differences") {
  constexpr double e = 1e-7;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    test::Random random(seed);
    const SpatialInertia inertia = random.Inertia();
    const InertiaBox box = CalcInertiaBox(inertia);
    const auto check = [&](const InertiaBoxRates& rates,
                           const SpatialInertia& ahead,
                           const SpatialInertia& behind) {
      const Matrix3d difference =
          (CalcSize(CalcInertiaBox(ahead)) - CalcSize(CalcInertiaBox(behind))) /
          (2 * e);
      CHECK((CalcSizeRate(box, rates) - difference).norm() <
            1e-5 * (1 + difference.norm()));
    };
    SpatialInertia ahead = inertia, behind = inertia;
    ahead.mass += e;
    behind.mass -= e;
    check(CalcInertiaBoxRatesByMass(inertia), ahead, behind);
    Matrix3d dI = random.Vector3().asDiagonal();
    dI += CrossMatrix(random.Vector3()).cwiseAbs();
    ahead = behind = inertia;
    ahead.I_Bcm += e * dI;
    behind.I_Bcm -= e * dI;
    const auto by_inertia = CalcInertiaBoxRatesByInertia(inertia, dI);
    REQUIRE(by_inertia);
    check(*by_inertia, ahead, behind);
  }
}

TEST_CASE("Inertia box rates: two moments alike -> along its axes alone") {
  const SpatialInertia inertia = MakeSolidInertia(
      contact::Box{{0.1, 0.1, 0.2}}, 1000, RigidTransform::Identity());
  Matrix3d dI = Matrix3d::Zero();
  dI(2, 2) = 1;
  CHECK(CalcInertiaBoxRatesByInertia(inertia, dI));
  dI(0, 1) = dI(1, 0) = 1;
  CHECK_FALSE(CalcInertiaBoxRatesByInertia(inertia, dI));
}

TEST_CASE("Inertia box rates: a flat body that would grow thick -> none") {
  const SpatialInertia flat{.mass = 1,
                            .I_Bcm = Matrix3d(Vector3d(1, 2, 3).asDiagonal())};
  Matrix3d dI = Matrix3d::Zero();
  dI(0, 0) = 1;
  CHECK_FALSE(CalcInertiaBoxRatesByInertia(flat, dI));
}

}  // namespace
}  // namespace tactus::multibody
