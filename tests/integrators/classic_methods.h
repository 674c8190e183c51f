#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tactus/integrators/classic/cvode.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/classic/rosenbrock2.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/classic/sdirk2.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

/// The classic methods, for laws that are asked of all of them, and ordinary
/// differential equations to ask them with.
namespace tactus::integrators::test {

struct ClassicMethod {
  std::string name;
  int order;        ///< Of x1; 0: it varies.
  int error_order;  ///< Of the error estimate.
  bool l_stable, replays;
  std::function<std::unique_ptr<systems::Integrator>(const ErrorControlOptions&,
                                                     const NewtonOptions&)>
      make;
};

/// Those that choose x1 by one formula, so that they have an order.
inline std::vector<ClassicMethod> OneStepMethods() {
  using Gamma = Rosenbrock2::Gamma;
  using Options = ErrorControlOptions;
  return {{"rk3", 3, 3, false, true,
           [](const Options& options, const NewtonOptions&) {
             return std::make_unique<RungeKutta3>(options);
           }},
          {"implicit_euler", 1, 2, true, true,
           [](const Options& options, const NewtonOptions& newton) {
             return std::make_unique<ImplicitEuler>(options, newton);
           }},
          {"sdirk2", 2, 2, true, true,
           [](const Options& options, const NewtonOptions& newton) {
             return std::make_unique<Sdirk2>(options, newton);
           }},
          {"ros2, smaller gamma", 2, 2, true, true,
           [](const Options& options, const NewtonOptions&) {
             return std::make_unique<Rosenbrock2>(options, Gamma::kSmall);
           }},
          {"ros2, larger gamma", 2, 2, true, true,
           [](const Options& options, const NewtonOptions&) {
             return std::make_unique<Rosenbrock2>(options, Gamma::kLarge);
           }}};
}

/// All of this build.
inline std::vector<ClassicMethod> ClassicMethods() {
  std::vector<ClassicMethod> methods = OneStepMethods();
  if (Cvode::IsAvailable()) {
    methods.push_back(
        {"cvode", 0, 0, true, false,
         [](const ErrorControlOptions& options, const NewtonOptions&) {
           return std::make_unique<Cvode>(options);
         }});
  }
  return methods;
}

inline const Statistics& StatisticsOf(const systems::Integrator& integrator) {
  if (const auto* own =
          dynamic_cast<const ErrorControlledIntegrator*>(&integrator))
    return own->statistics();
  return dynamic_cast<const Cvode&>(integrator).statistics();
}

/// xdot = f(t, x) from x0; no ports.
class Ode final : public systems::LeafSystem {
 public:
  using Function = std::function<VectorXd(double, const VectorXd&)>;
  Ode(const VectorXd& x0, Function f) : LeafSystem("ode"), f_(std::move(f)) {
    DeclareContinuousState(x0);
  }
  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot = f_(context.time(), context.continuous_state());
  }

 private:
  Function f_;
};

inline std::unique_ptr<systems::Diagram> MakeOde(const VectorXd& x0,
                                                 Ode::Function f) {
  systems::DiagramBuilder builder;
  builder.AddSystem<Ode>(x0, std::move(f));
  return std::move(builder).Build();
}

/// A run that is over: where it ended, and what it cost.
struct Run {
  VectorXd x;
  Statistics statistics;
};

inline Run Integrate(const systems::Diagram& diagram,
                     const systems::Context& start, double t,
                     std::unique_ptr<systems::Integrator> integrator) {
  systems::Simulator simulator(diagram, start);
  const systems::Integrator& used = *integrator;
  simulator.set_integrator(std::move(integrator));
  simulator.AdvanceTo(t);
  return {simulator.context().continuous_state(), StatisticsOf(used)};
}

inline Run Integrate(const systems::Diagram& diagram, double t,
                     std::unique_ptr<systems::Integrator> integrator) {
  return Integrate(diagram, diagram.CreateDefaultContext(), t,
                   std::move(integrator));
}

/// Without error control: n equal steps to `t`, with Newton's method converged
/// to rounding.
inline Run IntegrateInSteps(const systems::Diagram& diagram, double t, int n,
                            const ClassicMethod& method) {
  systems::Simulator simulator(diagram);
  auto integrator =
      method.make({.accuracy = 1e9, .h_max = 1e6, .first_step = 0.1},
                  {.kappa = 1e-21, .max_iterations = 20});
  const systems::Integrator& used = *integrator;
  simulator.set_integrator(std::move(integrator));
  for (int k = 1; k <= n; ++k) simulator.AdvanceTo(t * k / n);
  return {simulator.context().continuous_state(), StatisticsOf(used)};
}

}  // namespace tactus::integrators::test
