// What whole scenes cost.
#include <ctime>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps::impacts {
namespace {

struct Subject {
  const char* scene;
  double duration;  ///< [s]
};

constexpr Subject kSubjects[] = {
    {"hard_clutter", 3}, {"soft_clutter", 5}, {"scaling_50", 2},
    {"stack", 10},       {"incline", 10},     {"static_gripper", 2},
    {"conveyor", 2},     {"franka", 5},       {"cable_pull", 3}};

std::string MakeRow(const Subject& subject, const Method& method) {
  const examples::SceneInstance scene =
      examples::FindScene(subject.scene).make();
  systems::Simulator simulator(*scene.diagram, scene.context);
  IntegratorChoice choice = MakeIntegrator(method.options);
  simulator.set_integrator(std::move(choice.integrator));
  simulator.Initialize();
  const std::clock_t begin = std::clock();
  std::string failure;
  try {
    simulator.AdvanceTo(subject.duration);
  } catch (const systems::IntegrationError& error) {
    failure = fmt::format(" failed at {:g} s |", error.time());
  }
  const double seconds =
      static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const integrators::Statistics& statistics = choice.statistics();
  return fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} | {:.3f} |{}\n",
                     subject.scene, method.name, method.setting,
                     statistics.steps, statistics.rejected_steps,
                     statistics.newton_iterations,
                     1e3 * statistics.penetration_max, seconds, failure);
}

}  // namespace

std::string RunPrice(const ImpactsOptions& options) {
  std::string text =
      "| scene | method | accuracy or step | steps | rejected | iterations | "
      "depth at most, mm | CPU s |\n|---|---|---|---|---|---|---|---|\n";
  ImpactsOptions own = options;
  if (own.integrators.empty()) own.integrators = {"cenic"};
  for (const Subject& subject : kSubjects) {
    for (const Method& method : MakeMethods(own, {1e-3}, 2e-3))
      text += MakeRow(subject, method);
  }
  return text + "\n";
}

}  // namespace tactus::apps::impacts
