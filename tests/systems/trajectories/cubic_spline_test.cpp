#include "tactus/systems/trajectories/cubic_spline.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

using Catch::Contains;

const std::vector<double> kTimes{0.0, 0.3, 1.0, 1.2, 2.0};

// y(t) = 1 - 2 t + 3 t^2 - t^3 and its derivatives.
double Cubic(double t, int order = 0) {
  switch (order) {
    case 0:
      return 1 + t * (-2 + t * (3 - t));
    case 1:
      return -2 + t * (6 - 3 * t);
    default:
      return 6 - 6 * t;
  }
}

MatrixXd Sample(const std::vector<double>& times, auto&& f) {
  MatrixXd knots(1, static_cast<Eigen::Index>(times.size()));
  for (Eigen::Index k = 0; k < knots.cols(); ++k) knots(0, k) = f(times[k]);
  return knots;
}

// The jump of a derivative across break k, from left to right.
double Jump(const PiecewisePolynomial& q, int k, int order) {
  const double t = q.breaks()[k];
  const MatrixXd& left = q.coefficients(k - 1);
  const PiecewisePolynomial alone({q.breaks()[k - 1], t}, {left});
  return q.derivative(t, order)[0] - alone.derivative(t, order)[0];
}

void CheckIsCubic(const PiecewisePolynomial& q) {
  for (double t = 0; t <= 2; t += 0.05) {
    for (const int order : {0, 1, 2}) {
      CHECK(q.derivative(t, order)[0] == Approx(Cubic(t, order)).margin(1e-12));
    }
  }
}

TEST_CASE("Cubic Hermite: values and velocities of a cubic -> that cubic") {
  CheckIsCubic(MakeCubicHermite(
      kTimes, Sample(kTimes, [](double t) { return Cubic(t); }),
      Sample(kTimes, [](double t) { return Cubic(t, 1); })));
}

TEST_CASE("Clamped spline: a cubic with its end velocities -> that cubic") {
  const VectorXd v0 = VectorXd::Constant(1, Cubic(0, 1));
  const VectorXd v1 = VectorXd::Constant(1, Cubic(2, 1));
  CheckIsCubic(MakeClampedSpline(
      kTimes, Sample(kTimes, [](double t) { return Cubic(t); }), v0, v1));
}

// Through 0, 1, 0 at 0, 1, 2, by symmetry with velocity 0 in the middle:
// y = (3 t - t^3) / 2 up to there.
TEST_CASE("Natural spline: three knots -> closed form") {
  const PiecewisePolynomial q =
      MakeNaturalSpline({0, 1, 2}, MatrixXd{{0, 1, 0}});
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    const double y = (3 * t - t * t * t) / 2;
    CHECK(q.value(t)[0] == Approx(y).margin(1e-15));
    CHECK(q.value(2 - t)[0] == Approx(y).margin(1e-15));
  }
  CHECK(q.derivative(0, 2)[0] == Approx(0).margin(1e-14));
  CHECK(q.derivative(2, 2)[0] == Approx(0).margin(1e-14));
}

TEST_CASE("Natural spline: two knots -> a straight line") {
  const PiecewisePolynomial q = MakeNaturalSpline({1, 3}, MatrixXd{{2, 6}});
  CHECK(q.value(1.5)[0] == Approx(3));
  CHECK(q.derivative(2.7)[0] == Approx(2));
}

TEST_CASE("Splines: knots -> met, with continuous velocity and acceleration") {
  const MatrixXd knots{{3, -1, 4, 1, -5}};
  const VectorXd v0 = VectorXd::Constant(1, 2), v1 = VectorXd::Constant(1, -3);
  for (const PiecewisePolynomial& q :
       {MakeNaturalSpline(kTimes, knots),
        MakeClampedSpline(kTimes, knots, v0, v1)}) {
    for (int k = 0; k < 5; ++k) {
      CHECK(q.value(kTimes[k])[0] == Approx(knots(0, k)));
    }
    for (int k = 1; k < 4; ++k) {
      CHECK(Jump(q, k, 0) == Approx(0).margin(1e-11));
      CHECK(Jump(q, k, 1) == Approx(0).margin(1e-11));
      CHECK(Jump(q, k, 2) == Approx(0).margin(1e-9));
    }
  }
  const PiecewisePolynomial clamped = MakeClampedSpline(kTimes, knots, v0, v1);
  CHECK(clamped.derivative(0)[0] == Approx(2));
  CHECK(clamped.derivative(2)[0] == Approx(-3));
}

TEST_CASE("Clamped spline: half the spacing -> a sixteenth of the error") {
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    const int num = i == 0 ? 11 : 21;
    std::vector<double> times;
    for (int k = 0; k < num; ++k) times.push_back(3.0 * k / (num - 1));
    const PiecewisePolynomial q = MakeClampedSpline(
        times, Sample(times, [](double t) { return std::sin(t); }),
        VectorXd::Ones(1), VectorXd::Constant(1, std::cos(3)));
    errors[i] = 0;
    for (double t = 0; t < 3; t += 0.01) {
      errors[i] = std::max(errors[i], std::abs(q.value(t)[0] - std::sin(t)));
    }
  }
  CHECK(errors[0] / errors[1] == Approx(16).epsilon(0.1));
}

TEST_CASE("Splines: sizes that do not match -> refused") {
  const MatrixXd knots{{1, 2}, {3, 4}};
  CHECK_THROWS_WITH(MakeCubicHermite({0, 1}, knots, MatrixXd{{1, 2}}),
                    Contains("velocities differ in size"));
  CHECK_THROWS_AS(MakeCubicHermite({0, 1}, knots, MatrixXd::Zero(2, 3)),
                  std::invalid_argument);
  CHECK_THROWS_AS(MakeNaturalSpline({0, 1, 2}, knots), std::invalid_argument);
  CHECK_THROWS_WITH(
      MakeClampedSpline({0, 1}, knots, VectorXd::Zero(1), VectorXd::Zero(2)),
      Contains("end velocities"));
  CHECK_THROWS_AS(MakeClampedSpline({0, 1}, knots, VectorXd::Zero(2),
                                    VectorXd::Constant(2, std::nan(""))),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
