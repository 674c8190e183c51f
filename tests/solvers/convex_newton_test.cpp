#include "tactus/solvers/convex_newton.h"

#include <cmath>

#include "solvers/soft_corners.h"
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

using test::SoftCorners;

SoftCorners MakeProblem(double width = 1e-3) {
  const int n = 12;
  MatrixXd A = MatrixXd::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) A(i, i + 1) = A(i + 1, i) = -0.3;
  VectorXd r(n);
  for (int i = 0; i < n; ++i) r[i] = 3 * std::sin(1.0 + i);
  return {A, r, width, width};
}

TEST_CASE("Minimize: a start far off, across corners -> the minimum") {
  VectorXd exact = VectorXd::Zero(12);
  {
    SoftCorners function = MakeProblem();
    ConvexNewtonWorkspace workspace;
    REQUIRE(Minimize({.tolerance = 1e-14, .reuse_target = 0}, &function,
                     &workspace, &exact)
                .converged());
    REQUIRE(function.Gradient(exact).norm() < 1e-12);
  }
  for (int reuse : {0, 10}) {
    SoftCorners function = MakeProblem();
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Constant(12, -50);
    const NewtonReport report =
        Minimize({.reuse_target = reuse}, &function, &workspace, &v);
    CHECK(report.converged());
    // (33) estimates the error from one contraction rate; across a corner the
    // estimate is good to a factor, not to all digits.
    CHECK((v - exact).norm() < 1e-6 * function.scaled_linear_term());
    CHECK(report.factorizations <= report.iterations);
    if (reuse == 0) CHECK(report.factorizations == report.iterations);
  }
}

// By (32) in some of them, and by (33) in others, whose estimate of the error
// is good to a factor.
TEST_CASE("Minimize: a weight of 1e4 -> its velocity to 1e-4 of the rest") {
  const auto solve = [](const ConvexNewtonOptions& options,
                        const VectorXd& weights) {
    SoftCorners function = MakeProblem();
    function.set_weights(weights);
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Constant(12, -50);
    REQUIRE(Minimize(options, &function, &workspace, &v).converged());
    return v;
  };
  const VectorXd exact = solve({.tolerance = 1e-14, .reuse_target = 0}, {});
  const double size = MakeProblem().scaled_linear_term();
  double without = 0, with = 0;
  for (const double tolerance : {0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3}) {
    const ConvexNewtonOptions loose{.tolerance = tolerance};
    const VectorXd all_alike = solve(loose, {});
    CHECK(solve(loose, VectorXd::Ones(12)) == all_alike);
    for (int i = 0; i < 12; ++i) {
      VectorXd weights = VectorXd::Ones(12);
      weights[i] = 1e4;
      const double most = 1e-4 * tolerance * size;
      without = std::max(without, std::abs(all_alike[i] - exact[i]) / most);
      with =
          std::max(with, std::abs(solve(loose, weights)[i] - exact[i]) / most);
    }
  }
  CHECK(without > 100);
  CHECK(with < 10);
}

// A thousand solves, each from a guess that is off by less than the tolerance,
// must not end a thousand tolerances away.
TEST_CASE("Minimize: a guess within the tolerance -> still one iteration") {
  SoftCorners function = MakeProblem();
  ConvexNewtonWorkspace workspace;
  const ConvexNewtonOptions options{.tolerance = 1e-4};
  VectorXd v = VectorXd::Zero(12), g;
  REQUIRE(
      Minimize({.tolerance = 1e-13}, &function, &workspace, &v).converged());
  const VectorXd exact = v;
  v.array() += 1e-7;
  function.MoveTo(v, &g);
  REQUIRE(function.scale().cwiseProduct(g).norm() <
          options.tolerance * std::max(1.0, function.scaled_linear_term()));
  const NewtonReport again = Minimize(options, &function, &workspace, &v);
  CHECK(again.converged());
  CHECK(again.iterations == 1);
  CHECK(again.factorizations == 0);
  CHECK((v - exact).norm() < 1e-3 * 1e-7);
}

TEST_CASE(
    "Minimize: factorizations reused -> fewer of them, no fewer iterations") {
  int factorizations[2] = {0, 0}, iterations[2] = {0, 0};
  for (int reuse : {0, 10}) {
    SoftCorners function = MakeProblem(1);
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Zero(12);
    const NewtonReport report =
        Minimize({.reuse_target = reuse}, &function, &workspace, &v);
    REQUIRE(report.converged());
    factorizations[reuse > 0] = report.factorizations;
    iterations[reuse > 0] = report.iterations;
  }
  CHECK(factorizations[1] < factorizations[0]);
  CHECK(iterations[1] >= iterations[0]);
}

// l(v) = 1/2 (v - s)^2 with s = 1 + v / 2 that lags until it is off by more
// than `tolerance`: v = s = 2.
class LaggingSpring final : public ConvexFunction {
 public:
  explicit LaggingSpring(double tolerance) : tolerance_(tolerance) {}

  const VectorXd& scale() const override { return scale_; }
  double scaled_linear_term() const override { return 0; }
  void MoveTo(const VectorXd& v, VectorXd* gradient) override {
    v_ = v[0];
    *gradient = VectorXd::Constant(1, v_ - s_);
  }
  bool FactorizeHessian() override { return factorized_ = true; }
  bool has_factorization() const override { return factorized_; }
  void SolveHessian(const VectorXd& b, VectorXd* x) override { *x = b; }
  void SetDirection(const VectorXd& p) override { p_ = p[0]; }
  LineSample EvalLine(double alpha) override {
    const double x = v_ + alpha * p_ - s_, x0 = v_ - s_;
    return {(x * x - x0 * x0) / 2, x * p_, p_ * p_};
  }
  bool UpdateLag(VectorXd* gradient) override {
    const double s = 1 + v_ / 2;
    if (std::abs(s - s_) < tolerance_) return false;
    s_ = s;
    *gradient = VectorXd::Constant(1, v_ - s_);
    return true;
  }
  void MoveAlong(double alpha, VectorXd* gradient) override {
    MoveTo(VectorXd::Constant(1, v_ + alpha * p_), gradient);
  }

 private:
  VectorXd scale_ = VectorXd::Ones(1);
  double tolerance_, v_ = 0, s_ = 0.5, p_ = 0;
  bool factorized_ = false;
};

TEST_CASE("Minimize: a lag that moves the minimum -> follows it") {
  LaggingSpring spring(1e-6);
  ConvexNewtonWorkspace workspace;
  VectorXd v = VectorXd::Zero(1);
  const NewtonReport report = Minimize({}, &spring, &workspace, &v);
  CHECK(report.converged());
  CHECK(v[0] == Approx(2).margin(3e-6));
  CHECK(report.iterations > 15);  // Halves the lag each time.
}

TEST_CASE("Minimize: no lag updates left -> the minimum of the last function") {
  LaggingSpring spring(1e-6);
  ConvexNewtonWorkspace workspace;
  VectorXd v = VectorXd::Zero(1);
  const NewtonReport report =
      Minimize({.max_lag_updates = 2}, &spring, &workspace, &v);
  CHECK(report.converged());
  // s: 0.5, 1.25, 1.625.
  CHECK(v[0] == Approx(1.625));
}

TEST_CASE("Minimize: a looser tolerance -> fewer iterations") {
  int iterations[2];
  for (int k : {0, 1}) {
    SoftCorners function = MakeProblem();
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Constant(12, -50);
    const NewtonReport report = Minimize({.tolerance = k == 0 ? 1e-10 : 1e-2},
                                         &function, &workspace, &v);
    REQUIRE(report.converged());
    iterations[k] = report.iterations;
  }
  CHECK(iterations[1] < iterations[0]);
}

TEST_CASE("Minimize: asked to stop at an iteration -> ends there, by Stopped") {
  SoftCorners function = MakeProblem();
  ConvexNewtonWorkspace workspace;
  VectorXd v = VectorXd::Constant(12, -50), exact = v;
  REQUIRE(Minimize({}, &function, &workspace, &exact).iterations > 3);
  int asked = 0;
  const StopRequest stop = [&] {
    return ++asked == 3;
  };
  CHECK_THROWS_AS(Minimize({.stop = &stop}, &function, &workspace, &v),
                  Stopped);
  CHECK(asked == 3);
  // What stopped goes on to the same minimum.
  CHECK(Minimize({}, &function, &workspace, &v).converged());
  CHECK((v - exact).norm() < 1e-6 * function.scaled_linear_term());
}

TEST_CASE(
    "Minimize: indefinite, NaN, too few iterations -> a failure's status") {
  SECTION("an indefinite Hessian") {
    MatrixXd A = MatrixXd::Identity(2, 2);
    A(0, 1) = A(1, 0) = 2;
    SoftCorners function(A, VectorXd::Ones(2), 0, 1);
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Ones(2);
    CHECK(Minimize({}, &function, &workspace, &v).status ==
          Status::kNumericalFailure);
  }
  SECTION("a NaN") {
    VectorXd r = VectorXd::Ones(2);
    r[1] = std::nan("");
    SoftCorners function(MatrixXd::Identity(2, 2), r, 1, 1);
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Ones(2);
    CHECK(Minimize({}, &function, &workspace, &v).status ==
          Status::kNumericalFailure);
  }
  SECTION("too few iterations") {
    SoftCorners function = MakeProblem();
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Constant(12, -50);
    CHECK(Minimize({.max_iterations = 1}, &function, &workspace, &v).status ==
          Status::kIterationLimit);
  }
}

// l(v) = 1/2 |v|^2, with a factorization of H = diag(stale) at hand.
class StaleQuadratic final : public ConvexFunction {
 public:
  explicit StaleQuadratic(VectorXd stale)
      : H_(std::move(stale)), scale_(VectorXd::Ones(H_.size())) {}

  const VectorXd& scale() const override { return scale_; }
  double scaled_linear_term() const override { return 0; }
  void MoveTo(const VectorXd& v, VectorXd* gradient) override {
    *gradient = v_ = v;
  }
  bool FactorizeHessian() override {
    H_.setOnes();
    return true;
  }
  bool has_factorization() const override { return true; }
  void SolveHessian(const VectorXd& b, VectorXd* x) override {
    *x = b.cwiseQuotient(H_);
  }
  void SetDirection(const VectorXd& p) override { p_ = p; }
  LineSample EvalLine(double alpha) override {
    const double slope = v_.dot(p_), curvature = p_.squaredNorm();
    return {alpha * slope + alpha * alpha * curvature / 2,
            slope + alpha * curvature, curvature};
  }
  void MoveAlong(double alpha, VectorXd* gradient) override {
    MoveTo(v_ + alpha * p_, gradient);
  }

 private:
  VectorXd H_, scale_, v_, p_;
};

// At the rate theta = 1/8 from v = 1, |p| = 7/8, what (35) bounds is 8^-10 at
// the first iteration and stays there.
TEST_CASE("Minimize: a rate that just does, or does not, reach N -> by (35)") {
  const double bound = std::pow(8.0, -10);
  for (const bool reaches : {true, false}) {
    StaleQuadratic function(VectorXd::Constant(1, 8 / 7.0));
    ConvexNewtonWorkspace workspace;
    VectorXd v = VectorXd::Ones(1);
    const NewtonReport report =
        Minimize({.tolerance = bound * (reaches ? 2 : 0.5), .reuse_target = 10},
                 &function, &workspace, &v);
    CHECK(report.converged());
    CHECK(report.factorizations == (reaches ? 0 : 1));
    CHECK(report.iterations == (reaches ? 10 : 2));
  }
}

// The second step, which sees nothing but a direction that is far too stiff, is
// short beside the first; the gradient hardly falls.
TEST_CASE("Minimize: short steps of a stale Hessian -> not converged") {
  StaleQuadratic function(Vector2d(1, 1e9));
  ConvexNewtonWorkspace workspace;
  VectorXd v = VectorXd::Ones(2);
  const NewtonReport report =
      Minimize({.tolerance = 1e-6}, &function, &workspace, &v);
  CHECK(report.converged());
  CHECK(v.norm() < 1e-6);
  CHECK(report.factorizations == 1);
}

// l(v) = 1/2 (v - s)^2 + k/2 (-v)+^2, s > 0: a stiff branch left of 0, where
// the minimum is not.
class OneSidedSpring final : public ConvexFunction {
 public:
  OneSidedSpring(double s, double k) : s_(s), k_(k) {}

  const VectorXd& scale() const override { return scale_; }
  double scaled_linear_term() const override { return s_; }
  void MoveTo(const VectorXd& v, VectorXd* gradient) override {
    v_ = v[0];
    *gradient = VectorXd::Constant(1, Slope(v_));
  }
  bool FactorizeHessian() override {
    H_ = Curvature(v_);
    return true;
  }
  bool has_factorization() const override { return H_ > 0; }
  void SolveHessian(const VectorXd& b, VectorXd* x) override { *x = b / H_; }
  void SetDirection(const VectorXd& p) override { p_ = p[0]; }
  LineSample EvalLine(double alpha) override {
    const double v = v_ + alpha * p_;
    return {Cost(v) - Cost(v_), Slope(v) * p_, Curvature(v) * p_ * p_};
  }
  void MoveAlong(double alpha, VectorXd* gradient) override {
    MoveTo(VectorXd::Constant(1, v_ + alpha * p_), gradient);
  }

 private:
  double Cost(double v) const {
    return (v - s_) * (v - s_) / 2 + k_ / 2 * std::pow(std::min(v, 0.0), 2);
  }
  double Slope(double v) const { return v - s_ + k_ * std::min(v, 0.0); }
  double Curvature(double v) const { return v < 0 ? 1 + k_ : 1; }

  VectorXd scale_ = VectorXd::Ones(1);
  double s_, k_, v_ = 0, p_ = 0, H_ = 0;
};

// From v = -1e-3 the first step ends at 1e-8, |g| a hundred thousandth of what
// it was: the rate of convergence, were there one.
TEST_CASE("Minimize: a step out of a stiff branch -> not converged") {
  OneSidedSpring function(0.01, 1e6);
  ConvexNewtonWorkspace workspace;
  VectorXd v = VectorXd::Constant(1, -1e-3);
  const NewtonReport report =
      Minimize({.tolerance = 1e-6}, &function, &workspace, &v);
  CHECK(report.converged());
  CHECK(v[0] == Approx(0.01).epsilon(1e-6));
}

}  // namespace
}  // namespace tactus::solvers
