#include "tactus/solvers/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "tactus/solvers/interior_point/dense_problem.h"

namespace tactus::solvers {
namespace {

// A point of mass m on ground at a distance, with velocity v0, for a step h:
//
//     m (v - v0) = (b1, b2, gamma),   phi = gap + h v_n,   mu gamma = z_0.
//
// Unknowns v = (t1, t2, n) and psi; z = gamma, (z_0, b1, b2).
class PointOnGround : public DenseProblem {
 public:
  PointOnGround(double mass, double mu, double gap, double h,
                const Vector3d& v0)
      : mass_(mass), mu_(mu), gap_(gap), h_(h), v0_(v0) {
    cones_.Add(1);
    cones_.Add(3);
  }
  const ConeProduct& cones() const override { return cones_; }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool derivatives,
                 DensePoint* point) override {
    point->E.resize(4);
    point->E << mass_ * (x.head<3>() - v0_) - Vector3d(z[2], z[3], z[0]),
        mu_ * z[0] - z[1];
    point->g.resize(4);
    point->g << gap_ + h_ * x[2], x[3], x[0], x[1];
    if (!derivatives) return;
    point->E_x.setZero(4, 4);
    point->E_x.topLeftCorner<3, 3>().diagonal().setConstant(mass_);
    point->E_z.setZero(4, 4);
    point->E_z(0, 2) = point->E_z(1, 3) = point->E_z(2, 0) = -1;
    point->E_z(3, 0) = mu_;
    point->E_z(3, 1) = -1;
    point->g_x.setZero(4, 4);
    point->g_x(0, 2) = h_;
    point->g_x(1, 3) = point->g_x(2, 0) = point->g_x(3, 1) = 1;
    point->g_z.setZero(4, 4);
  }

 private:
  double mass_, mu_, gap_, h_;
  Vector3d v0_;
  ConeProduct cones_;
};

struct Result {
  Vector3d v, impulse;
  InteriorPointReport report;
};

Result Solve(double mass, double mu, double gap, const Vector3d& v0,
             double kappa) {
  constexpr double h = 0.01;
  PointOnGround problem(mass, mu, gap, h, v0);
  InteriorPoint solver;
  VectorXd x(4);
  x << v0, 1;
  Result result;
  result.report = solver.Solve({.kappa = kappa}, &problem, &x);
  result.v = x.head<3>();
  result.impulse = {solver.z()[2], solver.z()[3], solver.z()[0]};
  return result;
}

TEST_CASE("Interior point: a point that leaves -> no impulse, but for kappa") {
  const Result result = Solve(2, 0.5, 0.1, {1, 0, 3}, 1e-8);
  REQUIRE(result.report.converged());
  CHECK((result.v - Vector3d(1, 0, 3)).norm() < 1e-6);
}

TEST_CASE("Interior point: fast along the ground -> slips by Coulomb's law") {
  const Result result = Solve(2, 0.5, 0, {3, 4, -1}, 1e-10);
  REQUIRE(result.report.converged());
  CHECK(result.v.z() == Approx(0).margin(1e-6));
  CHECK(result.impulse.z() == Approx(2));
  // mu gamma = 1 against (3, 4) / 5
  CHECK((result.impulse.head<2>() - Vector2d(-0.6, -0.8)).norm() < 1e-6);
}

TEST_CASE("Interior point: polished -> the solution at hand, or as it was") {
  PointOnGround problem(2, 0.5, 0, 0.01, {3, 4, -1});
  InteriorPoint solver;
  VectorXd x(4);
  x << 3, 4, -1, 1;
  REQUIRE(solver.Solve({.kappa = 1e-4}, &problem, &x).converged());
  const VectorXd x0 = x, z0 = solver.z(), s0 = solver.s();
  const InteriorPointReport failed =
      solver.Polish({.kappa = 1e-10, .max_iterations = 1}, &problem, &x);
  CHECK_FALSE(failed.converged());
  CHECK(failed.iterations == 1);
  CHECK(x == x0);
  CHECK(solver.z() == z0);
  CHECK(solver.s() == s0);
  REQUIRE(solver.Polish({.kappa = 1e-10}, &problem, &x).converged());
  CHECK(solver.z()[0] == Approx(2));
  CHECK((solver.z().tail<2>() - Vector2d(-0.6, -0.8)).norm() < 1e-6);
}

TEST_CASE("Interior point: slow along the ground -> sticks") {
  const Result result = Solve(2, 0.5, 0, {0.2, -0.1, -1}, 1e-10);
  REQUIRE(result.report.converged());
  CHECK(result.v.norm() < 1e-6);
}

// [Howell22] with the specification's closed forms: at a given kappa, the gap is
// kappa / gamma and friction sqrt(mu^2 gamma^2 + (kappa / 2 v)^2) - kappa / 2
// v.
TEST_CASE("Interior point: kappa -> its gap and friction in closed form") {
  const double kappa = GENERATE(1e-3, 1e-5, 1e-7);
  const Result result = Solve(2, 0.5, 0, {1.2, 0, -1}, kappa);
  REQUIRE(result.report.converged());
  const double gamma = result.impulse.z(), slip = result.v.x();
  CHECK(0.01 * result.v.z() == Approx(kappa / gamma).epsilon(1e-2));
  const double part = kappa / (2 * slip);
  CHECK(-result.impulse.x() ==
        Approx(std::sqrt(0.25 * gamma * gamma + part * part) - part)
            .epsilon(1e-4));
}

TEST_CASE("Interior point: random contacts -> solved, in few iterations") {
  std::mt19937 random(9);
  std::uniform_real_distribution<> in(-1, 1);
  long iterations = 0;
  int restarts = 0;
  constexpr int kRounds = 3000;
  for (int round = 0; round < kRounds; ++round) {
    const double mass = std::pow(10, 2 * in(random));
    const double kappa = std::pow(10, -6 + 2 * in(random));
    const Result result =
        Solve(mass, 0.5 + 0.5 * in(random), 0.01 * (1 + in(random)),
              {in(random), in(random), 2 * in(random)}, kappa);
    REQUIRE(result.report.converged());
    CHECK(result.report.complementarity <= 1e-2 * kappa);
    CHECK(result.report.residual <= 1e-9);
    iterations += result.report.iterations;
    restarts += result.report.restarts;
  }
  CHECK(iterations < 12 * kRounds);
  CHECK(restarts < kRounds / 100);
}

// Points that have nothing to do with each other, in one problem, as contacts
// of one robot are: the step of all ends where the first meets its cone.
class PointsOnGround final : public DenseProblem {
 public:
  void Add(const PointOnGround& point) {
    points_.push_back(point);
    cones_.Add(1);
    cones_.Add(3);
  }
  const ConeProduct& cones() const override { return cones_; }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool derivatives,
                 DensePoint* point) override {
    const auto n = 4 * std::ssize(points_);
    point->E.resize(n);
    point->g.resize(n);
    for (MatrixXd* rates : {&point->E_x, &point->E_z, &point->g_x, &point->g_z})
      rates->setZero(n, n);
    DensePoint own;
    for (Eigen::Index at = 0; at < n; at += 4) {
      points_[at / 4].CalcDense(x.segment<4>(at), z.segment<4>(at), derivatives,
                                &own);
      point->E.segment<4>(at) = own.E;
      point->g.segment<4>(at) = own.g;
      if (!derivatives) continue;
      point->E_x.block<4, 4>(at, at) = own.E_x;
      point->E_z.block<4, 4>(at, at) = own.E_z;
      point->g_x.block<4, 4>(at, at) = own.g_x;
    }
  }

 private:
  std::vector<PointOnGround> points_;
  ConeProduct cones_;
};

TEST_CASE(
    "Interior point: 20 contacts of all kinds -> hardly more iterations "
    "than of one") {
  std::mt19937 random(4);
  std::uniform_real_distribution<> in(-1, 1);
  long iterations = 0;
  constexpr int kRounds = 50, kPoints = 20;
  for (int round = 0; round < kRounds; ++round) {
    PointsOnGround problem;
    VectorXd x(4 * kPoints);
    for (int i = 0; i < kPoints; ++i) {
      const Vector3d v0(in(random), in(random), 2 * in(random));
      const double mass = std::pow(10, in(random));
      problem.Add(
          {mass, 0.5 + 0.5 * in(random), 0.01 * (1 + in(random)), 0.01, v0});
      x.segment<4>(4 * i) << v0, 1;
    }
    InteriorPoint solver;
    const InteriorPointReport report =
        solver.Solve({.kappa = 1e-6}, &problem, &x);
    REQUIRE(report.converged());
    CHECK(report.restarts == 0);
    iterations += report.iterations;
  }
  // 11.6 each without correctors of centrality.
  CHECK(iterations < 11 * kRounds);
}

TEST_CASE("Interior point: a log -> each iterate, and the same solution") {
  PointOnGround problem(2, 0.5, 0, 0.01, {3, 4, -1});
  InteriorPoint solver;
  VectorXd x(4), logged(4);
  x << 3, 4, -1, 1;
  logged = x;
  InteriorPointReport report = solver.Solve({}, &problem, &x);
  const int iterations = report.iterations;
  std::vector<InteriorPointIterate> log;
  report = solver.Solve({.log = &log}, &problem, &logged);
  CHECK(logged == x);
  CHECK(report.iterations == iterations);
  REQUIRE(static_cast<int>(log.size()) == iterations + 1);
  CHECK(log.back().residual == report.residual);
  CHECK(log.back().complementarity == report.complementarity);
  // From neutral elements, s o z = e.
  CHECK(log.front().complementarity == Approx(1).epsilon(1e-5));
  for (std::size_t i = 0; i < log.size(); ++i) {
    CHECK(log[i].condition >= 1);
    CHECK(std::isfinite(log[i].condition));
    CHECK(std::isfinite(log[i].full_condition));
    CHECK(std::isfinite(log[i].primal_condition));
  }
}

// x = a + z, x z = kappa, from where the first step leads z out of its cone
// while all violations are below 1e-8.
class EndsNearby final : public DenseProblem {
 public:
  EndsNearby() { cones_.Add(1); }
  const ConeProduct& cones() const override { return cones_; }
  bool SetGuess(double, VectorXd* x, VectorXd* z, VectorXd* s) override {
    x->setConstant(1, 1e-9);
    z->setConstant(1, 5e-9);
    s->setConstant(1, 1e-9);
    return true;
  }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool,
                 DensePoint* point) override {
    least_ = std::min(least_, z[0]);
    point->E = x - VectorXd::Constant(1, 5e-9) - z;
    point->g = x;
    point->E_x.setOnes(1, 1);
    point->E_z.setConstant(1, 1, -1);
    point->g_x.setOnes(1, 1);
    point->g_z.setZero(1, 1);
  }
  double least() const { return least_; }

 private:
  ConeProduct cones_;
  double least_ = 1;
};

TEST_CASE("Interior point: violations below 1e-8 -> still inside of the cone") {
  EndsNearby problem;
  InteriorPoint solver;
  VectorXd x = VectorXd::Ones(1);
  const InteriorPointReport report =
      solver.Solve({.kappa = 1e-18, .tolerance = 1e-13}, &problem, &x);
  CHECK(report.converged());
  CHECK(report.restarts == 0);
  // Two steps leave a hundredth of the way each, at least, from 5e-9.
  CHECK(1e9 * problem.least() > 4e-4);
  CHECK(solver.s()[0] * solver.z()[0] == Approx(1e-18).epsilon(0.01));
}

// As if E were small against the share of itself.
class Demanding final : public PointOnGround {
 public:
  explicit Demanding(double share)
      : PointOnGround(1, 0.5, 0, 0.01, {1, 0, -1}), share_(share) {}
  void CalcTolerances(double tolerance, const VectorXd& x, const VectorXd&,
                      VectorXd* most) override {
    most->setConstant(x.size(), share_ * tolerance);
  }

 private:
  double share_;
};

TEST_CASE("Interior point: E's own tolerances -> iterations end by these") {
  const auto solve = [](double share) {
    Demanding problem(share);
    InteriorPoint solver;
    VectorXd x(4);
    x << 1, 0, -1, 1;
    return solver.Solve({.kappa = 1e-6, .tolerance = 1e-6}, &problem, &x);
  };
  const InteriorPointReport plain = solve(1), strict = solve(-1);
  CHECK(plain.converged());
  CHECK(plain.iterations > 0);
  CHECK(strict.status == Status::kIterationLimit);
}

// A start that is the solution, as far as tolerances tell, is not yet taken.
TEST_CASE("Interior point: solved at the start -> one iteration") {
  PointOnGround problem(1, 0.5, 1, 0.01, {1, 0, 0});
  InteriorPoint solver;
  VectorXd x(4);
  x << 1, 0, 0, 1;
  const InteriorPointOptions loose{
      .kappa = 1, .tolerance = 1e3, .complementarity = 1e3};
  const InteriorPointReport report = solver.Solve(loose, &problem, &x);
  CHECK(report.converged());
  CHECK(report.iterations == 1);
}

}  // namespace
}  // namespace tactus::solvers
