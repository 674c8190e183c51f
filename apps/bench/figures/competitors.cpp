#include "tactus/apps/bench/figures/competitors.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/verify/reference.h"
#include "tactus/integrators/cenic/cenic_scheme.h"

namespace tactus::apps {
namespace {

Competitor Named(std::string_view label, const char* name) {
  return {label, {"--integrator", name}};
}

Competitor WithFixedStep(std::string_view label, const char* name) {
  Competitor competitor = Named(label, name);
  competitor.has_fixed_step = true;
  return competitor;
}

Competitor Cenic(std::string_view label, const char* algebra) {
  return {label, {"--integrator", "cenic", "--algebra", algebra}};
}

RunSpec Spec(const Competitor& competitor, std::string scene, double duration) {
  return {.competitor = std::string(competitor.label),
          .scene = std::move(scene),
          .duration = duration,
          .settings = competitor.settings};
}

}  // namespace

const Competitor& CenicSparse() {
  static const Competitor competitor = Cenic("CENIC", "sparse");
  return competitor;
}

const Competitor& CenicDense() {
  static const Competitor competitor = Cenic("CENIC, dense", "dense");
  return competitor;
}

const Competitor& CenicExtrapolated() {
  static const Competitor competitor = {
      "CENIC, extrapolated",
      {"--integrator", "cenic", "--scheme", "extrapolated"}};
  return competitor;
}

const Competitor& Icf() {
  return FixedStep()[0];
}

const Competitor& ComFree() {
  return FixedStep()[1];
}

const Competitor& Rk3() {
  return Baselines()[1];
}

std::span<const Competitor> FixedStep() {
  static const std::vector<Competitor> all = {
      WithFixedStep("ICF", "icf"), WithFixedStep("ComFree", "comfree"),
      WithFixedStep("COND", "cond"), WithFixedStep("Dojo", "dojo")};
  return all;
}

std::span<const Competitor> Baselines() {
  static const std::vector<Competitor> all = {
      Named("implicit Euler", "implicit_euler"), Named("RK3", "rk3"),
      Named("SDIRK2", "sdirk2"), Named("ROS2", "ros2"),
      Named("CVODE", "cvode")};
  return all;
}

std::vector<Competitor> ErrorControlled() {
  std::vector<Competitor> all = {CenicSparse(), CenicDense()};
  all.insert(all.end(), Baselines().begin(), Baselines().end());
  return all;
}

RunSpec WithAccuracy(const Competitor& competitor, std::string scene,
                     double duration, double accuracy, std::string error_norm) {
  RunSpec spec = Spec(competitor, std::move(scene), duration);
  spec.accuracy = accuracy;
  spec.error_norm = std::move(error_norm);
  return spec;
}

RunSpec WithStep(const Competitor& competitor, std::string scene,
                 double duration, double step) {
  RunSpec spec = Spec(competitor, std::move(scene), duration);
  spec.step = step;
  return spec;
}

std::vector<std::string> SchemeNames() {
  std::vector<std::string> names;
  for (const integrators::Scheme scheme : integrators::Schemes())
    names.emplace_back(integrators::to_string(scheme));
  return names;
}

RunSpec WithScheme(const std::string& scheme, std::string scene,
                   double duration, double accuracy) {
  RunSpec spec =
      WithAccuracy(CenicSparse(), std::move(scene), duration, accuracy);
  spec.competitor = scheme;
  spec.settings.insert(spec.settings.end(), {"--scheme", scheme});
  return spec;
}

std::vector<RunSpec> References(const std::string& scene, double duration) {
  const double tight = ReferenceOptions().accuracy;
  std::vector<RunSpec> all = {
      WithAccuracy(Rk3(), scene, duration, tight / 10),
      WithAccuracy(CenicSparse(), scene, duration, tight),
      WithAccuracy(CenicSparse(), scene, duration, 10 * tight)};
  for (RunSpec& spec : all) {
    spec.reference = true;
    spec.patience = 10;
  }
  // Where there is contact, it may never get there.
  all[0].patience = 3;
  return all;
}

std::string DescribeReferences(const std::string& scene, double duration,
                               const Results& results) {
  const std::vector<RunSpec> specs = References(scene, duration);
  std::string failures;
  for (const RunSpec& spec : specs) {
    const RunResult& run = results.at(spec);
    if (run.ok() || run.message == kNotNeeded) continue;
    failures += fmt::format("; {}, {}: {}", spec.competitor,
                            FormatSetting(spec), to_string(run.status));
  }
  const auto it = results.references.find(ReferenceKey(specs[0]));
  if (it == results.references.end())
    return fmt::format("{}: no reference{}.", scene, failures);
  const ReferencePath& path = it->second;
  if (!path.has_horizon()) {
    return fmt::format("{}: no reference, {} part at once{}.", scene, path.runs,
                       failures);
  }
  return fmt::format("{}: {} agree {} {:.3g} s, to {:.2g} m{}.", scene,
                     path.runs, path.until_end ? "until the end," : "until",
                     path.horizon, path.agreement, failures);
}

}  // namespace tactus::apps
