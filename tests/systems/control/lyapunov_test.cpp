#include "tactus/systems/control/lyapunov.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

TEST_CASE("Lyapunov: one state, in either time -> closed form") {
  const MatrixXd f = MatrixXd::Constant(1, 1, -0.5);
  const MatrixXd c = MatrixXd::Constant(1, 1, 3);
  // The integral of 3 exp(-t), and the sum of 3 / 4^k.
  CHECK(SolveLyapunov(f, c, TimeDomain::kContinuous)(0, 0) == Approx(3));
  CHECK(SolveLyapunov(f, c, TimeDomain::kDiscrete)(0, 0) == Approx(4));
}

// x'' + 2 d x' + x = 0: the integral of x^2 + x'^2 in closed form. With
// S = [a, b; b, c]: 2 b = 1, 4 d c - 2 b = 1, a = c + 2 d b.
TEST_CASE("Lyapunov: a damped oscillator -> closed form") {
  const double d = 0.3;
  const MatrixXd S =
      SolveLyapunov(MatrixXd{{0, 1}, {-1, -2 * d}}, MatrixXd::Identity(2, 2),
                    TimeDomain::kContinuous);
  const double b = 0.5, c = 1 / (2 * d), a = c + 2 * d * b;
  CHECK((S - MatrixXd{{a, b}, {b, c}}).norm() < 1e-14);
}

TEST_CASE("Lyapunov: discrete time -> the sum of the costs") {
  const MatrixXd F{{0.2, 0.5, 0}, {-0.6, 0.4, 0.1}, {0.3, 0, -0.7}};
  const MatrixXd C{{2, 0.5, 0}, {0.5, 1, 0.2}, {0, 0.2, 3}};
  MatrixXd sum = MatrixXd::Zero(3, 3), power = MatrixXd::Identity(3, 3);
  for (int k = 0; k < 300; ++k) {
    sum += power.transpose() * C * power;
    power = F * power;
  }
  const MatrixXd S = SolveLyapunov(F, C, TimeDomain::kDiscrete);
  CHECK((S - sum).norm() < 1e-13);
  CHECK(S == S.transpose());
}

TEST_CASE(
    "Lyapunov: no states -> no cost, sizes that do not match -> refused") {
  CHECK(SolveLyapunov(MatrixXd(0, 0), MatrixXd(0, 0), TimeDomain::kContinuous)
            .size() == 0);
  CHECK_THROWS_WITH(SolveLyapunov(MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 3),
                                  TimeDomain::kDiscrete),
                    "F and C must be square matrices of the same size");
}

}  // namespace
}  // namespace tactus::systems
