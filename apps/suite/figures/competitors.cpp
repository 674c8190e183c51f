#include "tactus/apps/suite/figures/competitors.h"

#include <utility>

namespace tactus::apps {
namespace {

Competitor Named(std::string_view label, const char* name) {
  return {label, {"--integrator", name}};
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

const Competitor& Icf() {
  static const Competitor competitor = Named("ICF", "icf");
  return competitor;
}

const Competitor& ComFree() {
  static const Competitor competitor = Named("ComFree", "comfree");
  return competitor;
}

const Competitor& Rk3() {
  return Baselines()[1];
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

std::vector<RunSpec> References(const std::string& scene, double duration) {
  const bool smooth = scene == "double_pendulum";
  std::vector<RunSpec> pair = {
      WithAccuracy(CenicSparse(), scene, duration, 1e-8),
      smooth ? WithAccuracy(Rk3(), scene, duration, 1e-9)
             : WithAccuracy(CenicSparse(), scene, duration, 1e-7)};
  if (smooth) std::swap(pair[0], pair[1]);
  for (RunSpec& spec : pair) spec.reference = true;
  return pair;
}

}  // namespace tactus::apps
