#include "tactus/apps/scenario/integrator_settings.h"

#include <optional>
#include <utility>

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

// The settings that are fixed or have no option of their own, then the options.
template <class Settings>
Json WithOptions(Json json, Settings settings) {
  json.update(MakeOptionsJson(&settings));
  return json;
}

// A fraction of the longest step, or null: from the derivatives.
Json FirstStepOf(const std::optional<double>& first_step) {
  return first_step ? Json(*first_step) : Json(nullptr);
}

// What CENIC and the classic methods share.
template <class Settings>
Json ErrorControlJson(const Settings& options) {
  return {{"accuracy", options.accuracy},
          {"length_scale_m", options.length_scale},
          {"h_min_s", options.h_min},
          {"first_step", FirstStepOf(options.first_step)}};
}

}  // namespace

Json MakeSettingsJson(const integrators::CenicOptions& options) {
  Json json = ErrorControlJson(options);
  json["kappa"] = options.kappa;
  return WithOptions(std::move(json), options);
}

Json MakeSettingsJson(const FixedStepSettings& settings) {
  return WithOptions({{"step_s", settings.step}}, settings);
}

Json MakeSettingsJson(const integrators::IcfStepOptions& options) {
  return WithOptions({{"tolerance", options.tolerance}}, options);
}

Json MakeSettingsJson(const contact::ComFreeOptions& options) {
  return WithOptions(Json::object(), options);
}

Json MakeSettingsJson(const integrators::DojoOptions& options) {
  return WithOptions({{"tolerance", options.tolerance},
                      {"max_iterations", options.max_iterations}},
                     options);
}

// What the program lets choose, and how long a solve may take.
Json MakeSettingsJson(const contact::CondOptions& options) {
  Json json = {{"theta", options.theta}, {"push_out", options.push_out}};
  if (!options.iterations) {
    json["residual"] = options.residual;
    json["max_iterations"] = options.max_iterations;
  }
  return WithOptions(std::move(json), options);
}

Json MakeSettingsJson(const integrators::ErrorControlOptions& options) {
  return WithOptions(ErrorControlJson(options), options);
}

Json MakeSettingsJson(const integrators::NewtonOptions& options) {
  return {{"newton_kappa", options.kappa},
          {"newton_max_iterations", options.max_iterations},
          {"newton_keep_jacobian_below", options.keep_jacobian_below}};
}

}  // namespace tactus::apps
