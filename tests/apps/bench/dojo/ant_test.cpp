#include "tactus/apps/bench/dojo/ant.h"

#include <optional>

#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::apps::dojo {
namespace {

using examples::PolicyTask;

std::optional<PolicyTask> LoadAnt() {
  const std::string file = "models/dojo/ant/dependencies/ant.urdf";
  if (!tactus::test::HasShared(file)) return {};
  return MakeAnt(tactus::test::SharedDirectory() / file);
}

// The torso is 0.63 m high. An ankle is as high as it, and a foot, 0.4 sqrt(2)
// m long, points down by 45 degrees.
TEST_CASE("Ant: its start -> feet below the torso, outwards, at 0.23 m") {
  const auto task = LoadAnt();
  if (!task) return;
  multibody::PositionKinematics position;
  CalcPositionKinematics(*task->model, task->q0, &position);
  int num_feet = 0;
  for (const contact::Geometry& geometry : task->model->geometries()) {
    if (!geometry.name.ends_with("foot")) continue;
    ++num_feet;
    const Vector3d p_WG =
        position.X_WB[geometry.body] * geometry.X_BG.translation();
    CHECK(p_WG.z() == Approx(0.63 - 0.4));
    // Ankles are at (+-0.4, +-0.4).
    CHECK(std::abs(p_WG.x()) == Approx(0.4 + 0.4 / std::sqrt(2)));
    CHECK(std::abs(p_WG.y()) == Approx(0.4 + 0.4 / std::sqrt(2)));
  }
  CHECK(num_feet == 4);
  CHECK(task->model->geometries().size() == 1 + 1 + 4 + 4);
  CHECK(task->num_controls() == 8);
  CHECK(task->num_observations() == 2 * 14 - 2 + 1);
}

TEST_CASE("Ant: a step's reward -> speed, effort and life, within +- 1") {
  const auto task = LoadAnt();
  if (!task) return;
  VectorXd v = VectorXd::Zero(14), u = VectorXd::Zero(8);
  const auto reward = [&] {
    return task->reward(task->q0, v, u, nullptr);
  };
  CHECK(reward() == Approx(0.05));
  v[3] = 0.3;  // Along x.
  CHECK(reward() == Approx(0.65));
  u[2] = 2;
  CHECK(reward() == Approx(0.45));
  v[3] = 3;
  CHECK(reward() == 1);
  v[3] = -3;
  CHECK(reward() == -1);
}

TEST_CASE("Ant: slopes of a reward -> its differences, within and at a limit") {
  const auto task = LoadAnt();
  if (!task) return;
  const double speed = GENERATE(0.3, 3.0, -3.0);
  VectorXd v = VectorXd::LinSpaced(14, -1, 2);
  v[3] = speed;
  const VectorXd u = VectorXd::LinSpaced(8, -0.7, 0.4);
  examples::RewardSlopes slopes{.by_q = VectorXd::Zero(14),
                                .by_v = VectorXd::Zero(14),
                                .by_u = VectorXd::Zero(8)};
  task->reward(task->q0, v, u, &slopes);
  constexpr double kDifference = 1e-5;
  const auto slope = [&](const VectorXd& dv, const VectorXd& du) {
    const auto at = [&](double by) {
      return task->reward(task->q0, v + by * dv, u + by * du, nullptr);
    };
    return (at(kDifference) - at(-kDifference)) / (2 * kDifference);
  };
  for (int i = 0; i < 14; ++i)
    CHECK(slopes.by_v[i] ==
          Approx(slope(VectorXd::Unit(14, i), VectorXd::Zero(8))).margin(1e-8));
  for (int i = 0; i < 8; ++i)
    CHECK(slopes.by_u[i] ==
          Approx(slope(VectorXd::Zero(14), VectorXd::Unit(8, i))).margin(1e-8));
  CHECK(slopes.by_q.isZero());
}

TEST_CASE("Ant: alive -> from 0.2 to 1 m") {
  const auto task = LoadAnt();
  if (!task) return;
  VectorXd q = task->q0;
  for (const auto& [height, alive] :
       {std::pair{0.19, false}, {0.21, true}, {0.99, true}, {1.01, false}}) {
    q[2] = height;
    CHECK(task->is_alive(q) == alive);
  }
}

// At kappa = 1e-4 in rollouts and gradients, over steps that touch the ground.
TEST_CASE("Ant: the gradient of a return -> its difference") {
  auto task = LoadAnt();
  if (!task) return;
  task->horizon = 12;
  task->method = {.kappa = 1e-4, .tolerance = 1e-12, .complementarity = 1e-6};
  examples::LinearPolicyProblem problem(*task);
  VectorXd policy(problem.num_parameters()), along(policy.size());
  for (Eigen::Index i = 0; i < policy.size(); ++i) {
    policy[i] = 0.05 * std::sin(1.0 + static_cast<double>(i));
    along[i] = std::cos(2.0 * static_cast<double>(i));
  }
  VectorXd gradient;
  long steps = 0;
  problem.CalcGradient(policy, &gradient, &steps);
  CHECK(steps == 12);
  constexpr double kDifference = 1e-6;
  MatrixXd policies(policy.size(), 2);
  policies << policy + kDifference * along, policy - kDifference * along;
  const VectorXd returns = problem.CalcReturns(policies, &steps);
  CHECK(gradient.dot(along) ==
        Approx((returns[0] - returns[1]) / (2 * kDifference)).epsilon(1e-5));
}

}  // namespace
}  // namespace tactus::apps::dojo
