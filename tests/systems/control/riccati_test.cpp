#include "tactus/systems/control/riccati.h"

#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tactus/systems/control/lyapunov.h"
#include "tactus/systems/control/stabilizability.h"

namespace tactus::systems {
namespace {

using Catch::Contains;

MatrixXd Scalar(double x) {
  return MatrixXd::Constant(1, 1, x);
}

const MatrixXd kI1 = MatrixXd::Identity(1, 1), kI2 = MatrixXd::Identity(2, 2);

// Entries that look random, the same everywhere.
MatrixXd Scatter(int rows, int cols, double seed) {
  MatrixXd M(rows, cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      M(i, j) = std::sin(seed + 12.9898 * i + 78.233 * j * j + 3.7 * i * j);
    }
  }
  return M;
}

struct Example {
  MatrixXd A, B, Q, R;
};

TEST_CASE("CheckRiccatiProblem: no states -> accepted") {
  const MatrixXd none(0, 0), B(0, 1);
  CHECK_NOTHROW(CheckRiccatiProblem(none, B, none, kI1));
}

Example MakeExample(int n, int m, double seed) {
  const MatrixXd C = Scatter(std::max(1, n / 2), n, seed + 2),
                 D = Scatter(m, m, seed + 3);
  return {Scatter(n, n, seed), Scatter(n, m, seed + 1), C.transpose() * C,
          D.transpose() * D + MatrixXd::Identity(m, m)};
}

double ContinuousResidual(const Example& e, const MatrixXd& S) {
  const MatrixXd SB = S * e.B;
  return (e.A.transpose() * S + S * e.A - SB * e.R.inverse() * SB.transpose() +
          e.Q)
             .norm() /
         (S.norm() * (1 + e.A.norm()) + e.Q.norm());
}

double DiscreteResidual(const Example& e, const MatrixXd& S) {
  const MatrixXd BSA = e.B.transpose() * S * e.A;
  return (e.A.transpose() * S * e.A -
          BSA.transpose() * (e.R + e.B.transpose() * S * e.B).inverse() * BSA +
          e.Q - S)
             .norm() /
         (S.norm() * (1 + e.A.squaredNorm()));
}

bool IsPositive(const MatrixXd& S) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> spectrum(S);
  return spectrum.eigenvalues()[0] > -1e-12 * S.norm();
}

TEST_CASE("Continuous Riccati: one state -> closed form") {
  // 2 a s - b^2 s^2 / r + q = 0, the positive root.
  for (const double a : {-2.0, 0.0, 3.0}) {
    const double b = 0.7, q = 5, r = 0.2;
    const double s = (a + std::sqrt(a * a + b * b * q / r)) * r / (b * b);
    CHECK(SolveContinuousRiccati(Scalar(a), Scalar(b), Scalar(q), Scalar(r))(
              0, 0) == Approx(s).epsilon(1e-12));
  }
}

TEST_CASE("Continuous Riccati: the double integrator -> closed form") {
  const MatrixXd S = SolveContinuousRiccati(MatrixXd{{0, 1}, {0, 0}},
                                            MatrixXd{{0}, {1}}, kI2, kI1);
  const double root3 = std::sqrt(3);
  CHECK((S - MatrixXd{{root3, 1}, {1, root3}}).norm() < 1e-13);
}

TEST_CASE("Discrete Riccati: all ones -> the golden ratio") {
  // s = s - s^2 / (1 + s) + 1, so s^2 = s + 1.
  CHECK(SolveDiscreteRiccati(kI1, kI1, kI1, kI1)(0, 0) ==
        Approx((1 + std::sqrt(5)) / 2).epsilon(1e-13));
}

TEST_CASE("Discrete Riccati: one state -> closed form") {
  // b^2 s^2 + (r - a^2 r - b^2 q) s - q r = 0, the positive root.
  for (const double a : {-1.5, 0.0, 0.5, 4.0}) {
    const double b = 0.7, q = 5, r = 0.2;
    const double p = r - a * a * r - b * b * q;
    const double s = (-p + std::sqrt(p * p + 4 * b * b * q * r)) / (2 * b * b);
    CHECK(SolveDiscreteRiccati(Scalar(a), Scalar(b), Scalar(q), Scalar(r))(
              0, 0) == Approx(s).epsilon(1e-12));
  }
}

TEST_CASE("Discrete Riccati: a chain of delays, A singular -> closed form") {
  // x1 is the input two steps ago, and costs 1: nothing can be done about what
  // is on its way.
  const MatrixXd S =
      SolveDiscreteRiccati(MatrixXd{{0, 1}, {0, 0}}, MatrixXd{{0}, {1}},
                           MatrixXd{{1, 0}, {0, 0}}, kI1);
  CHECK((S - kI2).norm() < 1e-13);
}

TEST_CASE("Riccati: systems of 1 to 20 states -> solved, positive, stable") {
  for (int n = 1; n <= 20; ++n) {
    const int m = 1 + n / 3;
    const Example e = MakeExample(n, m, 0.1 * n);
    const MatrixXd S = SolveContinuousRiccati(e.A, e.B, e.Q, e.R);
    CHECK(ContinuousResidual(e, S) < 1e-12);
    CHECK(S == S.transpose());
    CHECK(IsPositive(S));
    CHECK(CalcGrowth(e.A - e.B * e.R.inverse() * e.B.transpose() * S,
                     TimeDomain::kContinuous) < 0);

    const MatrixXd Sd = SolveDiscreteRiccati(e.A, e.B, e.Q, e.R);
    CHECK(DiscreteResidual(e, Sd) < 1e-12);
    CHECK(IsPositive(Sd));
    const MatrixXd K = (e.R + e.B.transpose() * Sd * e.B).inverse() *
                       e.B.transpose() * Sd * e.A;
    CHECK(CalcGrowth(e.A - e.B * K, TimeDomain::kDiscrete) < 0);
  }
}

// With Q = I and R = r: s12 = sqrt(r), s11 = sqrt(1 + 2 s12), s22 = s12 s11.
TEST_CASE("Continuous Riccati: cheap and dear control -> closed form") {
  for (const double r : {1e-8, 1e-4, 1e4, 1e8, 1e12}) {
    const MatrixXd S = SolveContinuousRiccati(
        MatrixXd{{0, 1}, {0, 0}}, MatrixXd{{0}, {1}}, kI2, Scalar(r));
    const double s12 = std::sqrt(r), s11 = std::sqrt(1 + 2 * s12);
    const MatrixXd expected{{s11, s12}, {s12, s12 * s11}};
    CHECK((S - expected).cwiseQuotient(expected).cwiseAbs().maxCoeff() < 1e-11);
  }
}

// How far S is off follows to first order from the residual, as the cost that
// the closed loop makes of it.
TEST_CASE("Riccati: costs of very different size -> digits are kept") {
  Example e = MakeExample(6, 2, 0.3);
  for (const double factor : {1e-4, 1e4, 1e8, 1e12}) {
    e.R = factor * kI2;
    const MatrixXd S = SolveContinuousRiccati(e.A, e.B, e.Q, e.R);
    const MatrixXd K = e.R.inverse() * e.B.transpose() * S;
    const MatrixXd residual =
        e.A.transpose() * S + S * e.A - K.transpose() * e.R * K + e.Q;
    CHECK(
        SolveLyapunov(e.A - e.B * K, residual, TimeDomain::kContinuous).norm() <
        1e-9 * S.norm());

    const MatrixXd Sd = SolveDiscreteRiccati(e.A, e.B, e.Q, e.R);
    const MatrixXd Kd = (e.R + e.B.transpose() * Sd * e.B).inverse() *
                        e.B.transpose() * Sd * e.A;
    const MatrixXd closed_loop = e.A - e.B * Kd;
    const MatrixXd residual_d = closed_loop.transpose() * Sd * closed_loop +
                                Kd.transpose() * e.R * Kd + e.Q - Sd;
    CHECK(SolveLyapunov(closed_loop, residual_d, TimeDomain::kDiscrete).norm() <
          1e-10 * Sd.norm());
  }
}

TEST_CASE("Riccati: no cost of x -> the least effort that stabilises") {
  // The eigenvalue 2 is mirrored to -2 (1/2 in discrete time).
  const MatrixXd zero = Scalar(0);
  const double s = SolveContinuousRiccati(Scalar(2), kI1, zero, kI1)(0, 0);
  CHECK(s == Approx(4));
  const double sd = SolveDiscreteRiccati(Scalar(2), kI1, zero, kI1)(0, 0);
  CHECK(2 - 2 * sd / (1 + sd) == Approx(0.5));
}

TEST_CASE("Riccati: a mode out of reach that does not decay -> named") {
  const MatrixXd A{{0.5, 0}, {0, 2}}, B{{1}, {0}};
  const std::string message =
      "LQR: the system cannot be stabilised; its mode with eigenvalue 2 does "
      "not decay, and the inputs do not reach it";
  CHECK_THROWS_WITH(SolveContinuousRiccati(A, B, kI2, kI1), message);
  CHECK_THROWS_WITH(SolveDiscreteRiccati(A, B, kI2, kI1), message);
  // One that decays by itself may be out of reach.
  const MatrixXd decaying{{1, 0}, {0, -0.5}};
  CHECK_NOTHROW(SolveContinuousRiccati(decaying, B, kI2, kI1));
  CHECK_NOTHROW(SolveDiscreteRiccati(decaying, B, kI2, kI1));
  // An oscillation, out of reach.
  const MatrixXd oscillator{{0, 3}, {-3, 0}};
  CHECK_THROWS_WITH(
      SolveContinuousRiccati(oscillator, MatrixXd::Zero(2, 1), kI2, kI1),
      Contains("eigenvalue 0+3i") || Contains("eigenvalue 0-3i"));
}

TEST_CASE("Riccati: a mode that neither decays nor costs -> named") {
  const MatrixXd A{{0, 0}, {0, -1}}, Q{{0, 0}, {0, 1}};
  CHECK_THROWS_WITH(
      SolveContinuousRiccati(A, kI2, Q, kI2),
      "LQR: the mode with eigenvalue 0 does not decay, and Q puts "
      "no cost on it");
  for (const double e : {1.0, -1.0}) {
    CHECK_THROWS_WITH(
        SolveDiscreteRiccati(MatrixXd{{e, 0}, {0, 0.5}}, kI2, Q, kI2),
        Contains("puts no cost on it"));
  }
}

TEST_CASE("Riccati: wrong sizes, NaN, asymmetry, wrong signs -> refused") {
  const auto complaint = [](const MatrixXd& A, const MatrixXd& B,
                            const MatrixXd& Q, const MatrixXd& R) {
    CHECK_THROWS_AS(SolveContinuousRiccati(A, B, Q, R), std::invalid_argument);
    try {
      SolveDiscreteRiccati(A, B, Q, R);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const MatrixXd B = MatrixXd::Ones(2, 1);
  CHECK(complaint(kI2, kI1, kI2, kI1) ==
        "LQR: the sizes of A, B, Q and R do not match");
  CHECK(complaint(kI2, B, kI2, kI2) ==
        "LQR: the sizes of A, B, Q and R do not match");
  CHECK(complaint(kI2 * std::nan(""), B, kI2, kI1) ==
        "LQR: A, B, Q and R must be finite");
  CHECK(complaint(kI2, B, MatrixXd{{1, 1}, {0, 1}}, kI1) ==
        "LQR: Q and R must be symmetric");
  CHECK(complaint(kI2, B, kI2, Scalar(0)) ==
        "LQR: R must be positive definite");
  CHECK(complaint(kI2, B, -kI2, kI1) == "LQR: Q must be positive semidefinite");
}

TEST_CASE(
    "Stabilizability: either time -> modes out of reach that do not decay") {
  const MatrixXd A{{-0.5, 0}, {0, -2}}, B{{1}, {0}};
  CHECK(!FindUnstabilizableMode(A, B, TimeDomain::kContinuous));
  const auto mode = FindUnstabilizableMode(A, B, TimeDomain::kDiscrete);
  REQUIRE(mode);
  CHECK(*mode == std::complex<double>(-2));
  CHECK(CalcGrowth(A, TimeDomain::kContinuous) == Approx(-0.5));
  CHECK(CalcGrowth(A, TimeDomain::kDiscrete) == Approx(1));
  CHECK(!FindUnstabilizableMode(MatrixXd(0, 0), MatrixXd(0, 1),
                                TimeDomain::kContinuous));
  CHECK_THROWS_AS(FindUnstabilizableMode(B, A, TimeDomain::kContinuous),
                  std::invalid_argument);
}

TEST_CASE("Stabilizability: mixed coordinates -> the mode out of reach") {
  // Eigenvalues 1, 2, -3, of which the second is out of reach.
  MatrixXd T = Scatter(3, 3, 0.4);
  const MatrixXd A = T * Eigen::Vector3d(1, 2, -3).asDiagonal() * T.inverse();
  const MatrixXd B = T * Eigen::Vector3d(1, 0, 1);
  const auto mode = FindUnstabilizableMode(A, B, TimeDomain::kContinuous);
  REQUIRE(mode);
  CHECK(std::abs(*mode - 2.0) < 1e-10);
}

}  // namespace
}  // namespace tactus::systems
