// Tables III and IX of [Lee22]: an elastic ball in a gripper, by COND and by
// methods on impulses.
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/examples/scenes/nodal_contact.h"

namespace tactus::apps {
namespace {

using contact::Acceleration;
using contact::NodalMethod;

constexpr double kStep = 2e-3;  // [s]

// Solver [ms], iterations and deepest penetration [mm] of the paper.
struct Published {
  double solver, iterations, penetration;
};

struct Rival {
  const char* name;
  NodalMethod method;
  Published paper;
};
constexpr Rival kRivals[] = {
    {"COND", NodalMethod::kVelocityFixedPoint, {8.46, 37.5, 0.0058}},
    {"PGS, W formed", NodalMethod::kGaussSeidel, {805, 234, 1.99}},
    {"APGD, W factored", NodalMethod::kAcceleratedGradient, {677, 100, 0.23}}};

constexpr const char* kColumns =
    "| method | contacts | solver, ms per step | iterations per step | "
    "deepest overlap, mm | all else, ms |\n|---|---|---|---|---|---|\n";

std::string MakeRow(const std::string& name, const cond::Run& run,
                    const Published& paper) {
  const integrators::Statistics& statistics = run.statistics;
  double all = 0;
  for (const double seconds : statistics.profile.seconds) all += seconds;
  const double solver = statistics.profile[Phase::kSolverRest];
  return fmt::format(
      "| {}{} | {:.0f} | {:.2f} / {:g} | {:.1f} / {:g} | {:.4f} / {:g} | "
      "{:.2f} |\n",
      name, run.reached_end ? "" : ", failed", statistics.contacts_mean(),
      1e3 * run.PerStep(solver), paper.solver,
      run.PerStep(static_cast<double>(statistics.newton_iterations)),
      paper.iterations, 1e3 * statistics.penetration_max, paper.penetration,
      1e3 * run.PerStep(all - solver));
}

constexpr const char* kMethod =
    "Steps of 2 ms, to 1e-4 of each method's own residual: COND's misses "
    "momentum, the others' miss impulses. PGS and APGD start from the last "
    "step's impulses, COND from the velocities without contact. Ours / the "
    "paper's; its computer and its gripper are other ones.\n\n";

}  // namespace

std::string BenchCondTable3(const BenchOptions& options) {
  const double duration = options.quick ? 0.05 : 0.5;
  std::string text = fmt::format(
      "## Table III: an elastic ball in a gripper\n\n"
      "The scene `soft_ball_grip`, E = 1 MPa, its first {:g} s: three fingers "
      "close on a ball that lies on the ground. {}{}",
      duration, kMethod, kColumns);
  for (const Rival& rival : kRivals) {
    const cond::Run run = cond::Simulate(
        examples::MakeSoftBallGrip(),
        {.method = rival.method, .residual = 1e-4}, kStep, duration);
    text += MakeRow(rival.name, run, rival.paper);
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
