// Balls that are shot at plates: does a verification trust a run in which one
// went through?
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/apps/bench/trust/trust.h"
#include "tactus/apps/verify/verification.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps {
namespace {

using impacts::Dice;

constexpr int kNumShots = 12;        // By each method.
constexpr double kTolerance = 0.01;  // [m]
constexpr double kPatience = 2;      // With a witness [s].

struct Shot {
  Scenario scenario;
  double back{};  ///< Of the plate, along x [m].
};

Shot MakeShot(int i) {
  Dice dice(9000 + i);
  const double radius = dice.Scale(0.002, 0.01);
  const double thickness = dice.Scale(0.001, 0.02);
  const double distance = dice.Uniform(0.05, 0.5), speed = dice.Scale(5, 100);
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const double front = radius + distance;
  examples::AddFixed(
      &builder, "plate", contact::Box{{thickness / 2, 1, 1}},
      RigidTransform(Eigen::Translation3d(front + thickness / 2, 0, 0)), {});
  examples::AddSolid(&builder, "ball", contact::Sphere{radius}, 1000,
                     RigidTransform::Identity(), {});
  Scenario scenario{
      .name = "shot",
      .scene = examples::MakePlantScene(std::move(builder).Build()),
      .duration = 1.5 * distance / speed};
  VectorXd v = VectorXd::Zero(6);
  v[3] = speed;
  v[4] = dice.Uniform(-0.2, 0.2) * speed;
  scenario.scene.plant->SetVelocities(&scenario.scene.context, v);
  return {.scenario = std::move(scenario), .back = front + thickness};
}

/// How the shots of one method ended.
struct Tally {
  int passed = 0, trusted_passed = 0, trusted = 0;
};

void Shoot(const IntegratorOptions& method, int i, Tally* tally) {
  const Shot shot = MakeShot(i);
  const std::vector<std::string> patterns = {"body/ball/position"};
  const QuantityList quantities(*shot.scenario.scene.diagram, patterns);
  const Verification verification =
      Verify(shot.scenario, method, quantities,
             {.period = shot.scenario.duration / 200,
              .tolerances = {kTolerance},
              .witness_patience = kPatience});
  if (!verification.is_complete()) return;
  const Trajectory& run = verification.levels.front();
  const double until = verification.estimates.front().trusted_until;
  bool passed = false, trusted_passed = false;
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    if (run.values(static_cast<Eigen::Index>(k), 0) <= shot.back + kTolerance)
      continue;
    passed = true;
    trusted_passed |= run.times[k] <= until;
  }
  tally->passed += passed;
  tally->trusted_passed += trusted_passed;
  tally->trusted += verification.held();
}

struct Method {
  const char* name;
  std::vector<double> settings;  ///< Accuracies, or steps [s].
  bool has_steps;
};

}  // namespace

std::string RunShots(const BenchOptions& options) {
  const std::vector<Method> methods = {
      {"cenic", {1e-1, 1e-2, 1e-3, 1e-4}, false},
      {"rk3", {1e-1, 1e-3}, false},
      {"icf", {2e-3, 1e-2}, true},
      {"comfree", {5e-4, 2e-3, 1e-2}, true}};
  const int count = options.quick ? 3 : kNumShots;
  std::string text =
      "| method | accuracy or step | balls | through the plate | trusted to "
      "the end | missed walls |\n|---|---|---|---|---|---|\n";
  for (const Method& method : methods) {
    for (const double setting : method.settings) {
      IntegratorOptions integrator;
      integrator.name = method.name;
      (method.has_steps ? integrator.step : integrator.accuracy) = setting;
      Tally tally;
      for (int i = 0; i < count; ++i) Shoot(integrator, i, &tally);
      text += fmt::format("| {} | {:g}{} | {} | {} | {} | {} |\n", method.name,
                          setting, method.has_steps ? " s" : "", count,
                          tally.passed, tally.trusted, tally.trusted_passed);
    }
  }
  return text;
}

}  // namespace tactus::apps
