// Elastic contact in motion that repeats: a bouncing ball, Newton's cradle.
#include <cmath>
#include <numbers>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

// The scene's own figures: 0.1 kg, radius 0.1 m, k = 1e3 N/m.
constexpr double kBallMass = 0.1, kBallRadius = 0.1, kBallStiffness = 1e3;

Problem MakeBall(int i) {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  Problem problem{.model = scene.plant->shared_model(), .duration = 10};
  problem.q = scene.plant->positions(scene.context);
  problem.q[2] = kBallRadius + (i == 0 ? 1 : Dice(3000 + i).Uniform(0.3, 1.2));
  return problem;
}

double EnergyOfBall(const VectorXd& q, const VectorXd& v) {
  const double depth = std::max(kBallRadius - q[2], 0.0);
  return kBallMass * 9.81 * (q[2] - kBallRadius) +
         kBallStiffness / 2 * depth * depth +
         kBallMass / 2 * v.tail(3).squaredNorm();
}

std::vector<double> MeasureBall(int i, const Method& method, Cost* cost) {
  const Problem problem = MakeBall(i);
  const double start = EnergyOfBall(problem.q, VectorXd::Zero(6));
  const Ending end = Run(problem, method, cost, {.energy_scale = start});
  return {EnergyOfBall(end.q, end.v) / start};
}

/// Five balls on rods of 0.3 m without mass, a hair apart.
constexpr int kNumBalls = 5;
constexpr double kRod = 0.3, kRadius = 0.02, kHair = 1e-5;  // [m]
constexpr double kDensity = 7800, kStiffness = 1e6;         // [kg/m^3], [N/m]

std::string NameOf(int i) {
  return "ball" + std::to_string(i);
}

std::shared_ptr<const multibody::Model> MakeCradleModel() {
  const contact::Material material =
      examples::MakePairMaterial(kStiffness, 0, 0, 1e-4);
  const contact::Sphere shape{kRadius};
  multibody::ModelBuilder builder;
  for (int i = 0; i < kNumBalls; ++i) {
    const int ball = builder.AddBody(
        NameOf(i), multibody::MakeSolidInertia(shape, kDensity,
                                               RigidTransform::Identity()));
    builder.AddGeometry({.name = NameOf(i),
                         .body = ball,
                         .shape = shape,
                         .material = material});
    builder.AddJoint({.name = NameOf(i),
                      .type = multibody::JointType::kRevolute,
                      .parent = 0,
                      .child = ball,
                      .X_PF = RigidTransform(Eigen::Translation3d(
                          i * (2 * kRadius + kHair), 0, 0)),
                      .X_CM = RigidTransform(Eigen::Translation3d(0, 0, kRod)),
                      .axis_F = Vector3d::UnitY()});
  }
  return std::move(builder).Build();
}

Problem MakeCradle(int i) {
  Problem problem{.model = MakeCradleModel(), .duration = 5};
  problem.q = problem.model->default_positions();
  // The first hangs to the left.
  problem.q[0] = i == 0 ? 0.5 : Dice(3100 + i).Uniform(0.2, 0.8);
  return problem;
}

// Above the lowest place, with the springs of the contacts.
double EnergyOfCradle(const VectorXd& q, const VectorXd& v) {
  const contact::Sphere shape{kRadius};
  const multibody::SpatialInertia ball =
      multibody::MakeSolidInertia(shape, kDensity, RigidTransform::Identity());
  const double inertia = ball.I_Bcm(0, 0) + ball.mass * kRod * kRod;
  double energy = 0;
  const auto place = [&](int i) {
    return Vector3d(i * (2 * kRadius + kHair) - kRod * std::sin(q[i]), 0,
                    -kRod * std::cos(q[i]));
  };
  for (int i = 0; i < kNumBalls; ++i) {
    energy += inertia / 2 * v[i] * v[i] +
              ball.mass * 9.81 * kRod * (1 - std::cos(q[i]));
    if (i == 0) continue;
    const double overlap =
        std::max(2 * kRadius - (place(i) - place(i - 1)).norm(), 0.0);
    energy += kStiffness / 2 * overlap * overlap;
  }
  return energy;
}

std::vector<double> MeasureCradle(int i, const Method& method, Cost* cost) {
  const Problem problem = MakeCradle(i);
  const double start = EnergyOfCradle(problem.q, VectorXd::Zero(kNumBalls));
  const Ending end = Run(problem, method, cost, {.energy_scale = start});
  return {EnergyOfCradle(end.q, end.v) / start};
}

}  // namespace

std::string RunElastic(const ImpactsOptions& options) {
  const auto one = [](int) {
    return std::vector{1.0};
  };
  const Sweep ball = {
      .name = "ball_energy, 10 s",
      .num_cases = 20,
      .quantities = {{.name = "energy",
                      .goals = {{.accuracy = 1e-4, .worst = 5}}}},
      .measure = &MeasureBall,
      .truth = one};
  const Sweep cradle = {
      .name = "Newton's cradle, five balls, 5 s",
      .num_cases = 6,
      .quantities = {{.name = "energy",
                      .goals = {{.accuracy = 1e-4, .worst = 15},
                                {.accuracy = 1e-5, .worst = 2}}}},
      .measure = &MeasureCradle,
      .truth = one};
  return "Energy with the springs of contacts; nothing dissipates.\n\n" +
         RunSweep(ball, options) + RunSweep(cradle, options);
}

}  // namespace tactus::apps::impacts
