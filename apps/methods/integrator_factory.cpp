#include "tactus/apps/methods/integrator_factory.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/methods/method_options.h"
#include "tactus/common/require.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/cvode.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/classic/rosenbrock2.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/classic/sdirk2.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/integrators/step_size/travel_limit.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

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
  auto own = integrator->options();
  IntegratorChoice choice = Wrap(std::move(integrator));
  choice.accuracy = own.accuracy;
  choice.settings = MakeSettingsJson(&own);
  return choice;
}

// The settings of a method, as asked for.
template <typename Settings>
Settings MakeSettings(const IntegratorOptions& options) {
  Settings own;
  if constexpr (requires { own.accuracy; }) {
    RefuseStep(options, options.name);
    own.accuracy = options.accuracy.value_or(own.accuracy);
  }
  if constexpr (requires { own.num_threads; })
    own.num_threads = options.num_threads;
  if constexpr (requires { own.stop; }) own.stop = options.stop;
  ApplyOptions(options.method_options, &own);
  return own;
}

IntegratorChoice MakeCenic(const IntegratorOptions& options) {
  IntegratorChoice choice =
      WrapWithAccuracy(std::make_unique<integrators::Cenic>(
          MakeSettings<integrators::CenicOptions>(options)));
  choice.threads = options.num_threads;
  return choice;
}

Json MakeNewtonJson(const integrators::NewtonOptions& options) {
  return {{"newton_kappa", options.kappa},
          {"newton_max_iterations", options.max_iterations},
          {"newton_keep_jacobian_below", options.keep_jacobian_below}};
}

template <typename Integrator>
IntegratorChoice MakeClassic(const IntegratorOptions& options) {
  auto integrator = std::make_unique<Integrator>(
      MakeSettings<integrators::ErrorControlOptions>(options));
  Json method = Json::object();
  if constexpr (requires { integrator->newton_options(); })
    method = MakeNewtonJson(integrator->newton_options());
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

// A step function at a fixed step [s].
template <typename Function, typename Settings>
IntegratorChoice MakeFixedStep(const IntegratorOptions& options,
                               double default_step, ContactStore store) {
  Require(!options.accuracy,
          fmt::format("{} has a fixed step and no accuracy: give it --step "
                      "instead of --accuracy, or choose --integrator cenic",
                      options.name));
  auto own = MakeSettings<Settings>(options);
  auto fixed = MakeSettings<FixedStepSettings>(options);
  fixed.step = options.step.value_or(default_step);
  IntegratorChoice choice = Wrap(std::make_unique<integrators::FixedStep>(
      std::make_unique<Function>(own), fixed.step, fixed.external));
  choice.step = fixed.step;
  choice.settings = MakeSettingsJson(&fixed);
  choice.settings.update(MakeSettingsJson(&own));
  if constexpr (requires { own.num_threads; }) choice.threads = own.num_threads;
  choice.contact_store = store;
  return choice;
}

// What no run ends with: a step of a picosecond takes a day for a microsecond,
// and an error below the rounding error of the state cannot be had.
constexpr double kLeastStep = 1e-12, kLeastAccuracy = 1e-14;

void RequireAtLeast(const char* option, const std::optional<double>& value,
                    double least) {
  Require(!value || (std::isfinite(*value) && *value >= least),
          fmt::format("{} must be a number and at least {:g}, not {:g}", option,
                      least, value.value_or(0)));
}

std::string MethodOf(const IntegratorOptions& options) {
  if (!options.name.empty()) return options.name;
  return options.step ? "icf" : "cenic";
}

IntegratorChoice MakeIcf(const IntegratorOptions& options) {
  return MakeFixedStep<integrators::IcfStep, integrators::IcfStepOptions>(
      options, 0.01, ContactStore::kContinuousLaw);
}

// Under AdaptiveStep the first impact of `ball_drop` is not resolved by any
// step, at any accuracy.
IntegratorChoice MakeComFree(const IntegratorOptions& options) {
  Require(!options.accuracy,
          "comfree takes no accuracy: its contact is another law at each "
          "length of step, so that shorter steps do not come to one solution; "
          "give it --step instead of --accuracy, or choose --integrator cenic");
  IntegratorChoice choice =
      MakeFixedStep<integrators::ComFreeStep, contact::ComFreeOptions>(
          options, 0.002, ContactStore::kOwn);
  if (choice.settings["backend"] != "openmp") choice.threads = 1;
  return choice;
}

IntegratorChoice MakeDojo(const IntegratorOptions& options) {
  return MakeFixedStep<integrators::DojoStep, integrators::DojoOptions>(
      options, 0.01, ContactStore::kStart);
}

// Iterations end by one rule.
IntegratorChoice MakeCond(const IntegratorOptions& options) {
  const auto& given = options.method_options;
  for (const char* other : {"iterations", "residual"}) {
    Require(!given.contains("change") || !given.contains(other),
            fmt::format("--{} has no effect beside --change: each says where "
                        "iterations end",
                        other));
  }
  return MakeFixedStep<integrators::CondStep, contact::CondOptions>(
      options, 0.002, ContactStore::kOwn);
}

// Of cond alone: what methods on impulses do not iterate by.
bool IsOfVelocities(const MethodOption& option) {
  return option.key == "acceleration" || option.key == "change";
}

template <typename Function>
IntegratorChoice MakeOnImpulses(const IntegratorOptions& options) {
  IntegratorChoice choice = MakeFixedStep<Function, contact::CondOptions>(
      options, 0.002, ContactStore::kOwn);
  for (const MethodOption& option : MethodOptions()) {
    if (IsOfVelocities(option)) choice.settings.erase(option.report_key);
  }
  return choice;
}

struct Method {
  std::string_view name;
  IntegratorChoice (*make)(const IntegratorOptions&);
  bool (*has)(const MethodOption&);
};

template <class Settings>
constexpr auto kHasAtFixedStep = &HasOption<FixedStepSettings, Settings>;
constexpr auto kHasClassic = &HasOption<integrators::ErrorControlOptions>;

bool HasOnImpulses(const MethodOption& option) {
  return kHasAtFixedStep<contact::CondOptions>(option) &&
         !IsOfVelocities(option);
}

constexpr Method kMethods[] = {
    {"apgd", &MakeOnImpulses<integrators::ApgdStep>, &HasOnImpulses},
    {"cenic", &MakeCenic, &HasOption<integrators::CenicOptions>},
    {"comfree", &MakeComFree, kHasAtFixedStep<contact::ComFreeOptions>},
    {"cond", &MakeCond, kHasAtFixedStep<contact::CondOptions>},
    {"cvode", &MakeClassic<integrators::Cvode>, kHasClassic},
    {"dojo", &MakeDojo, kHasAtFixedStep<integrators::DojoOptions>},
    {"icf", &MakeIcf, kHasAtFixedStep<integrators::IcfStepOptions>},
    {"implicit_euler", &MakeClassic<integrators::ImplicitEuler>, kHasClassic},
    {"pgs", &MakeOnImpulses<integrators::PgsStep>, &HasOnImpulses},
    {"rk3", &MakeClassic<integrators::RungeKutta3>, kHasClassic},
    {"ros2", &MakeClassic<integrators::Rosenbrock2>, kHasClassic},
    {"sdirk2", &MakeClassic<integrators::Sdirk2>, kHasClassic},
};

// "cenic, icf": the methods of this build that have the option, or all.
std::string MethodNames(const MethodOption* option = nullptr) {
  std::string names;
  for (const Method& method : kMethods) {
    if (method.name == "cvode" && !integrators::Cvode::IsAvailable()) continue;
    if (option && !method.has(*option)) continue;
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

// Values out of bounds, and options that the method does not have.
void CheckMethodOptions(const Method& method, const Json& given) {
  for (const auto& [key, value] : given.items()) {
    const MethodOption& option = FindMethodOption(key);
    option.Check(value, option.flag());
    Require(method.has(option),
            fmt::format("{} is for --integrator {}; this run uses {}",
                        option.flag(), MethodNames(&option), method.name));
  }
}

}  // namespace

IntegratorOptions Merge(const IntegratorOptions& file,
                        const IntegratorOptions& command_line) {
  const IntegratorOptions& c = command_line;
  const bool names_method =
      !c.name.empty() || (c.step && !HasFixedStep(MethodOf(file)));
  IntegratorOptions merged = file;
  if (names_method && MethodOf(c) != MethodOf(file)) {
    merged = {};
  }
  merged.num_threads = c.num_threads;
  merged.stop = c.stop;
  if (!c.name.empty()) merged.name = c.name;
  if (c.accuracy) merged.accuracy = c.accuracy;
  if (c.step) merged.step = c.step;
  merged.method_options.update(c.method_options);
  return merged;
}

IntegratorChoice MakeIntegrator(const IntegratorOptions& given) {
  IntegratorOptions options = given;
  options.name = MethodOf(given);
  RequireAtLeast("--accuracy", options.accuracy, kLeastAccuracy);
  RequireAtLeast("--step", options.step, kLeastStep);
  Require(
      options.num_threads >= 1,
      fmt::format("--threads must be at least 1, not {}", options.num_threads));
  const Method* method =
      std::ranges::find(kMethods, options.name, &Method::name);
  Require(method != std::end(kMethods),
          fmt::format("there is no integrator '{}'; there are: {}",
                      options.name, IntegratorNames()));
  CheckMethodOptions(*method, options.method_options);
  IntegratorChoice choice = method->make(options);
  if (options.travel) {
    choice.integrator = std::make_unique<integrators::TravelLimit>(
        std::move(choice.integrator), *options.travel);
  }
  return choice;
}

bool HasFixedStep(const std::string& name) {
  return MakeIntegrator({.name = name}).step.has_value();
}

std::string IntegratorNames() {
  return MethodNames();
}

}  // namespace tactus::apps
