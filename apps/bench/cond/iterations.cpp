// COND's iterations on an elastic ball in a gripper, by stiffness and by
// acceleration: Tables IV and IX of [Lee22].
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/contact/cond/solver.h"
#include "tactus/examples/scenes/nodal_contact.h"

namespace tactus::apps {
namespace {

using contact::Acceleration;

struct Table4Row {
  double youngs_modulus, paper;
};
constexpr Table4Row kTable4[] = {{1e5, 39.72}, {1e6, 37.93}, {1e7, 34.99}};
constexpr double kChange = 1e-4;

// COND to its own residual; each of its steps is solved by the paper's rule,
// too, and forgotten.
std::string MakeTable4Row(const Table4Row& row, double duration) {
  contact::CondSolver solver(
      {.acceleration = Acceleration::kChebyshev, .change = kChange});
  double iterations = 0, residual = 0, own_iterations = 0;  // Over all steps.
  VectorXd v;
  const cond::Run run = cond::SimulateToEnd(
      examples::MakeSoftBallGrip({.youngs_modulus = row.youngs_modulus}),
      {.residual = cond::kResidual}, cond::kStep, duration,
      [&](const integrators::StepProblem& problem,
          const integrators::StepResult& result) {
        const contact::CondReport report =
            solver.Solve(problem.velocity, problem.h, &v);
        iterations += report.iterations;
        residual += report.residual;
        own_iterations += result.report.slowest.iterations;
      });
  return fmt::format("| {:g} | {:.1f} / {:g} | {:.1e} | {:.1f} |\n",
                     row.youngs_modulus / 1e6, run.PerStep(iterations),
                     row.paper, run.PerStep(residual),
                     run.PerStep(own_iterations));
}

}  // namespace

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
        {.acceleration = acceleration, .residual = cond::kResidual},
        cond::kStep, duration);
    const double iterations =
        static_cast<double>(run.statistics.newton_iterations);
    text += run.reached_end()
                ? fmt::format(" {:.1f} |", run.PerStep(iterations))
                : std::string(" failed |");
  }
  return text + "\n\n";
}

}  // namespace tactus::apps
