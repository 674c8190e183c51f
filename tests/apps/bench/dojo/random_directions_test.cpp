#include "tactus/apps/bench/dojo/random_directions.h"

#include <catch2/catch.hpp>

namespace tactus::apps::dojo {
namespace {

// R = -|theta|^2 / 2, of ten steps.
class Bowl final : public examples::PolicyProblem {
 public:
  int num_parameters() const override { return 3; }
  VectorXd CalcReturns(const MatrixXd& policies, long* num_steps) override {
    *num_steps += 10 * policies.cols();
    return -policies.colwise().squaredNorm().transpose() / 2;
  }
  double CalcGradient(const VectorXd& policy, VectorXd* gradient,
                      long* num_steps) override {
    *num_steps += 10;
    *gradient = -policy;
    return -policy.squaredNorm() / 2;
  }
};

TEST_CASE("RandomDirections: gradients -> as long, and in the mean nothing") {
  Bowl bowl;
  RandomDirections random(&bowl, 1);
  const VectorXd policy = Vector3d(3, 0, -4);
  constexpr int kNum = 2000;
  Vector3d mean = Vector3d::Zero();
  long steps = 0;
  VectorXd gradient;
  for (int i = 0; i < kNum; ++i) {
    CHECK(random.CalcGradient(policy, &gradient, &steps) == -12.5);
    REQUIRE(gradient.norm() == Approx(5));
    mean += gradient / kNum;
  }
  CHECK(steps == 10 * kNum);
  // Of n directions, 5 / sqrt(n) in the mean.
  CHECK(mean.norm() < 3 * 5 / std::sqrt(kNum));
}

TEST_CASE("RandomDirections: returns and size -> the problem's own") {
  Bowl bowl;
  RandomDirections random(&bowl, 1);
  long steps = 0;
  CHECK(random.num_parameters() == 3);
  CHECK(random.CalcReturns(Vector3d(3, 0, -4), &steps)[0] == -12.5);
  CHECK(steps == 10);
}

TEST_CASE(
    "RandomDirections: search -> no better than its start, where "
    "gradients find the best") {
  Bowl bowl;
  RandomDirections random(&bowl, 2);
  const examples::SearchOptions options{.num_updates = 100, .step = 0.05};
  const VectorXd start = Vector3d(1, -1, 0.5);
  CHECK(GradientSearch(&bowl, start, options).policy.norm() < 0.1);
  CHECK(GradientSearch(&random, start, options).policy.norm() > 0.5);
}

}  // namespace
}  // namespace tactus::apps::dojo
