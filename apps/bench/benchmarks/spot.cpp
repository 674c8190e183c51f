// Spot of the MuJoCo Menagerie, dropped: Figure 11 of [Kurtz25].
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/peers/mjcf_document.h"
#include "tactus/apps/bench/peers/peer_process.h"

namespace tactus::apps {
namespace {

constexpr double kTimeLimit = 300;  // [s]

/// A row of the table: a program, what it is told besides the model, and what
/// the paper says of it.
struct Competitor {
  const char* name;
  const char* setting;
  const char* program;
  std::vector<std::string> arguments;
  const char* paper = "";
};

std::vector<Competitor> MakeCompetitors() {
  const char *own = "tactus", *mujoco = "tactus-peer-mujoco";
  return {
      {"CENIC", "accuracy 1e-1", own, {"--accuracy", "1e-1"}},
      {"CENIC", "accuracy 1e-3", own, {"--accuracy", "1e-3"}},
      {"CENIC", "accuracy 1e-5", own, {"--accuracy", "1e-5"}},
      {"ICF", "step 10 ms", own, {"--integrator", "icf", "--step", "1e-2"}},
      {"ICF",
       "step 1 ms",
       own,
       {"--integrator", "icf", "--step", "1e-3"},
       "9056 iterations, 6.4 mm"},
      {"MuJoCo 2.2.2", "step 10 ms", mujoco, {"--step", "1e-2"}},
      {"MuJoCo 2.2.2",
       "step 1 ms",
       mujoco,
       {"--step", "1e-3"},
       "7613 iterations, 31 mm"},
  };
}

PeerOutcome RunOnce(const Competitor& each, const std::string& model,
                    const std::string& duration) {
  const bool own = each.program == std::string("tactus");
  std::vector<std::string> arguments;
  if (own) arguments = {"run"};
  arguments.insert(arguments.end(),
                   {model, "--ground", "--keyframe", "home", "--duration",
                    duration, own ? "--quiet" : "--strip-unknown"});
  arguments.insert(arguments.end(), each.arguments.begin(),
                   each.arguments.end());
  return RunPeer(each.program, std::move(arguments), kTimeLimit);
}

std::string MakeRow(const Competitor& each,
                    const std::vector<PeerOutcome>& outcomes) {
  std::string row = fmt::format("| {} | {} |", each.name, each.setting);
  const auto bad = std::ranges::find_if(
      outcomes, [](const PeerOutcome& outcome) { return !outcome.ok(); });
  if (bad != outcomes.end())
    return row + fmt::format(" {} | | | | | {} |\n", bad->status, each.paper);
  std::vector<double> times;
  for (const PeerOutcome& outcome : outcomes)
    times.push_back(outcome["wall_time_s"]);
  const PeerOutcome& last = outcomes.back();
  return row + fmt::format(" {:.3g} | {} | {} | {:.1f} | {:.2f} | {} |\n",
                           Median(times), last["steps"],
                           last["newton_iterations"], last["contacts_mean"],
                           1e3 * last["penetration_max_m"], each.paper);
}

// What the peer had to leave out to load the model.
std::string DescribeStripped(const PeerOutcome& mujoco) {
  if (!mujoco.ok()) return "";
  std::string text;
  for (const auto& each : mujoco.report.at("settings").at("stripped"))
    text += (text.empty() ? "" : ", ") + each.get<std::string>();
  return text.empty() ? ""
                      : fmt::format(
                            "\nMuJoCo 2.2.2 does not know, and the file "
                            "that it was given has not: {}.\n",
                            text);
}

}  // namespace

std::string BenchSpot(const BenchOptions& options) {
  const std::string duration = options.quick ? "0.3" : "3";
  std::string text =
      "# Spot, dropped (Figure 11)\n\nThe model of the MuJoCo Menagerie "
      "without its actuators, as in the paper, for " +
      duration +
      " s from its keyframe 'home' (the paper does not tell its start); "
      "contact "
      "as file and simulator have it.\n\n";
  if (options.spot.empty()) {
    return text +
           "Skipped: --spot FILE says where spot.xml of the MuJoCo Menagerie "
           "is.\n";
  }
  MjcfDocument document(options.spot);
  document.RemoveActuators();
  const TemporaryFolder folder;
  const std::string model = folder / "spot.xml";
  std::ofstream(model) << document.Print();

  const std::vector<Competitor> competitors = MakeCompetitors();
  std::vector<std::vector<PeerOutcome>> outcomes(competitors.size());
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    for (std::size_t i = 0; i < competitors.size(); ++i)
      outcomes[i].push_back(RunOnce(competitors[i], model, duration));
  }
  text +=
      "| simulator | setting | wall s | steps | iterations | contacts | depth "
      "at most, mm | paper |\n|---|---|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < competitors.size(); ++i)
    text += MakeRow(competitors[i], outcomes[i]);
  return text + DescribeStripped(outcomes.back().back());
}

}  // namespace tactus::apps
