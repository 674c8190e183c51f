#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmark.h"
#include "tactus/apps/bench/timing.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using integrators::CenicOptions;
using integrators::IcfStepOptions;
using integrators::Statistics;

constexpr double kDuration = 10;  // [s]

/// One row: what to run, and what the paper found.
struct Case {
  std::string label;
  std::optional<CenicOptions> cenic;  ///< Else fixed steps.
  IcfStepOptions fixed;
  std::string paper;

  std::vector<double> wall_times = {};
  Statistics statistics = {};
};

void Run(Case* row) {
  examples::SceneInstance scene = examples::MakeHardClutter();
  systems::Simulator simulator(*scene.diagram, scene.context);
  const Statistics* statistics = nullptr;
  if (row->cenic) {
    statistics = &simulator.reset_integrator<integrators::Cenic>(*row->cenic)
                      .statistics();
  } else {
    statistics = &simulator
                      .reset_integrator<integrators::FixedStep>(
                          std::make_unique<integrators::IcfStep>(row->fixed))
                      .statistics();
  }
  simulator.Initialize();
  row->wall_times.push_back(TimeOf([&] { simulator.AdvanceTo(kDuration); }));
  row->statistics = *statistics;
}

std::string MakeRow(const Case& row) {
  const Statistics& s = row.statistics;
  return fmt::format("| {} | {:.3f} | {} | {} | {} | {} | {} |\n", row.label,
                     Median(row.wall_times), s.steps, s.rejected_steps,
                     s.newton_iterations, s.factorizations, row.paper);
}

std::vector<Case> MakeToleranceCases() {
  struct Published {
    double accuracy;
    const char *adaptive, *fixed;
  };
  constexpr Published kTable2[] = {{1e-1, "0.19 s, 4015", "0.21 s, 4591"},
                                   {1e-2, "0.39 s, 9973", "0.41 s, 10938"},
                                   {1e-3, "0.65 s, 19235", "0.71 s, 20865"},
                                   {1e-4, "1.11 s, 39537", "1.19 s, 40729"},
                                   {1e-5, "2.69 s, 95839", "2.69 s, 95839"}};
  std::vector<Case> rows;
  for (const Published& published : kTable2) {
    for (bool adaptive : {true, false}) {
      rows.push_back(
          {.label = fmt::format("{:g}, {} tolerance", published.accuracy,
                                adaptive ? "adaptive" : "fixed"),
           .cenic = CenicOptions{.accuracy = published.accuracy,
                                 .adaptive_tolerance = adaptive},
           .fixed = {},
           .paper = adaptive ? published.adaptive : published.fixed});
    }
  }
  return rows;
}

std::vector<Case> MakeReuseCases() {
  return {{.label = "fixed step, no reuse",
           .cenic = {},
           .fixed = {.hessian_reuse = 0},
           .paper = "0.26 s, 1000 steps, 3980 fact., 3980 it."},
          {.label = "fixed step, reuse",
           .cenic = {},
           .fixed = {},
           .paper = "0.27 s, 1000 steps, 2293 fact., 6068 it."},
          {.label = "CENIC 1e-3, no reuse",
           .cenic = CenicOptions{.accuracy = 1e-3, .hessian_reuse = 0},
           .fixed = {},
           .paper = "0.65 s, 499 steps, 16624 fact., 16624 it."},
          {.label = "CENIC 1e-3, reuse",
           .cenic = CenicOptions{.accuracy = 1e-3},
           .fixed = {},
           .paper = "0.61 s, 510 steps, 10557 fact., 19235 it."}};
}

std::string MakeTable(std::string_view title, std::vector<Case>* rows,
                      int repeats) {
  for (int i = 0; i < repeats; ++i) {
    for (Case& row : *rows) Run(&row);
  }
  std::string text = fmt::format(
      "## {}\n\n| run | wall s | steps | rejected | iterations | "
      "factorizations | paper |\n|---|---|---|---|---|---|---|\n",
      title);
  for (const Case& row : *rows) text += MakeRow(row);
  return text + "\n";
}

std::string MakeBreakdown(const Case& row) {
  const auto& seconds = row.statistics.profile.seconds;
  const double booked = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  const double wall = std::max(row.wall_times.back(), booked);
  std::string text =
      "## Where the time goes at 1e-3 (Figure 18)\n\n"
      "| phase | share |\n|---|---|\n";
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    text += fmt::format("| {} | {:.0f} % |\n",
                        to_string(static_cast<solvers::Phase>(i)),
                        100 * seconds[i] / wall);
  }
  return text + fmt::format("| everything else | {:.0f} % |\n",
                            100 * (wall - booked) / wall);
}

}  // namespace

std::string BenchClutter(const BenchOptions& options) {
  const int repeats = options.repeats;
  std::vector<Case> tolerance = MakeToleranceCases();
  std::vector<Case> reuse = MakeReuseCases();
  std::string text = fmt::format(
      "# hard_clutter, {:g} s simulated, one thread, medians of {} runs\n\n",
      kDuration, repeats);
  text += MakeTable("Adaptive tolerance (Table II)", &tolerance, repeats);
  text += MakeTable("Hessian reuse (Table III)", &reuse, repeats);
  return text + MakeBreakdown(reuse.back());
}

}  // namespace tactus::apps
