#include "tactus/apps/verify/witness.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/format_seconds.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/verify/alarm.h"

namespace tactus::apps {
namespace {

// rk3 by a hundredth: of third order, it takes five times the steps.
constexpr double kFiner = 0.01;

Trajectory RunBounded(const Scenario& scenario, const QuantityList& quantities,
                      const WitnessOptions& options,
                      IntegratorOptions integrator) {
  integrator.travel = Witness::kTravel;
  return RunTrajectory(scenario, integrator, quantities,
                       {.period = options.period,
                        .stop = MakeAlarm(options.patience, options.stop)});
}

}  // namespace

Witness CallWitness(const Scenario& scenario, const QuantityList& quantities,
                    const WitnessOptions& options) {
  Witness witness;
  if (!ListNearRigidParts(scenario.scene.plant->model()).empty()) {
    witness.why_not = "rk3 has other laws for limits and rigid constraints";
  } else {
    witness.run = RunBounded(scenario, quantities, options,
                             {.name = "rk3",
                              .accuracy = kFiner * options.finest,
                              .method_options = {{"error_norm", "state"}}});
    witness.is_independent = witness.run.is_complete();
    if (witness.is_independent) return witness;
    witness.why_not = ExplainEnd(witness.run, options.patience);
  }
  witness.is_independent = !witness.run.times.empty();  // as far as it came
  IntegratorOptions cenic{.name = "cenic",
                          .accuracy = options.accuracy,
                          .num_threads = options.num_threads};
  for (const char* norm : {"state", "positions"}) {
    if (options.stop && options.stop()) return witness;
    cenic.method_options["error_norm"] = norm;
    Trajectory run = RunBounded(scenario, quantities, options, cenic);
    if (run.times.size() <= witness.run.times.size()) continue;
    witness.run = std::move(run);
    witness.is_independent = false;
    if (witness.run.is_complete()) break;
  }
  return witness;
}

nlohmann::ordered_json MakeWitnessJson(const Witness& witness) {
  return {{"integrator", witness.run.integrator},
          {"accuracy", witness.run.accuracy.value_or(0)},
          {"travel", Witness::kTravel},
          {"independent", witness.is_independent},
          {"why_not_independent", witness.why_not},
          {"complete", witness.run.is_complete()},
          {"end_s", witness.end()},
          {"steps", witness.run.steps},
          {"longest_step_s", witness.run.longest_step},
          {"contacts_max", witness.run.contacts_max},
          {"wall_time_s", witness.run.wall_time}};
}

std::string MakeWitnessText(const Witness& witness) {
  std::string text = fmt::format(
      "\n  beside: {}, at most a fifth of a half-extent per step, {} steps, "
      "{}\n",
      witness.run.Describe(), witness.run.steps,
      FormatSeconds(witness.run.wall_time));
  if (!witness.why_not.empty())
    text += fmt::format("  not independent: {}\n", witness.why_not);
  if (!witness.run.is_complete())
    text += fmt::format("  it tells nothing after {:.4g} s\n", witness.end());
  return text;
}

}  // namespace tactus::apps
