#include "tactus/apps/scenario/integrator_settings.h"

#include <initializer_list>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;
using integrators::ErrorNorm;
using integrators::ExternalScheme;
using integrators::FrictionCone;
using solvers::FactorMethod;
using solvers::LineSearchStart;

template <class T>
using Words = std::initializer_list<std::pair<const char*, T>>;

constexpr auto kExternal = {std::pair("implicit", ExternalScheme::kImplicit),
                            std::pair("explicit", ExternalScheme::kExplicit)};
constexpr auto kErrorNorm = {std::pair("positions", ErrorNorm::kPositions),
                             std::pair("state", ErrorNorm::kState)};
constexpr auto kAlgebra = {std::pair("auto", FactorMethod::kAuto),
                           std::pair("dense", FactorMethod::kDense),
                           std::pair("sparse", FactorMethod::kSparse)};
constexpr auto kLineSearchStart = {
    std::pair("cubic", LineSearchStart::kCubic),
    std::pair("quadratic", LineSearchStart::kQuadratic),
    std::pair("unit", LineSearchStart::kUnit)};
constexpr auto kFrictionCone = {std::pair("exact", FrictionCone::kExact),
                                std::pair("linear", FrictionCone::kLinear),
                                std::pair("none", FrictionCone::kNone)};
constexpr auto kNewtonTolerance = {std::pair("adaptive", true),
                                   std::pair("fixed", false)};

template <class T>
T Parse(const char* option, const Words<T>& words, const std::string& word) {
  std::string all;
  for (const auto& [name, value] : words) {
    if (word == name) return value;
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  throw std::invalid_argument(
      fmt::format("{} is one of {}, not '{}'", option, all, word));
}

template <class T>
std::string WordFor(const Words<T>& words, T value) {
  for (const auto& [name, each] : words) {
    if (each == value) return name;
  }
  return "other";
}

}  // namespace

ExternalScheme ParseExternalScheme(const std::string& word) {
  return Parse("--external", kExternal, word);
}

ErrorNorm ParseErrorNorm(const std::string& word) {
  return Parse("--error-norm", kErrorNorm, word);
}

FactorMethod ParseAlgebra(const std::string& word) {
  return Parse("--algebra", kAlgebra, word);
}

LineSearchStart ParseLineSearchStart(const std::string& word) {
  return Parse("--line-search-start", kLineSearchStart, word);
}

FrictionCone ParseFrictionCone(const std::string& word) {
  return Parse("--friction-cone", kFrictionCone, word);
}

bool ParseNewtonTolerance(const std::string& word) {
  return Parse("--newton-tolerance", kNewtonTolerance, word);
}

// A fraction of the longest step, or null: from the derivatives.
Json FirstStepOf(const std::optional<double>& first_step) {
  return first_step ? Json(*first_step) : Json(nullptr);
}

Json MakeSettingsJson(const integrators::CenicOptions& options) {
  return {
      {"accuracy", options.accuracy},
      {"error_norm", to_string(options.error_norm)},
      {"length_scale_m", options.length_scale},
      {"h_max_s", options.h_max},
      {"h_min_s", options.h_min},
      {"first_step", FirstStepOf(options.first_step)},
      {"scheme", to_string(options.scheme)},
      {"algebra", WordFor<FactorMethod>(kAlgebra, options.factor_method)},
      {"newton_tolerance",
       WordFor<bool>(kNewtonTolerance, options.adaptive_tolerance)},
      {"kappa", options.kappa},
      {"hessian_reuse", options.hessian_reuse},
      {"line_search_start",
       WordFor<LineSearchStart>(kLineSearchStart, options.line_search_start)},
      {"external", WordFor<ExternalScheme>(kExternal, options.external)}};
}

Json MakeSettingsJson(const integrators::IcfStepOptions& options) {
  return {{"tolerance", options.tolerance},
          {"hessian_reuse", options.hessian_reuse},
          {"algebra", WordFor<FactorMethod>(kAlgebra, options.factor_method)}};
}

Json MakeSettingsJson(const contact::ComFreeOptions& options) {
  const contact::ComFreeImpedance& d = options.impedance;
  return {{"stiffness_1_s", options.stiffness},
          {"damping", options.damping},
          {"impedance", {d.r_min, d.r_max, d.width, d.midpoint, d.power}},
          {"margin_m", options.margin},
          {"refinement", options.refinement_iterations},
          {"mass_splitting", options.mass_splitting},
          {"backend", to_string(options.backend)},
          {"single_precision", options.single_precision}};
}

Json MakeSettingsJson(const integrators::DojoOptions& options) {
  return {{"kappa", options.kappa},
          {"friction_cone", WordFor<FrictionCone>(kFrictionCone, options.cone)},
          {"tolerance", options.tolerance},
          {"max_iterations", options.max_iterations}};
}

// What the program lets choose, and how long a solve may take.
Json MakeSettingsJson(const contact::CondOptions& options) {
  Json settings = {{"theta", options.theta}, {"push_out", options.push_out}};
  if (options.iterations) {
    settings["iterations"] = *options.iterations;
  } else {
    settings["residual"] = options.residual;
    settings["max_iterations"] = options.max_iterations;
  }
  return settings;
}

Json MakeSettingsJson(const integrators::ErrorControlOptions& options) {
  return {{"accuracy", options.accuracy},
          {"error_norm", to_string(options.error_norm)},
          {"length_scale_m", options.length_scale},
          {"h_max_s", options.h_max},
          {"h_min_s", options.h_min},
          {"first_step", FirstStepOf(options.first_step)}};
}

Json MakeSettingsJson(const integrators::NewtonOptions& options) {
  return {{"newton_kappa", options.kappa},
          {"newton_max_iterations", options.max_iterations},
          {"newton_keep_jacobian_below", options.keep_jacobian_below}};
}

}  // namespace tactus::apps
