// Figure 13 of [Lee22]: contact forces, and what velocities tell of them.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/contact/cond/solver.h"
#include "tactus/examples/scenes/nodal_contact.h"
#include "tactus/examples/scenes/soft_mat.h"

namespace tactus::apps {
namespace {

using cond::kResidual;
using cond::kStep;
using contact::ConeProjection;
using examples::SceneInstance;

/// Of all contact points together, by steps [N].
struct Forces {
  std::vector<double> forward, inverse, apart;
};

double Norm(const std::vector<Vector3d>& forces) {
  double sum = 0;
  for (const Vector3d& force : forces) sum += force.squaredNorm();
  return std::sqrt(sum);
}

// By COND, and beside each of its steps the forces that velocities tell of.
Forces Record(const SceneInstance& scene, const contact::CondOptions& options,
              double duration) {
  contact::CondSolver solver(options);
  Forces forces;
  VectorXd v;
  cond::SimulateToEnd(scene, options, kStep, duration,
                      [&](const integrators::StepProblem& problem,
                          const integrators::StepResult& result) {
                        std::vector<Vector3d> difference = result.forces_W;
                        forces.forward.push_back(Norm(difference));
                        if (options.regularization == 0) return;
                        (void)solver.Solve(problem.velocity, problem.h, &v);
                        const std::vector<Vector3d> inverse =
                            solver.CalcInverseForces(problem.velocity,
                                                     problem.h);
                        for (std::size_t i = 0; i < inverse.size(); ++i)
                          difference[i] -= inverse[i];
                        forces.inverse.push_back(Norm(inverse));
                        forces.apart.push_back(Norm(difference));
                      });
  return forces;
}

// How much it changes from step to step, in the mean and of itself.
double CalcJitter(const std::vector<double>& force) {
  double changes = 0, all = 0;
  for (std::size_t i = 1; i < force.size(); ++i) {
    changes += std::abs(force[i] - force[i - 1]);
    all += force[i];
  }
  return all > 0 ? changes / all : 0;
}

std::string MakeScene(const char* name, const SceneInstance& scene,
                      double regularization, double duration) {
  constexpr int kRows = 8;
  const Forces strict = Record(scene, {.residual = kResidual}, duration);
  const Forces proximal = Record(scene,
                                 {.projection = ConeProjection::kProximal,
                                  .regularization = regularization,
                                  .residual = kResidual},
                                 duration);
  std::string text = fmt::format(
      "`{}`, r = {:g} / kg:\n\n"
      "| t, s | strict, N | proximal, N | from velocities, N |\n"
      "|---|---|---|---|\n",
      name, regularization);
  const std::size_t steps =
      std::min(strict.forward.size(), proximal.forward.size());
  for (int i = 1; i <= kRows; ++i) {
    const std::size_t at = i * steps / kRows - 1;
    text += fmt::format("| {:.3f} | {:.4f} | {:.4f} | {:.4f} |\n",
                        static_cast<double>(at + 1) * kStep, strict.forward[at],
                        proximal.forward[at], proximal.inverse[at]);
  }
  double error = 0;
  for (std::size_t i = 0; i < steps; ++i) {
    if (proximal.forward[i] > 0)
      error = std::max(error, proximal.apart[i] / proximal.forward[i]);
  }
  return text + fmt::format(
                    "\nForces from velocities are off by {:.1e} of themselves "
                    "at the most. From step to step the norm changes by {:.2f} "
                    "% under the strict law and by {:.2f} % under the proximal "
                    "one, in the mean.\n\n",
                    error, 100 * CalcJitter(strict.forward),
                    100 * CalcJitter(proximal.forward));
}

}  // namespace

std::string BenchCondFig13(const BenchOptions& options) {
  const int mat_cells = options.quick ? 12 : examples::SoftMatOptions().cells;
  const int ball_cells =
      options.quick ? 4 : examples::SoftBallGripOptions().cells;
  return fmt::format(
             "## Figure 13: contact forces from velocities\n\n"
             "COND by the invertible model, in steps of 2 ms to a residual of "
             "1e-4: the norm of all contact forces, as solved for and as found "
             "from the nodes' velocities alone, beside the strict law. The "
             "paper shows these as pictures; its r and its errors are lost in "
             "its text.\n\n") +
         MakeScene("soft_mat", examples::MakeSoftMat({.cells = mat_cells}), 1,
                   options.quick ? 0.04 : 3) +
         MakeScene("soft_ball_grip",
                   examples::MakeSoftBallGrip({.cells = ball_cells}), 1,
                   options.quick ? 0.04 : 0.5);
}

}  // namespace tactus::apps
