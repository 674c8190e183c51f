#include "tactus/systems/control/lqr.h"

#include <cmath>

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tactus/systems/control/finite_horizon_lqr.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;

MatrixXd Scalar(double x) {
  return MatrixXd::Constant(1, 1, x);
}

const MatrixXd kI1 = MatrixXd::Identity(1, 1), kI2 = MatrixXd::Identity(2, 2);

LqrProblem DoubleIntegrator() {
  return {.A = MatrixXd{{0, 1}, {0, 0}},
          .B = MatrixXd{{0}, {1}},
          .Q = kI2,
          .R = kI1};
}

// With a cross term, and a decaying A.
LqrProblem Example() {
  return {.A = MatrixXd{{0.3, 0.9}, {-0.6, 0.5}},
          .B = MatrixXd{{0.2}, {1}},
          .Q = MatrixXd{{2, 0.3}, {0.3, 1}},
          .R = Scalar(0.5),
          .N = MatrixXd{{0.4}, {-0.2}}};
}

TEST_CASE("ContinuousLqr: the double integrator -> closed form") {
  const LqrResult lqr = ContinuousLqr(DoubleIntegrator());
  CHECK((lqr.K - MatrixXd{{1, std::sqrt(3)}}).norm() < 1e-13);
}

// x+ = A x + B u from x0 with u = -(K + dK) x: the sum of the costs.
double CostOf(const LqrProblem& p, const MatrixXd& K, VectorXd x) {
  double cost = 0;
  for (int k = 0; k < 2000; ++k) {
    const VectorXd u = -K * x;
    cost += x.dot(p.Q * x) + u.dot(p.R * u);
    if (p.N.size() > 0) cost += 2 * x.dot(p.N * u);
    x = p.A * x + p.B * u;
  }
  return cost;
}

TEST_CASE("DiscreteLqr: the cost of a run -> x'S x, other gains cost more") {
  const LqrProblem p = Example();
  const LqrResult lqr = DiscreteLqr(p);
  const Vector2d x0(1, -2);
  const double least = CostOf(p, lqr.K, x0);
  CHECK(least == Approx(x0.dot(lqr.S * x0)).epsilon(1e-12));
  for (const double change : {1e-2, -1e-2}) {
    for (int i = 0; i < 2; ++i) {
      MatrixXd K = lqr.K;
      K(0, i) += change;
      CHECK(CostOf(p, K, x0) > least);
    }
  }
}

// The infinite integral solves (A - B K)'S + S (A - B K) + cost = 0; its four
// entries by a linear system.
MatrixXd CostMatrix(const LqrProblem& p, const MatrixXd& K) {
  const MatrixXd F = (p.A - p.B * K).transpose();
  const MatrixXd NK = p.N * K;
  const MatrixXd cost = p.Q - NK - NK.transpose() + K.transpose() * p.R * K;
  MatrixXd system = MatrixXd::Zero(4, 4);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int k = 0; k < 2; ++k) {
        system(i + 2 * j, k + 2 * j) += F(i, k);
        system(i + 2 * j, i + 2 * k) += F(j, k);
      }
    }
  }
  const VectorXd S = system.partialPivLu().solve(-VectorXd(cost.reshaped()));
  return S.reshaped(2, 2);
}

TEST_CASE(
    "ContinuousLqr: a cross term -> S is the cost, other gains cost more") {
  const LqrProblem p = Example();
  const LqrResult lqr = ContinuousLqr(p);
  CHECK((CostMatrix(p, lqr.K) - lqr.S).norm() < 1e-12);
  for (const double change : {1e-3, -1e-3}) {
    for (int i = 0; i < 2; ++i) {
      MatrixXd K = lqr.K;
      K(0, i) += change;
      CHECK((CostMatrix(p, K) - lqr.S).trace() > 0);
    }
  }
}

TEST_CASE("DiscreteLqrOverHorizon: all ones -> ratios of Fibonacci's numbers") {
  // s = 1 + s/(1 + s) from 0: 1, 3/2, 8/5, 21/13, 55/34.
  const auto results =
      DiscreteLqrOverHorizon({kI1, kI1, kI1, kI1, {}}, Scalar(0), 5);
  const double expected[]{55.0 / 34, 21.0 / 13, 8.0 / 5, 3.0 / 2, 1};
  REQUIRE(results.size() == 5);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(results[k].S(0, 0) == Approx(expected[k]).epsilon(1e-14));
  }
  CHECK(results[4].K(0, 0) == 0);
  CHECK(results[3].K(0, 0) == Approx(0.5));
}

TEST_CASE(
    "DiscreteLqrOverHorizon: far from its end -> the steady DiscreteLqr") {
  const LqrProblem p = Example();
  const auto results = DiscreteLqrOverHorizon(p, 7 * kI2, 300);
  const LqrResult steady = DiscreteLqr(p);
  CHECK((results[0].S - steady.S).norm() < 1e-12);
  CHECK((results[0].K - steady.K).norm() < 1e-12);
  CHECK(DiscreteLqrOverHorizon(p, kI2, 0).empty());
}

TEST_CASE("ContinuousLqrOverHorizon: one state -> closed form") {
  // -s' = 1 - s^2, s(T) = 0:  s = tanh(T - t), and K = s.
  const FiniteHorizonLqr lqr =
      ContinuousLqrOverHorizon({Scalar(0), kI1, kI1, kI1, {}}, Scalar(0),
                               {.start = 1, .end = 6, .accuracy = 1e-9});
  CHECK(lqr.S.start_time() == 1);
  CHECK(lqr.S.end_time() == 6);
  for (double t = 1; t <= 6; t += 0.0625) {
    CHECK(lqr.S.value(t)[0] == Approx(std::tanh(6 - t)).margin(1e-9));
    CHECK(lqr.K.value(t)[0] == Approx(std::tanh(6 - t)).margin(1e-9));
  }
}

TEST_CASE("ContinuousLqrOverHorizon: a cost at the end alone -> closed form") {
  // Nothing but the end costs: -s' = -s^2, s(T) = qf:  s = qf / (1 + qf (T -
  // t)).
  const double qf = 50;
  const FiniteHorizonLqr lqr =
      ContinuousLqrOverHorizon({Scalar(0), kI1, Scalar(0), kI1, {}}, Scalar(qf),
                               {.end = 2, .accuracy = 1e-8});
  for (double t = 0; t <= 2; t += 0.03125) {
    CHECK(lqr.S.value(t)[0] ==
          Approx(qf / (1 + qf * (2 - t))).margin(1e-8 * qf));
  }
}

TEST_CASE("ContinuousLqrOverHorizon: a cross term -> solves its equation") {
  const LqrProblem p = Example();
  const double accuracy = 1e-9;
  const FiniteHorizonLqr lqr = ContinuousLqrOverHorizon(
      p, MatrixXd{{3, 1}, {1, 2}}, {.end = 30, .accuracy = accuracy});
  CHECK((lqr.S.value(30).reshaped(2, 2) - MatrixXd{{3, 1}, {1, 2}}).norm() ==
        0);
  for (double t = 25; t < 30; t += 0.1) {
    const MatrixXd S = lqr.S.value(t).reshaped(2, 2);
    const MatrixXd Sdot = lqr.S.derivative(t).reshaped(2, 2);
    const MatrixXd K = lqr.K.value(t).reshaped(1, 2);
    CHECK((K - p.R.inverse() * (p.B.transpose() * S + p.N.transpose())).norm() <
          1e-12);
    const MatrixXd residual =
        Sdot + p.A.transpose() * S + S * p.A - K.transpose() * p.R * K + p.Q;
    CHECK(residual.norm() < 1e-5);
  }
  const LqrResult steady = ContinuousLqr(p);
  CHECK((lqr.S.value(0).reshaped(2, 2) - steady.S).norm() < 1e-9);
  CHECK((lqr.K.value(0).reshaped(1, 2) - steady.K).norm() < 1e-9);
}

TEST_CASE(
    "ContinuousLqrOverHorizon: an unreachable mode -> its cost, no gain") {
  // x' = x, out of reach: the cost of x(T)^2 is exp(2 (T - t)).
  const FiniteHorizonLqr lqr = ContinuousLqrOverHorizon(
      {kI1, Scalar(0), Scalar(0), kI1, {}}, kI1, {.end = 3, .accuracy = 1e-9});
  CHECK(lqr.S.value(0)[0] == Approx(std::exp(6)).epsilon(1e-9));
  CHECK(lqr.K.value(0)[0] == 0);
}

TEST_CASE("LQR: bad horizons, sizes and costs -> refused") {
  LqrProblem p = Example();
  CHECK_THROWS_WITH(DiscreteLqrOverHorizon(p, kI2, -1),
                    "LQR: a horizon of -1 steps");
  CHECK_THROWS_WITH(DiscreteLqrOverHorizon(p, kI1, 3), Contains("sizes"));
  CHECK_THROWS_WITH(DiscreteLqrOverHorizon(p, -kI2, 3),
                    Contains("positive semidefinite"));
  CHECK_THROWS_WITH(ContinuousLqrOverHorizon(p, kI2, {.start = 1, .end = 1}),
                    Contains("a horizon must start before it ends"));
  CHECK_THROWS_WITH(ContinuousLqrOverHorizon(p, kI2, {.end = 1, .accuracy = 0}),
                    Contains("accuracy be positive"));
  CHECK_THROWS_WITH(
      ContinuousLqrOverHorizon(p, kI2, {.end = 1e7, .accuracy = 1e-6}),
      Contains("changes too fast"));
  p.N = MatrixXd{{1, 2}};
  CHECK_THROWS_WITH(ContinuousLqr(p), Contains("N must be of the size of B"));
  p.N = MatrixXd{{9}, {9}};
  CHECK_THROWS_WITH(DiscreteLqr(p),
                    "LQR: [Q, N; N', R] must be positive semidefinite");
}

TEST_CASE("RemoveCrossTerm: Q = N R^-1 N' -> no cost of the state") {
  // Q - N R^-1 N' = 0: only u + R^-1 N'x costs, so that the best is to be at no
  // cost at all.
  const LqrProblem p{
      .A = Scalar(-1), .B = kI1, .Q = Scalar(4), .R = kI1, .N = Scalar(2)};
  const LqrProblem plain = RemoveCrossTerm(p);
  CHECK(plain.A(0, 0) == -3);
  CHECK(plain.Q(0, 0) == 0);
  CHECK(plain.N.size() == 0);
  const LqrResult lqr = ContinuousLqr(p);
  CHECK(lqr.S(0, 0) == Approx(0).margin(1e-14));
  CHECK(lqr.K(0, 0) == Approx(2));
}

}  // namespace
}  // namespace tactus::systems
