#include "tactus/apps/bench/benchmarks/run_diagram.h"

#include <stdexcept>
#include <utility>

#include "tactus/integrators/fixed_step.h"

namespace tactus::apps {
namespace {

DiagramRun Run(
    const systems::Diagram& diagram, const systems::Context& start,
    std::unique_ptr<systems::Integrator> integrator,
    const std::function<const integrators::Statistics&()>& statistics,
    double end, const AddWatches& add_watches) {
  systems::Simulator simulator(diagram, start);
  simulator.set_integrator(std::move(integrator));
  if (add_watches) add_watches(&simulator);
  DiagramRun run;
  simulator.Initialize();
  const SpentTime begin = SpentTime::Now();
  try {
    simulator.AdvanceTo(end);
  } catch (const systems::IntegrationError& error) {
    run.failure = error.what();
  }
  run.spent = SpentTime::Now() - begin;
  run.context = simulator.context();
  run.statistics = statistics();
  return run;
}

}  // namespace

DiagramRun DiagramRun::ToEnd() && {
  if (!failure.empty()) throw std::runtime_error(failure);
  return std::move(*this);
}

DiagramRun RunDiagram(const systems::Diagram& diagram,
                      const systems::Context& start,
                      const IntegratorOptions& method, double end,
                      const AddWatches& add_watches) {
  IntegratorChoice choice = MakeIntegrator(method);
  return Run(diagram, start, std::move(choice.integrator), choice.statistics,
             end, add_watches);
}

DiagramRun RunDiagram(const systems::Diagram& diagram,
                      const systems::Context& start,
                      std::unique_ptr<integrators::StepFunction> function,
                      double h, double end, const AddWatches& add_watches) {
  auto integrator =
      std::make_unique<integrators::FixedStep>(std::move(function), h);
  const integrators::FixedStep& own = *integrator;
  return Run(
      diagram, start, std::move(integrator),
      [&own]() -> const integrators::Statistics& { return own.statistics(); },
      end, add_watches);
}

}  // namespace tactus::apps
