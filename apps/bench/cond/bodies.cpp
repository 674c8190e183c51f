// Tables II, III, IV and IX of [Lee22]: a mat that is folded and an elastic
// ball in a gripper, by COND and by methods on impulses.
#include <memory>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/examples/scenes/nodal_contact.h"
#include "tactus/examples/scenes/soft_mat.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using cond::Rival;
using contact::Acceleration;
using contact::NodalMethod;

constexpr double kStep = 2e-3;  // [s]

constexpr Rival kOnMat[] = {
    {"COND", NodalMethod::kVelocityFixedPoint, {8.65, 39.7, 0.0033}},
    {"PGS, W formed", NodalMethod::kGaussSeidel, {1412, 50.6, 0.033}},
    {"APGD, W factored",
     NodalMethod::kAcceleratedGradient,
     {1645, 81.6, 0.058}}};
constexpr Rival kOnBall[] = {
    {"COND", NodalMethod::kVelocityFixedPoint, {8.46, 37.5, 0.0058}},
    {"PGS, W formed", NodalMethod::kGaussSeidel, {805, 234, 1.99}},
    {"APGD, W factored", NodalMethod::kAcceleratedGradient, {677, 100, 0.23}}};

constexpr const char* kMethod =
    "Steps of 2 ms, to 1e-4 of each method's own residual: COND's misses "
    "momentum, the others' miss impulses. PGS and APGD start from the last "
    "step's impulses, COND from the velocities without contact. Ours / the "
    "paper's; its computer and its gripper are other ones.\n\n";

// COND to its own residual; each of its steps is solved by the paper's rule,
// too, and forgotten.
class ByChange final : public integrators::CondStep {
 public:
  explicit ByChange(double change)
      : CondStep({.residual = 1e-4}),
        by_change_(
            {.acceleration = Acceleration::kChebyshev, .change = change}) {}

  void Step(const integrators::StepProblem& problem, systems::Value* memory,
            integrators::StepResult* result) override {
    const contact::CondReport report =
        by_change_.Solve(problem.velocity, problem.h, &v_);
    iterations += report.iterations;
    residual += report.residual;
    CondStep::Step(problem, memory, result);
    own_iterations += result->report.slowest.iterations;
    ++steps;
  }

  // Sums over all steps.
  double iterations = 0, residual = 0, own_iterations = 0;
  int steps = 0;

 private:
  contact::CondSolver by_change_;
  VectorXd v_;
};

struct Table4Row {
  double youngs_modulus, paper;
};
constexpr Table4Row kTable4[] = {{1e5, 39.72}, {1e6, 37.93}, {1e7, 34.99}};
constexpr double kChange = 1e-4;

std::string MakeTable4Row(const Table4Row& row, double duration) {
  const examples::SceneInstance scene =
      examples::MakeSoftBallGrip({.youngs_modulus = row.youngs_modulus});
  systems::Simulator simulator(*scene.diagram, scene.context);
  auto owned = std::make_unique<ByChange>(kChange);
  const ByChange& step = *owned;
  simulator.reset_integrator<integrators::FixedStep>(std::move(owned), kStep);
  simulator.AdvanceTo(duration);
  return fmt::format("| {:g} | {:.1f} / {:g} | {:.1e} | {:.1f} |\n",
                     row.youngs_modulus / 1e6, step.iterations / step.steps,
                     row.paper, step.residual / step.steps,
                     step.own_iterations / step.steps);
}

}  // namespace

std::string BenchCondTable2(const BenchOptions& options) {
  const double start = options.quick ? 0.02 : 3;
  const int count = options.quick ? 1 : 5;
  return fmt::format(
             "## Table II: a mat that is folded\n\n"
             "The scene `soft_mat`, E = 0.1 MPa: COND folds it for {:g} s, and "
             "each method makes the next {} steps of 2 ms from there, the "
             "first one cold, to 1e-4 of its own residual. Ours / the paper's, "
             "whose means are of whole runs; its computer and its mat's size "
             "are other ones.\n\n",
             start, count) +
         cond::CompareFrom(examples::MakeSoftMat(), kOnMat, kStep, start,
                           count);
}

std::string BenchCondTable4(const BenchOptions& options) {
  const double duration = options.quick ? 0.02 : 0.5;
  std::string text = fmt::format(
      "## Table IV: iterations by stiffness, and what they leave\n\n"
      "COND on `soft_ball_grip`, its first {:g} s in steps of 2 ms: iterations "
      "per step by Chebyshev's acceleration until an iterate changes by {:g} "
      "of itself, the paper's rule, ours / the paper's; what is missing of "
      "momentum then, in the mean over the steps; and iterations with "
      "Nesterov's until 1e-4 is missing, along whose motion both are taken. "
      "The change of an iterate is no error.\n\n"
      "| E, MPa | by change | momentum missing | by momentum |\n"
      "|---|---|---|---|\n",
      duration, kChange);
  for (const Table4Row& row : kTable4) text += MakeTable4Row(row, duration);
  return text + "\n";
}

std::string BenchCondTable3(const BenchOptions& options) {
  const double duration = options.quick ? 0.05 : 0.5;
  std::string text = fmt::format(
      "## Table III: an elastic ball in a gripper\n\n"
      "The scene `soft_ball_grip`, E = 1 MPa, its first {:g} s: three fingers "
      "close on a ball that lies on the ground. {}{}",
      duration, kMethod, cond::kRivalColumns);
  for (const Rival& rival : kOnBall) {
    const cond::Run run = cond::Simulate(
        examples::MakeSoftBallGrip(),
        {.method = rival.method, .residual = 1e-4}, kStep, duration);
    text += cond::MakeRow(rival, run);
  }
  return text + "\n";
}

std::string BenchCondTable9(const BenchOptions& options) {
  const double duration = options.quick ? 0.05 : 0.5;
  std::string text = fmt::format(
      "## Table IX: iterations by acceleration\n\n"
      "Iterations per step to a residual of 1e-4, `soft_ball_grip` at 1 MPa "
      "for {:g} s; a solve that takes 20000 fails. The paper has 138.8 without "
      "and 37.5 with Chebyshev's on its ball, by its own rule, the change of "
      "an iterate.\n\n"
      "| none | Chebyshev | Nesterov |\n|---|---|---|\n|",
      duration);
  for (const Acceleration acceleration :
       {Acceleration::kNone, Acceleration::kChebyshev,
        Acceleration::kNesterov}) {
    const cond::Run run = cond::Simulate(
        examples::MakeSoftBallGrip(),
        {.acceleration = acceleration, .residual = 1e-4}, kStep, duration);
    const double iterations =
        static_cast<double>(run.statistics.newton_iterations);
    text += run.reached_end ? fmt::format(" {:.1f} |", run.PerStep(iterations))
                            : std::string(" failed |");
  }
  return text + "\n\n";
}

}  // namespace tactus::apps
