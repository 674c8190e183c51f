#include "tactus/apps/bench/benchmarks/sphere_bin.h"

#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/apps/bench/suite/fit_line.h"
#include "tactus/apps/models/scene_export.h"
#include "tactus/examples/scenes/piles.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using integrators::Statistics;

constexpr double kStep = 0.002, kSettle = 3;  // [s]
constexpr double kPeerLimit = 300;            // [s]

/// Of one method, over the fourth second.
struct Cost {
  std::vector<double> seconds;  ///< Of each repeat.
  double contacts{};
  long steps{};
};

/// N spheres, settled by a method of their own.
class Bin {
 public:
  explicit Bin(int num_spheres)
      : scene_(examples::MakePlantScene(
            examples::MakeSphereBinModel(num_spheres))) {}

  template <class Integrator, class... Arguments>
  systems::Context Settle(Arguments&&... arguments) const {
    systems::Simulator simulator(*scene_.diagram, scene_.context);
    simulator.reset_integrator<Integrator>(
        std::forward<Arguments>(arguments)...);
    simulator.AdvanceTo(kSettle);
    return simulator.context();
  }

  /// Times the second that follows `settled`.
  template <class Integrator, class... Arguments>
  void Time(const systems::Context& settled, Cost* cost,
            Arguments&&... arguments) const {
    systems::Simulator simulator(*scene_.diagram, settled);
    const Statistics& statistics =
        simulator
            .reset_integrator<Integrator>(std::forward<Arguments>(arguments)...)
            .statistics();
    cost->seconds.push_back(TimeOf([&] { simulator.AdvanceTo(kSettle + 1); }));
    cost->contacts = statistics.contacts_mean();
    cost->steps = statistics.steps;
  }

 private:
  examples::SceneInstance scene_;
};

/// One row of the table.
struct Row {
  int num_spheres{};
  Cost icf = {}, cenic = {}, comfree = {};
};

Row MeasureRow(int num_spheres, int repeats) {
  using integrators::Cenic;
  using integrators::FixedStep;
  const auto icf = [] {
    return std::make_unique<integrators::IcfStep>();
  };
  const auto comfree = [] {
    return std::make_unique<integrators::ComFreeStep>();
  };
  Row row{.num_spheres = num_spheres};
  const Bin bin(num_spheres);
  const systems::Context settled = bin.Settle<FixedStep>(icf(), kStep);
  const systems::Context settled_by_comfree =
      bin.Settle<FixedStep>(comfree(), kStep);
  for (int i = 0; i < repeats; ++i) {
    bin.Time<FixedStep>(settled, &row.icf, icf(), kStep);
    bin.Time<Cenic>(settled, &row.cenic);
    bin.Time<FixedStep>(settled_by_comfree, &row.comfree, comfree(), kStep);
  }
  return row;
}

/// MuJoCo's seconds, or why there are none.
std::string TimeMujoco(const std::string& scene, const char* solver) {
  const PeerOutcome outcome =
      RunPeer("tactus-peer-mujoco",
              {scene, "--step", fmt::format("{}", kStep), "--settle",
               fmt::format("{}", kSettle), "--duration",
               fmt::format("{}", kSettle + 1), "--solver", solver},
              kPeerLimit);
  if (!outcome.ok()) return outcome.status;
  return fmt::format("{:.3g} ({:.0f} contacts)", outcome["wall_time_s"],
                     outcome["contacts_mean"]);
}

std::string MakeMujocoCells(int num_spheres) {
  const TemporaryFolder folder;
  const std::string path = folder / "scene.json";
  const std::string name = "scaling_" + std::to_string(num_spheres);
  std::ofstream(path) << MakeNeutralJson(
      ExportScene(name, "", kSettle + 1, examples::FindScene(name).make()));
  // Its Newton's time grows with the cube of the number of spheres.
  return fmt::format(" {} | {} |", TimeMujoco(path, "cg"),
                     num_spheres > 100 ? "-" : TimeMujoco(path, "newton"));
}

// @param published  of MuJoCo 3.12 CG, by the same fit.
std::string MakeExponentRow(const std::vector<Row>& rows, int fewest,
                            double published) {
  std::vector<double> n;
  std::array<std::vector<double>, 3> seconds;
  for (const Row& row : rows) {
    if (row.num_spheres < fewest) continue;
    n.push_back(row.num_spheres);
    seconds[0].push_back(Median(row.icf.seconds));
    seconds[1].push_back(Median(row.cenic.seconds));
    seconds[2].push_back(Median(row.comfree.seconds));
  }
  if (n.size() < 2) return "";
  std::string text = fmt::format("| exponent, N >= {} | |", fewest);
  for (const auto& each : seconds)
    text += fmt::format(" {:.2f} |", FitExponent(n, each));
  return text + fmt::format(" | | {:.2f} |\n", published);
}

}  // namespace

std::string MakeSphereBinTable(const BenchOptions& options) {
  struct Size {
    int num_spheres;
    const char* published;
  };
  constexpr Size kSizes[] = {{10, "0.014"}, {20, "-"},    {50, "0.20"},
                             {100, "0.60"}, {200, "1.5"}, {500, "3.4"},
                             {1000, "7.5"}};
  std::string text = fmt::format(
      "## Spheres in a bin (scaling_N): seconds per simulated second\n\n"
      "The fourth second, at {:g} ms, one thread. ICF has settled them for "
      "itself and for CENIC (accuracy 1e-3), the others for themselves; under "
      "ComFree they lie deeper and touch more often.\n\n"
      "| spheres | contacts: icf, comfree | icf | cenic (steps) | comfree | "
      "MuJoCo 2.2.2 CG | MuJoCo 2.2.2 Newton | MuJoCo 3.12 CG, published |\n"
      "|---|---|---|---|---|---|---|---|\n",
      1e3 * kStep);
  std::vector<Row> rows;
  for (const Size& size : kSizes) {
    if (options.quick && size.num_spheres > 50) break;
    rows.push_back(MeasureRow(size.num_spheres, options.repeats));
    const Row& row = rows.back();
    text +=
        fmt::format("| {} | {:.0f}, {:.0f} | {:.3g} | {:.3g} ({}) | {:.3g} |",
                    row.num_spheres, row.icf.contacts, row.comfree.contacts,
                    Median(row.icf.seconds), Median(row.cenic.seconds),
                    row.cenic.steps, Median(row.comfree.seconds));
    text += MakeMujocoCells(size.num_spheres) +
            fmt::format(" {} |\n", size.published);
  }
  return text + MakeExponentRow(rows, 10, 1.35) +
         MakeExponentRow(rows, 100, 1.07);
}

}  // namespace tactus::apps
