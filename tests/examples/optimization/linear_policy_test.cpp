#include "tactus/examples/optimization/linear_policy.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::examples {
namespace {

constexpr double kMass = 2, kGain = 3, kStep = 0.05, kEffort = 0.1;

// A mass on a level slide, pushed by 3 u, with the return
//
//     - sum of (x^2 + v^2 / 4 + u^2 / 10) / 2.
PolicyTask MakeSlider(int horizon) {
  multibody::ModelBuilder builder;
  const int body = builder.AddBody(
      "mass", multibody::MakeSolidInertia(contact::Box{Vector3d::Constant(0.5)},
                                          kMass, RigidTransform::Identity()));
  builder.AddJoint({.name = "slide",
                    .type = multibody::JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX()});
  PolicyTask task;
  task.model = std::move(builder).Build();
  task.step = kStep;
  task.horizon = horizon;
  task.q0 = VectorXd::Zero(1);
  task.v0 = VectorXd::Constant(1, -0.4);
  task.input = MatrixXd::Constant(1, 1, kGain);
  task.observed = {0, 1};
  task.reward = [](const VectorXd& q, const VectorXd& v, const VectorXd& u,
                   RewardSlopes* slopes) {
    if (slopes != nullptr) {
      slopes->by_q = -q;
      slopes->by_v = -v / 4;
      slopes->by_u = -kEffort * u;
    }
    return -(q.squaredNorm() + v.squaredNorm() / 4 +
             kEffort * u.squaredNorm()) /
           2;
  };
  return task;
}

struct Expected {
  double sum{};
  Vector3d gradient = Vector3d::Zero();
};

// Dojo's step of the slide is v+ = v + h 3 u / m, x+ = x + h v+, so that with
// the policy's three numbers, u = k (x, v, 1), all is a linear recursion.
Expected CalcExpected(const Vector3d& k, int horizon) {
  Expected expected;
  double x = 0, v = -0.4;
  Eigen::RowVector3d x_k = Eigen::RowVector3d::Zero(), v_k = x_k;
  for (int i = 0; i < horizon; ++i) {
    const Eigen::RowVector3d o(x, v, 1);
    const double u = o * k;
    const Eigen::RowVector3d u_k = o + k[0] * x_k + k[1] * v_k;
    v += kStep * kGain / kMass * u;
    v_k += kStep * kGain / kMass * u_k;
    x += kStep * v;
    x_k += kStep * v_k;
    expected.sum -= (x * x + v * v / 4 + kEffort * u * u) / 2;
    expected.gradient -= x * x_k + v * v_k / 4 + kEffort * u * u_k;
  }
  return expected;
}

TEST_CASE("Linear policy: a linear-quadratic task -> the analytic gradient") {
  const int horizon = GENERATE(1, 2, 40);
  LinearPolicyProblem problem(MakeSlider(horizon));
  const Vector3d policy(-1.5, -0.8, 0.2);
  const Expected expected = CalcExpected(policy, horizon);
  VectorXd gradient;
  long steps = 0;
  CHECK(problem.CalcGradient(policy, &gradient, &steps) ==
        Approx(expected.sum).epsilon(1e-10));
  CHECK(steps == horizon);
  CHECK((gradient - expected.gradient).norm() <
        1e-8 * expected.gradient.norm());
  const MatrixXd policies = policy.replicate(1, 3);
  const VectorXd returns = problem.CalcReturns(policies, &steps);
  CHECK(steps == 4 * horizon);
  for (const double r : returns) CHECK(r == Approx(expected.sum).epsilon(1e-8));
}

// What is observed in units of 2 m and 5 m/s has gains so much larger.
TEST_CASE("Linear policy: observed in units -> the same by larger gains") {
  PolicyTask task = MakeSlider(40);
  const Vector3d units(2, 5, 1), policy(-1.5, -0.8, 0.2);
  task.units = units.head<2>();
  LinearPolicyProblem problem(task);
  const VectorXd scaled = units.cwiseProduct(policy);
  const Expected expected = CalcExpected(policy, 40);
  VectorXd gradient;
  long steps = 0;
  CHECK(problem.CalcGradient(scaled, &gradient, &steps) ==
        Approx(expected.sum).epsilon(1e-10));
  CHECK((gradient.cwiseProduct(units) - expected.gradient).norm() <
        1e-8 * expected.gradient.norm());
  CHECK(problem.CalcReturns(scaled, &steps)[0] ==
        Approx(expected.sum).epsilon(1e-8));
}

// A mean of N independent terms delta delta^T g, delta of d normal entries:
// E |estimate - g|^2 = (d + 1) |g|^2 / N.
TEST_CASE("Linear policy: random search's estimate -> the analytic gradient") {
  LinearPolicyProblem problem(MakeSlider(10));
  const Vector3d policy(-1.5, -0.8, 0.2);
  const Vector3d exact = CalcExpected(policy, 10).gradient;
  constexpr int kNumSeeds = 60;
  for (const int N : {10, 100}) {
    double square = 0;
    Vector3d mean = Vector3d::Zero();
    for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
      const VectorXd estimate = EstimateGradient(
          &problem, policy,
          {.seed = seed, .num_directions = N, .num_best = 1, .noise = 1e-3});
      square += (estimate - exact).squaredNorm() / exact.squaredNorm();
      mean += estimate / kNumSeeds;
    }
    CHECK(square / kNumSeeds == Approx(4.0 / N).epsilon(0.3));
    CHECK((mean - exact).norm() <
          2.5 * std::sqrt(4.0 / (N * kNumSeeds)) * exact.norm());
  }
}

TEST_CASE("Linear policy: gradient search on the slide -> a larger return") {
  LinearPolicyProblem problem(MakeSlider(40));
  const VectorXd start = VectorXd::Zero(3);
  const SearchResult result =
      GradientSearch(&problem, start, {.num_updates = 60, .step = 0.05});
  CHECK(result.returns.front() == Approx(CalcExpected({0, 0, 0}, 40).sum));
  CHECK(result.returns.back() > 0.5 * result.returns.front());
}

// A ball that falls on the ground, rolls and turns while forces and torques
// follow all of its state.
PolicyTask MakeBall() {
  multibody::ModelBuilder builder;
  const contact::Material material;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const contact::Sphere ball{0.1};
  const int body = builder.AddBody(
      "ball",
      multibody::MakeSolidInertia(ball, 500, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "ball", .body = body, .shape = ball, .material = material});
  PolicyTask task;
  task.model = std::move(builder).Build();
  task.step = 0.02;
  task.horizon = 12;
  task.method = {.kappa = 1e-3, .tolerance = 1e-12, .complementarity = 1e-6};
  task.q0 = task.model->default_positions();
  task.q0[2] = 0.15;
  task.v0 = (VectorXd(6) << 0.5, 2, -1, 1, 0.2, -1).finished();
  task.input = MatrixXd::Identity(6, 6);
  task.observed = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  task.reward = [](const VectorXd& q, const VectorXd& v, const VectorXd& u,
                   RewardSlopes* slopes) {
    if (slopes != nullptr) {
      slopes->by_q[5] = 3;
      slopes->by_v[0] = 2 * v[0];
      slopes->by_v[3] = 1;
      slopes->by_u = -u;
    }
    return 3 * q[2] + v[0] * v[0] + v[3] - u.squaredNorm() / 2;
  };
  return task;
}

TEST_CASE("Linear policy: a ball on the ground -> gradients as differences") {
  LinearPolicyProblem problem(MakeBall());
  VectorXd policy(problem.num_parameters());
  for (Eigen::Index i = 0; i < policy.size(); ++i)
    policy[i] = 0.02 * std::sin(1.0 + static_cast<double>(i));
  VectorXd gradient;
  long steps = 0;
  problem.CalcGradient(policy, &gradient, &steps);
  constexpr double kDifference = 1e-5;
  MatrixXd policies(policy.size(), 2 * policy.size());
  policies << kDifference * MatrixXd::Identity(policy.size(), policy.size()),
      -kDifference * MatrixXd::Identity(policy.size(), policy.size());
  policies.colwise() += policy;
  const VectorXd returns = problem.CalcReturns(policies, &steps);
  const VectorXd expected =
      (returns.head(policy.size()) - returns.tail(policy.size())) /
      (2 * kDifference);
  CHECK((gradient - expected).lpNorm<Eigen::Infinity>() <
        1e-6 * expected.lpNorm<Eigen::Infinity>());
}

TEST_CASE("Linear policy: out of bounds -> no reward, no more steps") {
  PolicyTask task = MakeSlider(40);
  // x = -0.02 k after k steps at -0.4 m/s.
  task.is_alive = [](const VectorXd& q) {
    return q[0] > -0.05;
  };
  LinearPolicyProblem problem(task);
  const VectorXd still = VectorXd::Zero(3);
  const double expected = CalcExpected({0, 0, 0}, 2).sum;
  VectorXd gradient;
  long steps = 0;
  CHECK(problem.CalcReturns(still, &steps)[0] == Approx(expected));
  CHECK(steps == 3);
  CHECK(problem.CalcGradient(still, &gradient, &steps) == Approx(expected));
  CHECK(steps == 6);
  CHECK((gradient - CalcExpected({0, 0, 0}, 2).gradient).norm() < 1e-8);
}

TEST_CASE("Linear policy: a task of wrong sizes -> refused") {
  PolicyTask task = MakeSlider(4);
  SECTION("start") {
    task.q0.resize(2);
  }
  SECTION("input") {
    task.input.resize(2, 1);
  }
  SECTION("observed") {
    task.observed = {2};
  }
  SECTION("units") {
    task.units = VectorXd::Ones(3);
  }
  SECTION("a unit of nothing") {
    task.units = VectorXd::Zero(2);
  }
  CHECK_THROWS_AS(LinearPolicyProblem(task), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::examples
