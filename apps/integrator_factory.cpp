#include "tactus/apps/integrator_factory.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/integrators/cenic.h"
#include "tactus/integrators/comfree_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/integrators/runge_kutta3.h"
#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

template <typename Integrator>
IntegratorChoice Wrap(std::unique_ptr<Integrator> integrator) {
  const Integrator& typed = *integrator;
  IntegratorChoice choice;
  choice.integrator = std::move(integrator);
  choice.statistics = [&typed]() -> const integrators::Statistics& {
    return typed.statistics();
  };
  return choice;
}

// An integrator that chooses its steps.
template <typename Integrator, typename Options>
IntegratorChoice MakeWithAccuracy(const IntegratorOptions& options,
                                  const std::string& name) {
  Require(!options.step,
          fmt::format("{} chooses its steps itself: give it --accuracy instead "
                      "of --step, or choose --integrator icf",
                      name));
  Options own;
  own.accuracy = options.accuracy.value_or(own.accuracy);
  if constexpr (requires { own.external; }) {
    own.external = options.external.value_or(own.external);
  } else {
    Require(!options.external, fmt::format("--external is not for {}", name));
  }
  IntegratorChoice choice = Wrap(std::make_unique<Integrator>(own));
  choice.accuracy = own.accuracy;
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
  return choice;
}

void RequirePositive(const char* option, const std::optional<double>& value) {
  Require(!value || (std::isfinite(*value) && *value > 0),
          fmt::format("{} must be a positive number, not {}", option,
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

}  // namespace

IntegratorOptions Merge(const IntegratorOptions& file,
                        const IntegratorOptions& command_line) {
  const IntegratorOptions& c = command_line;
  const bool names_method = !c.name.empty() || (c.step && !file.step);
  IntegratorOptions merged = file;
  if (names_method && MethodOf(c) != MethodOf(file)) {
    merged = {};
  }
  if (!c.name.empty()) merged.name = c.name;
  if (c.accuracy) merged.accuracy = c.accuracy;
  if (c.step) merged.step = c.step;
  if (c.external) merged.external = c.external;
  for (const std::string& name : c.comfree_given) {
    CopyComFreeOption(name, c.comfree, &merged.comfree);
    merged.comfree_given.push_back(name);
  }
  return merged;
}

IntegratorChoice MakeIntegrator(const IntegratorOptions& options) {
  RequirePositive("--accuracy", options.accuracy);
  RequirePositive("--step", options.step);
  std::string name = options.name;
  if (name.empty()) name = options.step ? "icf" : "cenic";
  Require(
      name == "comfree" || options.comfree_given.empty(),
      fmt::format(
          "{} is for --integrator comfree; this run uses {}",
          options.comfree_given.empty() ? "" : options.comfree_given.front(),
          name));
  if (name == "cenic") {
    return MakeWithAccuracy<integrators::Cenic, integrators::CenicOptions>(
        options, name);
  }
  if (name == "rk3") {
    return MakeWithAccuracy<integrators::RungeKutta3,
                            integrators::RungeKutta3Options>(options, name);
  }
  if (name == "icf") {
    return MakeFixedStep(options, 0.01,
                         std::make_unique<integrators::IcfStep>());
  }
  if (name == "comfree") {
    IntegratorChoice choice = MakeFixedStep(
        options, 0.002,
        std::make_unique<integrators::ComFreeStep>(options.comfree));
    using solvers::comfree::BackendKind;
    if (options.comfree.backend == BackendKind::kOpenMp)
      choice.threads = std::max(options.comfree.num_threads, 1);
    return choice;
  }
  throw std::invalid_argument(fmt::format(
      "there is no integrator '{}'; there are: cenic, comfree, icf, rk3",
      name));
}

}  // namespace tactus::apps
