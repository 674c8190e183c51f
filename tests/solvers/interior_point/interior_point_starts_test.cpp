// Where iterations start, and where they start again.
#include <catch2/catch.hpp>

#include "tactus/solvers/interior_point/dense_problem.h"
#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::solvers {
namespace {

// x^2 = -1 has no solution.
class NoSolution final : public DenseProblem {
 public:
  const ConeProduct& cones() const override { return cones_; }
  void CalcDense(const VectorXd& x, const VectorXd&, bool,
                 DensePoint* point) override {
    point->E.setConstant(1, x[0] * x[0] + 1);
    point->g.resize(0);
    point->E_x.setConstant(1, 1, 2 * x[0]);
    point->E_z.resize(1, 0);
    point->g_x.resize(0, 1);
    point->g_z.resize(0, 0);
  }

 private:
  ConeProduct cones_;
};

// x z = 0 at z = s = 1 / 2, s = x, kappa = 1 / 4: which is where it starts.
class StartsSolved final : public DenseProblem {
 public:
  StartsSolved() { cones_.Add(1); }
  const ConeProduct& cones() const override { return cones_; }
  void SetStart(VectorXd* z, VectorXd* s) const override {
    z->setConstant(1, 0.5);
    s->setConstant(1, 0.5);
  }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool,
                 DensePoint* point) override {
    point->E.setConstant(1, x[0] - z[0]);
    point->g = x;
    point->E_x.setOnes(1, 1);
    point->E_z.setConstant(1, 1, -1);
    point->g_x.setOnes(1, 1);
    point->g_z.setZero(1, 1);
  }

 private:
  ConeProduct cones_;
};

// The same, for which a guess is made where it says.
class GuessesSolution final : public DenseProblem {
 public:
  explicit GuessesSolution(double guess) : guess_(guess) { cones_.Add(1); }
  const ConeProduct& cones() const override { return cones_; }
  bool SetGuess(double kappa, VectorXd* x, VectorXd* z, VectorXd* s) override {
    x->setConstant(1, guess_);
    z->setConstant(1, kappa / guess_);
    s->setConstant(1, guess_);
    return true;
  }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool derivatives,
                 DensePoint* point) override {
    StartsSolved().CalcDense(x, z, derivatives, point);
  }

 private:
  ConeProduct cones_;
  double guess_;
};

TEST_CASE("Interior point: a guess -> it starts there, and goes on from it") {
  InteriorPoint solver;
  VectorXd x = VectorXd::Zero(1);
  GuessesSolution right(1e-4);
  InteriorPointReport report = solver.Solve({.kappa = 1e-8}, &right, &x);
  CHECK(report.converged());
  CHECK(report.iterations == 1);
  CHECK(x[0] == Approx(1e-4));
  GuessesSolution near(1.1e-4);
  report = solver.Solve({.kappa = 1e-8}, &near, &x);
  CHECK(report.converged());
  CHECK(report.iterations > 0);
  CHECK(report.iterations <= 3);
  CHECK(report.restarts == 0);
}

// A guess from which nothing moves, and neutral elements that solve it.
class GuessesWrong final : public DenseProblem {
 public:
  GuessesWrong() { cones_.Add(1); }
  const ConeProduct& cones() const override { return cones_; }
  bool SetGuess(double, VectorXd* x, VectorXd* z, VectorXd* s) override {
    x->setConstant(1, 7);
    z->setConstant(1, 5);
    s->setConstant(1, 5);
    return true;
  }
  double CalcLargestStep(const VectorXd&, const VectorXd&) override {
    return 1e-3;
  }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool derivatives,
                 DensePoint* point) override {
    StartsSolved().CalcDense(x, z, derivatives, point);
  }

 private:
  ConeProduct cones_;
};

TEST_CASE("Interior point: a guess that leads nowhere -> neutral elements") {
  GuessesWrong problem;
  InteriorPoint solver;
  VectorXd x = VectorXd::Ones(1);
  const InteriorPointReport report = solver.Solve({.kappa = 1}, &problem, &x);
  CHECK(report.converged());
  CHECK(report.restarts == 1);
  CHECK(report.iterations == 6);
  CHECK(x[0] == Approx(1));
}

TEST_CASE("Interior point: a problem that says where to start -> there") {
  StartsSolved problem;
  InteriorPoint solver;
  VectorXd x = VectorXd::Constant(1, 0.5);
  const InteriorPointReport report =
      solver.Solve({.kappa = 0.25}, &problem, &x);
  CHECK(report.converged());
  CHECK(report.iterations == 1);
}

// Whose steps are allowed a thousandth of their length.
class Standstill final : public DenseProblem {
 public:
  const ConeProduct& cones() const override { return cones_; }
  double CalcLargestStep(const VectorXd&, const VectorXd&) override {
    return 1e-3;
  }
  void CalcDense(const VectorXd& x, const VectorXd&, bool,
                 DensePoint* point) override {
    point->E = x;
    point->g.resize(0);
    point->E_x.setOnes(1, 1);
    point->E_z.resize(1, 0);
    point->g_x.resize(0, 1);
    point->g_z.resize(0, 0);
  }

 private:
  ConeProduct cones_;
};

TEST_CASE("Interior point: five short steps in a row -> the next start") {
  Standstill problem;
  InteriorPoint solver;
  VectorXd x = VectorXd::Constant(1, 3);
  const InteriorPointReport report = solver.Solve({}, &problem, &x);
  CHECK_FALSE(report.converged());
  CHECK(report.iterations == 25);
}

TEST_CASE("Interior point: no solution -> a status, after all starts") {
  NoSolution problem;
  InteriorPoint solver;
  VectorXd x = VectorXd::Constant(1, 3);
  const InteriorPointReport report = solver.Solve({}, &problem, &x);
  CHECK_FALSE(report.converged());
  CHECK(report.restarts == 4);  // There are five starts.
}

}  // namespace
}  // namespace tactus::solvers
