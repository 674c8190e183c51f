#include "tactus/apps/bench/impacts/problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/apps/methods/method_options.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps::impacts {
namespace {

// CENIC's schemes by name; empty: its default, and for all others none.
std::vector<std::string> SchemesOf(const std::string& integrator,
                                   const ImpactsOptions& options) {
  if (integrator != "cenic" || options.schemes.empty()) return {""};
  for (const std::string& scheme : options.schemes)
    FindMethodOption("scheme").Check(scheme, "--scheme");
  return options.schemes;
}

double KineticEnergy(const multibody::MultibodyPlant& plant,
                     systems::Context context) {
  const double all = plant.CalcEnergy(context);
  plant.SetVelocities(&context,
                      VectorXd::Zero(plant.velocities(context).size()));
  return all - plant.CalcEnergy(context);
}

}  // namespace

std::vector<Method> MakeMethods(const ImpactsOptions& options,
                                const std::vector<double>& accuracies,
                                double step) {
  std::vector<std::string> names = options.integrators;
  if (names.empty()) names = {"cenic", "icf", "comfree"};
  const auto& used =
      options.accuracies.empty() ? accuracies : options.accuracies;
  std::vector<Method> methods;
  for (const std::string& name : names) {
    if (HasFixedStep(name)) {
      for (const double h :
           options.steps.empty() ? std::vector{step} : options.steps) {
        methods.push_back({.name = name,
                           .setting = fmt::format("{:g} ms", 1e3 * h),
                           .options = {.name = name, .step = h}});
      }
      continue;
    }
    for (const std::string& scheme : SchemesOf(name, options)) {
      for (const double accuracy : used) {
        Method method{.name = scheme.empty() ? name : name + ", " + scheme,
                      .setting = fmt::format("{:.0e}", accuracy),
                      .options = {.name = name, .accuracy = accuracy}};
        if (!scheme.empty()) method.options.method_options["scheme"] = scheme;
        methods.push_back(std::move(method));
      }
    }
  }
  return methods;
}

Method MakeReferenceMethod(double accuracy, double longest_step) {
  return {.name = "rk3",
          .setting = fmt::format("{:.0e}", accuracy),
          .options = {.name = "rk3",
                      .accuracy = accuracy,
                      .method_options = {{"max_step", longest_step},
                                         {"error_norm", "state"}}}};
}

Ending Run(const Problem& problem, const Method& method, Cost* cost,
           const RunOptions& options) {
  examples::SceneInstance scene = examples::MakePlantScene(problem.model);
  const multibody::MultibodyPlant& plant = *scene.plant;
  if (problem.q.size() > 0) plant.SetPositions(&scene.context, problem.q);
  if (problem.v.size() > 0) plant.SetVelocities(&scene.context, problem.v);
  const double start = plant.CalcEnergy(scene.context);
  const double scale =
      options.energy_scale.value_or(KineticEnergy(plant, scene.context));

  const DiagramRun run = RunDiagram(
      *scene.diagram, scene.context, method.options, problem.duration,
      [&](systems::Simulator* simulator) {
        simulator->set_monitor([&](const systems::Context& context) {
          cost->gain =
              std::max(cost->gain, (plant.CalcEnergy(context) - start) / scale);
          if (options.each_step) options.each_step(plant, context);
          return std::nullopt;
        });
        if (!options.each_period) return;
        simulator->Observe(options.period,
                           [&](const systems::Context& context) {
                             options.each_period(plant, context);
                           });
      });
  cost->seconds += run.spent.cpu;
  cost->failures += run.failure.empty() ? 0 : 1;
  cost->steps += run.statistics.steps;
  cost->iterations += run.statistics.newton_iterations;
  return {.q = plant.positions(run.context),
          .v = plant.velocities(run.context),
          .energy_change = (plant.CalcEnergy(run.context) - start) / scale};
}

// SplitMix64.
double Dice::Uniform(double low, double high) {
  state_ += 0x9e3779b97f4a7c15ull;
  unsigned long long z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return low + (high - low) * static_cast<double>(z >> 11) * 0x1p-53;
}

double Dice::Scale(double low, double high) {
  return std::exp(Uniform(std::log(low), std::log(high)));
}

}  // namespace tactus::apps::impacts
