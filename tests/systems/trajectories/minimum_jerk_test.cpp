#include "tactus/systems/trajectories/minimum_jerk.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

constexpr double kT0 = 0.5, kT1 = 2.5, kT = kT1 - kT0;
constexpr double kDistance = 3;

PiecewisePolynomial MakeReach() {
  return MakeMinimumJerk({kT0, kT1}, MatrixXd{{1, 1 + kDistance}});
}

TEST_CASE("Minimum jerk: two knots -> from rest to rest") {
  const PiecewisePolynomial q = MakeReach();
  CHECK(q.value(kT0)[0] == 1);
  CHECK(q.value(kT1)[0] == Approx(1 + kDistance).epsilon(1e-14));
  for (const double t : {kT0, kT1}) {
    CHECK(q.derivative(t)[0] == Approx(0).margin(1e-13));
    CHECK(q.derivative(t, 2)[0] == Approx(0).margin(1e-13));
  }
}

TEST_CASE("Minimum jerk: two knots -> closed forms of speed and acceleration") {
  const PiecewisePolynomial q = MakeReach();
  CHECK(q.value(1.5)[0] == Approx(1 + kDistance / 2));
  CHECK(q.derivative(1.5)[0] == Approx(15.0 / 8 * kDistance / kT));
  double greatest = 0;
  for (double t = kT0; t < kT1; t += 1e-3) {
    greatest = std::max(greatest, std::abs(q.derivative(t, 2)[0]));
  }
  CHECK(greatest == Approx(10 / std::sqrt(3) * kDistance / (kT * kT)));
}

// Gauss-Legendre with 5 points is exact for polynomials of degree 9.
double SquaredJerk(const PiecewisePolynomial& q) {
  const double inner = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3;
  const double outer = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double w_inner = (322 + 13 * std::sqrt(70)) / 900;
  const double w_outer = (322 - 13 * std::sqrt(70)) / 900;
  const std::pair<double, double> rule[]{{0, 128.0 / 225},
                                         {inner, w_inner},
                                         {-inner, w_inner},
                                         {outer, w_outer},
                                         {-outer, w_outer}};
  double integral = 0;
  for (const auto& [x, weight] : rule) {
    const double t = (kT0 + kT1) / 2 + x * kT / 2;
    integral += kT / 2 * weight * std::pow(q.derivative(t, 3)[0], 2);
  }
  return integral;
}

TEST_CASE("Minimum jerk: any change of the motion -> more jerk") {
  const PiecewisePolynomial q = MakeReach();
  const double least = SquaredJerk(q);
  CHECK(least == Approx(720 * kDistance * kDistance / std::pow(kT, 5)));
  // (t - t0)^3 (t - t1)^3 changes neither the ends nor their velocities nor
  // accelerations: s^3 (s - T)^3 = s^6 - 3 T s^5 + 3 T^2 s^4 - T^3 s^3.
  for (const double amount : {0.1, -0.1, 1e-3, -1e-3}) {
    MatrixXd c = MatrixXd::Zero(1, 7);
    c.leftCols(6) = q.coefficients(0);
    c(0, 6) += amount;
    c(0, 5) -= amount * 3 * kT;
    c(0, 4) += amount * 3 * kT * kT;
    c(0, 3) -= amount * kT * kT * kT;
    CHECK(SquaredJerk({{kT0, kT1}, {c}}) > least);
  }
}

TEST_CASE("Minimum jerk: several knots -> rests at each") {
  const PiecewisePolynomial q =
      MakeMinimumJerk({0, 1, 3}, MatrixXd{{0, 2, -1}, {5, 5, 6}});
  CHECK(q.value(1) == Eigen::Vector2d(2, 5));
  CHECK(q.derivative(1).norm() == 0);
  CHECK(q.derivative(std::nextafter(1.0, 0.0)).norm() < 1e-12);
  CHECK(q.value(2)[1] == Approx(5.5));
  CHECK_THROWS_AS(MakeMinimumJerk({0, 1}, MatrixXd{{0, 1, 2}}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
