#include "tactus/examples/optimization/policy_search.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

// R = -(theta - best)' H (theta - best) / 2, of ten steps.
class Quadratic final : public PolicyProblem {
 public:
  explicit Quadratic(double scale = 1) {
    H_ = Vector3d(1, 2, 4).asDiagonal();
    H_(0, 1) = H_(1, 0) = 0.5;
    H_ *= scale;
  }
  int num_parameters() const override { return 3; }
  VectorXd CalcReturns(const MatrixXd& policies, long* num_steps) override {
    *num_steps += 10 * policies.cols();
    VectorXd returns(policies.cols());
    for (Eigen::Index k = 0; k < returns.size(); ++k)
      returns[k] = Return(policies.col(k));
    return returns;
  }
  double CalcGradient(const VectorXd& policy, VectorXd* gradient,
                      long* num_steps) override {
    *num_steps += 10;
    *gradient = Gradient(policy);
    return Return(policy);
  }
  VectorXd Gradient(const VectorXd& policy) const {
    return -H_ * (policy - best);
  }

  Vector3d best = {1, -2, 0.5};

 private:
  double Return(const VectorXd& policy) const {
    return 0.5 * Gradient(policy).dot(policy - best);
  }
  Matrix3d H_;
};

// The estimate's error falls as 1 / sqrt(N): of N directions in p dimensions
// |error|^2 is (p + 1) / N of |g|^2 in the mean.
TEST_CASE("Policy search: estimated gradients -> the gradient, as 1/sqrt(N)") {
  Quadratic problem;
  const VectorXd policy = Vector3d(0.3, 0.4, -1);
  const VectorXd exact = problem.Gradient(policy);
  for (const int N : {100, 10000, 40000}) {
    double squares = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const VectorXd estimate = EstimateGradient(
          &problem, policy, {.seed = seed, .num_directions = N, .num_best = 1});
      squares += (estimate - exact).squaredNorm() / 20;
    }
    const double expected = 4.0 / N * exact.squaredNorm();
    CHECK(squares > 0.5 * expected);
    CHECK(squares < 2 * expected);
  }
}

TEST_CASE("Policy search: both searches -> the best policy, within a step") {
  Quadratic problem;
  const SearchOptions options{.num_updates = 400, .step = 0.02};
  const VectorXd start = VectorXd::Zero(3);
  const SearchResult random = RandomSearch(&problem, start, options);
  const SearchResult gradient = GradientSearch(&problem, start, options);
  CHECK((random.policy - problem.best).norm() < 0.1);
  CHECK((gradient.policy - problem.best).lpNorm<Eigen::Infinity>() < 0.03);
  CHECK(random.returns.front() == gradient.returns.front());
  REQUIRE(random.returns.size() == 400);
  // Two rollouts for each of 16 directions, and one; evaluations do not count.
  CHECK(random.steps[0] == 0);
  CHECK(random.steps[7] == 7 * 320);
  CHECK(gradient.steps[7] == 7 * 10);
}

// 1 / sigma_R takes the scale of returns away.
TEST_CASE("Policy search: returns a thousand times as large -> same updates") {
  Quadratic small, large(1000);
  const SearchOptions options{.num_updates = 5};
  const VectorXd start = VectorXd::Zero(3);
  CHECK((RandomSearch(&small, start, options).policy -
         RandomSearch(&large, start, options).policy)
            .norm() < 1e-12);
}

// One direction, delta: both of its returns count, so that sigma_R is
// |r+ - r-| / 2 and the update 2 alpha sign(r+ - r-) delta. Of two directions
// the better one.
TEST_CASE("Policy search: one update -> the best direction of all") {
  Quadratic problem;
  const VectorXd start = Vector3d(0, 0, 0);
  const SearchOptions options{
      .num_updates = 1, .step = 0.5, .num_directions = 30, .num_best = 1};
  const VectorXd update = RandomSearch(&problem, start, options).policy;
  long steps = 0;
  const double along = update.norm() / (2 * options.step);  // |delta|
  const VectorXd trial = options.noise * along * update.normalized();
  const double reached = problem.CalcReturns(trial, &steps)[0];
  // Better than a step along the mean direction of 30 would be: near the best
  // that a normal vector of this length can be.
  const VectorXd gradient = problem.Gradient(start);
  CHECK(update.normalized().dot(gradient.normalized()) > 0.7);
  CHECK(reached > problem.CalcReturns(start, &steps)[0]);
}

TEST_CASE("Policy search: a gradient too large -> passed by") {
  Quadratic problem(1e6);
  const VectorXd start = VectorXd::Zero(3);
  const SearchResult result = GradientSearch(
      &problem, start, {.num_updates = 1, .step = 0.5, .noise = 1e-3});
  CHECK(result.policy.norm() > 0);
  CHECK(result.policy.norm() < 5e-3);
}

TEST_CASE("Policy search: options of no sense -> refused") {
  Quadratic problem;
  CHECK_THROWS_AS(RandomSearch(&problem, VectorXd::Zero(2), {}),
                  std::invalid_argument);
  CHECK_THROWS_AS(RandomSearch(&problem, VectorXd::Zero(3),
                               {.num_directions = 2, .num_best = 3}),
                  std::invalid_argument);
  CHECK_THROWS_AS(GradientSearch(&problem, VectorXd::Zero(3), {.step = 0}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::examples
