#include "tactus/apps/scenario/integrator_factory.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/integrator_settings.h"
#include "tactus/common/require.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/cvode.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/classic/rosenbrock2.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/classic/sdirk2.h"
#include "tactus/integrators/comfree_step.h"
#include "tactus/integrators/cond_step.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/integrators/travel_limit.h"

namespace tactus::apps {
namespace {

template <typename Integrator>
IntegratorChoice Wrap(std::unique_ptr<Integrator> integrator) {
  Integrator& typed = *integrator;
  IntegratorChoice choice;
  choice.integrator = std::move(integrator);
  choice.statistics = [&typed]() -> const integrators::Statistics& {
    return typed.statistics();
  };
  choice.set_trace = [&typed](Trace* trace) {
    typed.set_trace(trace);
  };
  return choice;
}

void RefuseStep(const IntegratorOptions& options, std::string_view name) {
  Require(!options.step,
          fmt::format("{} chooses its steps itself: give it --accuracy instead "
                      "of --step, or choose --integrator icf",
                      name));
}

// An integrator that chooses its steps, and was made with these options.
template <typename Integrator>
IntegratorChoice WrapWithAccuracy(std::unique_ptr<Integrator> integrator) {
  const auto& own = integrator->options();
  nlohmann::ordered_json settings = MakeSettingsJson(own);
  const double accuracy = own.accuracy;
  IntegratorChoice choice = Wrap(std::move(integrator));
  choice.accuracy = accuracy;
  choice.settings = std::move(settings);
  return choice;
}

IntegratorChoice MakeCenic(const IntegratorOptions& options) {
  RefuseStep(options, "cenic");
  integrators::CenicOptions own;
  own.accuracy = options.accuracy.value_or(own.accuracy);
  own.h_max = options.max_step.value_or(own.h_max);
  own.external = options.external.value_or(own.external);
  own.scheme = options.scheme.value_or(own.scheme);
  own.factor_method = options.algebra.value_or(own.factor_method);
  own.hessian_reuse = options.hessian_reuse.value_or(own.hessian_reuse);
  own.adaptive_tolerance =
      options.adaptive_tolerance.value_or(own.adaptive_tolerance);
  own.error_norm = options.error_norm.value_or(own.error_norm);
  own.line_search_start =
      options.line_search_start.value_or(own.line_search_start);
  own.num_threads = options.num_threads;
  own.stop = options.stop;
  IntegratorChoice choice =
      WrapWithAccuracy(std::make_unique<integrators::Cenic>(own));
  choice.threads = own.num_threads;
  return choice;
}

integrators::ErrorControlOptions ErrorControlOf(
    const IntegratorOptions& options) {
  RefuseStep(options, options.name);
  integrators::ErrorControlOptions own;
  own.accuracy = options.accuracy.value_or(own.accuracy);
  own.h_max = options.max_step.value_or(own.h_max);
  own.error_norm = options.error_norm.value_or(own.error_norm);
  own.stop = options.stop;
  return own;
}

template <typename Integrator>
IntegratorChoice MakeClassic(const IntegratorOptions& options) {
  auto integrator = std::make_unique<Integrator>(ErrorControlOf(options));
  nlohmann::ordered_json method = nlohmann::ordered_json::object();
  if constexpr (requires { integrator->newton_options(); })
    method = MakeSettingsJson(integrator->newton_options());
  if constexpr (requires { integrator->gamma(); })
    method["gamma"] = integrator->gamma();
  IntegratorChoice choice = WrapWithAccuracy(std::move(integrator));
  choice.counts_contacts = false;
  choice.settings.update(method);
  // Its own choice.
  if constexpr (std::is_same_v<Integrator, integrators::Cvode>)
    choice.settings.erase("first_step");
  return choice;
}

// A step function at a fixed step.
IntegratorChoice MakeFixedStep(
    const IntegratorOptions& options, double default_step,
    std::unique_ptr<integrators::StepFunction> function) {
  Require(!options.accuracy,
          fmt::format("{} has a fixed step and no accuracy: give it --step "
                      "instead of --accuracy, or choose --integrator cenic",
                      function->name()));
  auto fixed = std::make_unique<integrators::FixedStep>(
      std::move(function), options.step.value_or(default_step),
      options.external.value_or(integrators::ExternalScheme::kImplicit));
  const double step = fixed->step();
  IntegratorChoice choice = Wrap(std::move(fixed));
  choice.step = step;
  choice.settings = {{"step_s", step}};
  return choice;
}

void RequirePositive(const char* option, const std::optional<double>& value) {
  Require(!value || (std::isfinite(*value) && *value > 0),
          fmt::format("{} must be a positive number, not {}", option,
                      value.value_or(0)));
}

// What no run ends with: a step of a picosecond takes a day for a microsecond,
// and an error below the rounding error of the state cannot be had.
constexpr double kLeastStep = 1e-12, kLeastAccuracy = 1e-14;
constexpr int kMostRefinement = 1'000'000;

void RequireAtLeast(const char* option, const std::optional<double>& value,
                    double least) {
  RequirePositive(option, value);
  Require(value.value_or(least) >= least,
          fmt::format("{} must be at least {:g}, not {:g}", option, least,
                      value.value_or(0)));
}

std::string MethodOf(const IntegratorOptions& options) {
  if (!options.name.empty()) return options.name;
  return options.step ? "icf" : "cenic";
}

// Copies the option of ComFree that is called so on the command line.
void CopyComFreeOption(const std::string& name,
                       const contact::ComFreeOptions& from,
                       contact::ComFreeOptions* to) {
  if (name == "--comfree-stiffness") to->stiffness = from.stiffness;
  if (name == "--comfree-damping") to->damping = from.damping;
  if (name == "--comfree-impedance") to->impedance = from.impedance;
  if (name == "--margin") to->margin = from.margin;
  if (name == "--refinement") {
    to->refinement_iterations = from.refinement_iterations;
  }
  if (name == "--mass-splitting") to->mass_splitting = from.mass_splitting;
  if (name == "--backend") to->backend = from.backend;
  if (name == "--single-precision") {
    to->single_precision = from.single_precision;
  }
}

IntegratorChoice MakeIcf(const IntegratorOptions& options) {
  integrators::IcfStepOptions own;
  own.factor_method = options.algebra.value_or(own.factor_method);
  own.hessian_reuse = options.hessian_reuse.value_or(own.hessian_reuse);
  own.num_threads = options.num_threads;
  own.stop = options.stop;
  IntegratorChoice choice =
      MakeFixedStep(options, 0.01, std::make_unique<integrators::IcfStep>(own));
  choice.settings.update(MakeSettingsJson(own));
  choice.threads = own.num_threads;
  return choice;
}

IntegratorChoice MakeComFree(const IntegratorOptions& options) {
  contact::ComFreeOptions own = options.comfree;
  own.num_threads = options.num_threads;
  own.stop = options.stop;
  IntegratorChoice choice = MakeFixedStep(
      options, 0.002, std::make_unique<integrators::ComFreeStep>(own));
  choice.settings.update(MakeSettingsJson(own));
  choice.has_contact_springs = false;
  using solvers::comfree::BackendKind;
  if (own.backend == BackendKind::kOpenMp) choice.threads = own.num_threads;
  return choice;
}

IntegratorChoice MakeDojo(const IntegratorOptions& options) {
  integrators::DojoOptions own;
  own.kappa = options.kappa.value_or(own.kappa);
  own.cone = options.friction_cone.value_or(own.cone);
  IntegratorChoice choice = MakeFixedStep(
      options, 0.01, std::make_unique<integrators::DojoStep>(own));
  choice.settings.update(MakeSettingsJson(own));
  choice.has_contact_springs = false;
  return choice;
}

IntegratorChoice MakeCond(const IntegratorOptions& options) {
  const contact::CondOptions own{.iterations = options.iterations,
                                 .num_threads = options.num_threads};
  IntegratorChoice choice = MakeFixedStep(
      options, 0.002, std::make_unique<integrators::CondStep>(own));
  choice.settings.update(MakeSettingsJson(own));
  choice.threads = own.num_threads;
  choice.has_contact_springs = false;
  return choice;
}

struct Method {
  std::string_view name;
  IntegratorChoice (*make)(const IntegratorOptions&);
  bool controls_error, steps_plant;
};

constexpr Method kMethods[] = {
    {"cenic", &MakeCenic, true, true},
    {"comfree", &MakeComFree, false, true},
    {"cond", &MakeCond, false, true},
    {"cvode", &MakeClassic<integrators::Cvode>, true, false},
    {"dojo", &MakeDojo, false, true},
    {"icf", &MakeIcf, false, true},
    {"implicit_euler", &MakeClassic<integrators::ImplicitEuler>, true, false},
    {"rk3", &MakeClassic<integrators::RungeKutta3>, true, false},
    {"ros2", &MakeClassic<integrators::Rosenbrock2>, true, false},
    {"sdirk2", &MakeClassic<integrators::Sdirk2>, true, false},
};

void RefuseWhatIsNotFor(const Method& method,
                        const IntegratorOptions& options) {
  const auto refuse = [&](bool given, const char* option, bool is_for) {
    Require(!given || is_for,
            fmt::format("{} is not for {}", option, method.name));
  };
  const bool is_cenic = method.name == "cenic";
  refuse(options.external.has_value(), "--external", method.steps_plant);
  refuse(options.max_step.has_value(), "--max-step", method.controls_error);
  refuse(options.error_norm.has_value(), "--error-norm", method.controls_error);
  refuse(options.algebra.has_value(), "--algebra",
         is_cenic || method.name == "icf");
  refuse(options.scheme.has_value(), "--scheme", is_cenic);
  refuse(options.hessian_reuse.has_value(), "--hessian-reuse",
         is_cenic || method.name == "icf");
  refuse(options.line_search_start.has_value(), "--line-search-start",
         is_cenic);
  refuse(options.adaptive_tolerance.has_value(), "--newton-tolerance",
         is_cenic);
  const bool is_dojo = method.name == "dojo";
  refuse(options.kappa.has_value(), "--kappa", is_dojo);
  refuse(options.friction_cone.has_value(), "--friction-cone", is_dojo);
  refuse(options.iterations.has_value(), "--iterations", method.name == "cond");
  Require(
      method.name == "comfree" || options.comfree_given.empty(),
      fmt::format(
          "{} is for --integrator comfree; this run uses {}",
          options.comfree_given.empty() ? "" : options.comfree_given.front(),
          method.name));
}

}  // namespace

IntegratorOptions Merge(const IntegratorOptions& file,
                        const IntegratorOptions& command_line) {
  const IntegratorOptions& c = command_line;
  const bool names_method = !c.name.empty() || (c.step && !file.step);
  IntegratorOptions merged = file;
  if (names_method && MethodOf(c) != MethodOf(file)) {
    merged = {};
  }
  merged.num_threads = c.num_threads;
  merged.stop = c.stop;
  if (!c.name.empty()) merged.name = c.name;
  if (c.accuracy) merged.accuracy = c.accuracy;
  if (c.step) merged.step = c.step;
  if (c.max_step) merged.max_step = c.max_step;
  if (c.external) merged.external = c.external;
  if (c.error_norm) merged.error_norm = c.error_norm;
  if (c.algebra) merged.algebra = c.algebra;
  if (c.scheme) merged.scheme = c.scheme;
  if (c.hessian_reuse) merged.hessian_reuse = c.hessian_reuse;
  if (c.line_search_start) merged.line_search_start = c.line_search_start;
  if (c.adaptive_tolerance) merged.adaptive_tolerance = c.adaptive_tolerance;
  if (c.kappa) merged.kappa = c.kappa;
  if (c.friction_cone) merged.friction_cone = c.friction_cone;
  if (c.iterations) merged.iterations = c.iterations;
  for (const std::string& name : c.comfree_given) {
    CopyComFreeOption(name, c.comfree, &merged.comfree);
    merged.comfree_given.push_back(name);
  }
  return merged;
}

IntegratorChoice MakeIntegrator(const IntegratorOptions& given) {
  IntegratorOptions options = given;
  options.name = MethodOf(given);
  RequireAtLeast("--accuracy", options.accuracy, kLeastAccuracy);
  RequireAtLeast("--step", options.step, kLeastStep);
  RequireAtLeast("--max-step", options.max_step, kLeastStep);
  Require(options.comfree.refinement_iterations <= kMostRefinement,
          fmt::format("--refinement must be at most {}, not {}",
                      kMostRefinement, options.comfree.refinement_iterations));
  Require(
      options.num_threads >= 1,
      fmt::format("--threads must be at least 1, not {}", options.num_threads));
  const Method* method =
      std::ranges::find(kMethods, options.name, &Method::name);
  Require(method != std::end(kMethods),
          fmt::format("there is no integrator '{}'; there are: {}",
                      options.name, IntegratorNames()));
  RefuseWhatIsNotFor(*method, options);
  IntegratorChoice choice = method->make(options);
  if (options.travel) {
    choice.integrator = std::make_unique<integrators::TravelLimit>(
        std::move(choice.integrator), *options.travel);
  }
  return choice;
}

std::string IntegratorNames() {
  std::string names;
  for (const Method& method : kMethods) {
    if (method.name == "cvode" && !integrators::Cvode::IsAvailable()) continue;
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

}  // namespace tactus::apps
