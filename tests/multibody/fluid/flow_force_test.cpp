#include "tactus/multibody/fluid/flow_force.h"

#include <cmath>
#include <numbers>
#include <random>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

constexpr double kPi = std::numbers::pi;

Vector6d MakeRandom(std::mt19937* generator) {
  std::uniform_real_distribution<double> uniform(-2, 2);
  Vector6d V;
  for (double& x : V) x = uniform(*generator);
  return V;
}

template <class Calc>
Vector6d DifferentiateEach(const Calc& calc, const Vector6d& V) {
  constexpr double kStep = 1e-6;
  Vector6d slopes;
  for (int i = 0; i < 6; ++i) {
    const Vector6d step = kStep * Vector6d::Unit(i);
    slopes[i] = (calc(V + step).F_E[i] - calc(V - step).F_E[i]) / (2 * kStep);
  }
  return slopes;
}

TEST_CASE("Box flow: across a plate -> rho A v^2 / 2, and its torque") {
  const Fluid water{.density = 1000};
  const Vector3d h(0.3, 0.2, 0.01);
  Vector6d V = Vector6d::Zero();
  V[5] = -3;
  // F = rho / 2 (2 h_x) (2 h_y) v^2
  Vector6d expected = Vector6d::Zero();
  expected[5] = 1000.0 / 2 * 0.6 * 0.4 * 9;
  CHECK(CalcBoxFlow(water, h, V).F_E.isApprox(expected, 1e-14));
  V.setZero();
  V[0] = 2;
  expected.setZero();
  expected[0] = -500 * 0.3 * (std::pow(0.2, 4) + std::pow(0.01, 4)) * 4;
  CHECK(CalcBoxFlow(water, h, V).F_E.isApprox(expected, 1e-14));
}

TEST_CASE("Box flow: in honey -> Stokes' sphere of the mean half length") {
  const Fluid honey{.viscosity = 10};
  Vector6d V;
  V << 1, 2, 3, 4, 5, 6;
  const Vector6d F = CalcBoxFlow(honey, {0.1, 0.2, 0.3}, V).F_E;
  CHECK(F.head<3>().isApprox(-8 * kPi * 10 * 0.008 * V.head<3>(), 1e-14));
  CHECK(F.tail<3>().isApprox(-6 * kPi * 10 * 0.2 * V.tail<3>(), 1e-14));
}

TEST_CASE("Box flow: damping -> the slope of each force") {
  const Fluid fluid{.density = 700, .viscosity = 0.3};
  std::mt19937 generator(1);
  const auto calc = [&](const Vector6d& V) {
    return CalcBoxFlow(fluid, {0.1, 0.02, 0.3}, V);
  };
  for (int i = 0; i < 20; ++i) {
    const Vector6d V = MakeRandom(&generator);
    CHECK(calc(V).damping.isApprox(-DifferentiateEach(calc, V), 1e-6));
  }
}

TEST_CASE("Ellipsoid flow: a sphere -> half its volume added, no inertia") {
  const double r = 0.3, volume = 4 * kPi / 3 * r * r * r;
  const EllipsoidFlow sphere({r, r, r}, {});
  CHECK(sphere.added_mass().isApprox(Vector3d::Constant(volume / 2), 1e-12));
  CHECK(sphere.added_inertia().isZero(0));
}

// Lamb, section 114: a disk of radius r carries 8/3 rho r^3 along its axis and
// 16/45 rho r^5 about a diameter; a long cylinder its own volume across.
TEST_CASE("Ellipsoid flow: thin disks and long cylinders -> Lamb's limits") {
  const double r = 0.2, thin = 1e-6;
  const EllipsoidFlow disk({r, r, thin}, {});
  CHECK(disk.added_mass()[2] == Approx(8.0 / 3 * r * r * r).epsilon(1e-4));
  CHECK(disk.added_mass()[0] < 1e-4 * disk.added_mass()[2]);
  CHECK(disk.added_inertia()[0] ==
        Approx(16.0 / 45 * std::pow(r, 5)).epsilon(1e-4));
  CHECK(disk.added_inertia()[2] == 0);
  const EllipsoidFlow needle({0.01, 0.01, 10}, {});
  const double volume = 4 * kPi / 3 * 0.01 * 0.01 * 10;
  CHECK(needle.added_mass()[0] == Approx(volume).epsilon(1e-4));
  CHECK(needle.added_mass()[2] < 1e-4 * volume);
}

// Lift and added mass do no work: what is left of the power is the drag's.
TEST_CASE("Ellipsoid flow: power -> that of the drag alone") {
  const Fluid fluid{.density = 1000, .viscosity = 0.1};
  const Vector3d radii(0.05, 0.2, 0.1);
  const EllipsoidFlow full(radii, {});
  const EllipsoidFlow no_lift(radii, {.kutta_lift = 0, .magnus_lift = 0});
  std::mt19937 generator(2);
  for (int i = 0; i < 20; ++i) {
    const Vector6d V = MakeRandom(&generator);
    const Vector6d F = full.Calc(fluid, V).F_E;
    CHECK(F.dot(V) < 0);
    CHECK(F.dot(V) == Approx(no_lift.Calc(fluid, V).F_E.dot(V)).epsilon(1e-12));
    CHECK_FALSE(F.isApprox(no_lift.Calc(fluid, V).F_E, 1e-3));
  }
}

// The shadow along an axis is the ellipse of the other two radii; along the
// axis there is no lift.
TEST_CASE("Ellipsoid flow: along an axis -> drag of its shadow") {
  const Fluid water{.density = 1000};
  const Vector3d radii(0.05, 0.2, 0.1);
  const EllipsoidFlow flow(radii, {.blunt_drag = 0.5, .slender_drag = 0.25});
  for (int i = 0; i < 3; ++i) {
    Vector6d V = Vector6d::Zero();
    V[3 + i] = 2;
    const double area = kPi * radii.prod() / radii[i];
    const double drag =
        1000 * 4 * (0.5 * area + 0.25 * (kPi * 0.2 * 0.1 - area));
    const FlowForce force = flow.Calc(water, V);
    CHECK((force.F_E + drag * Vector6d::Unit(3 + i)).norm() < 1e-12 * drag);
    CHECK(force.damping[3 + i] == Approx(2 * drag / 2).epsilon(1e-12));
  }
}

// A ball that spins to the left of its path is driven to the left.
TEST_CASE("Ellipsoid flow: Magnus' force -> along w x v") {
  const EllipsoidFlow ball({0.1, 0.1, 0.1}, {});
  Vector6d V;
  V << 0, 0, 30, 5, 0, 0;
  const double mass = 1.2 * 4 * kPi / 3 * 1e-3;
  // Magnus, less what the added mass of half the volume takes: m_A v x w.
  CHECK(ball.Calc({.density = 1.2}, V).F_E[4] ==
        Approx(mass * 150 - mass / 2 * 150).epsilon(1e-12));
}

TEST_CASE("Ellipsoid flow: a plate at an angle -> lift across its path") {
  const EllipsoidFlow plate({0.2, 0.2, 0.002}, {});
  const EllipsoidFlow no_lift({0.2, 0.2, 0.002}, {.kutta_lift = 0});
  Vector6d V = Vector6d::Zero();
  V.tail<3>() << 10, 0, -1;  // A kite that glides down.
  const Vector3d lift = plate.Calc({.density = 1.2}, V).F_E.tail<3>() -
                        no_lift.Calc({.density = 1.2}, V).F_E.tail<3>();
  CHECK(lift.z() > 0);
  CHECK(std::abs(lift.dot(V.tail<3>())) < 1e-12 * lift.norm());
}

TEST_CASE("Box and ellipsoid flow: at rest -> no force") {
  const Fluid air{.density = 1.2, .viscosity = 1.8e-5};
  const Vector6d rest = Vector6d::Zero();
  CHECK(CalcBoxFlow(air, {1, 1, 1}, rest).F_E.isZero(0));
  CHECK(EllipsoidFlow({1, 2, 3}, {}).Calc(air, rest).F_E.isZero(0));
}

}  // namespace
}  // namespace tactus::multibody
