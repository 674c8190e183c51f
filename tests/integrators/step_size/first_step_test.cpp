#include "tactus/integrators/step_size/first_step.h"

#include <cmath>
#include <memory>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/classic/rosenbrock2.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/classic/sdirk2.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::LinearSystem;
using systems::Simulator;

struct Filter {
  std::unique_ptr<systems::Diagram> diagram;
  const LinearSystem* lag{};
};

/// xdot = -x / tau from x = 1, beside a plant at rest, which CENIC asks for.
Filter MakeFilter(double tau) {
  systems::DiagramBuilder builder;
  multibody::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  model.AddBody("rest", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddSystem<multibody::MultibodyPlant>(std::move(model).Build());
  const auto& lag = builder.AddSystem<LinearSystem>(
      "lag", LinearSystem::Matrices{.A = MatrixXd::Constant(1, 1, -1 / tau),
                                    .B = MatrixXd::Zero(1, 1),
                                    .C = MatrixXd::Identity(1, 1),
                                    .D = MatrixXd::Zero(1, 1)});
  const auto& zero = builder.AddSystem<systems::ConstantVectorSource>(
      "zero", VectorXd::Zero(1));
  builder.Connect(zero.get_output_port(), lag.get_input_port());
  Filter filter;
  filter.diagram = std::move(builder).Build();
  filter.lag = &lag;
  return filter;
}

// The largest error over all steps until 5 tau.
template <class Integrator, class Options>
double CalcLargestError(double tau, const Options& options) {
  const Filter filter = MakeFilter(tau);
  systems::Context context = filter.diagram->CreateDefaultContext();
  context.of(*filter.lag).set_continuous_state(VectorXd::Ones(1));
  Simulator simulator(*filter.diagram, context);
  simulator.reset_integrator<Integrator>(options);
  double largest = 0;
  simulator.set_monitor(
      [&](const systems::Context& now) -> std::optional<std::string> {
        const double x = now.of(*filter.lag).continuous_state()[0];
        largest = std::max(largest, std::abs(x - std::exp(-now.time() / tau)));
        return std::nullopt;
      });
  simulator.AdvanceTo(5 * tau);
  return largest;
}

// A step of tau, at which rk3's own estimate vanishes, is 0.034 off. What steps
// of first order leave goes with the root of the accuracy.
TEST_CASE("First step: a filter of any time constant -> right from the start") {
  for (const double tau : {1e-3, 1e-2, 1e-1}) {
    for (const double accuracy : {1e-2, 1e-3, 1e-5}) {
      INFO(tau << " s, " << accuracy);
      const ErrorControlOptions options{.accuracy = accuracy};
      CHECK(CalcLargestError<RungeKutta3>(tau, options) < 2 * accuracy);
      CHECK(CalcLargestError<ImplicitEuler>(tau, options) <
            std::sqrt(accuracy));
      CHECK(CalcLargestError<Rosenbrock2>(tau, options) < 4 * accuracy);
      CHECK(CalcLargestError<Sdirk2>(tau, options) < 4 * accuracy);
      CHECK(CalcLargestError<Cenic>(tau, CenicOptions{.accuracy = accuracy}) <
            std::sqrt(accuracy));
    }
  }
}

double Choose(double tau, double x0, const FirstStepLimits& limits) {
  const Filter filter = MakeFilter(tau);
  systems::Context context = filter.diagram->CreateDefaultContext();
  VectorXd x = context.continuous_state();
  x.tail<1>().setConstant(x0);  // The filter's, behind the plant's.
  context.SetTimeAndContinuousState(0.5, x);
  const VectorXd before = context.continuous_state();
  const DiagramErrorNorm norm(*filter.diagram, ErrorNorm::kState);
  const double h = ChooseFirstStep(*filter.diagram, norm, limits, &context);
  CHECK(context.time() == 0.5);
  const auto same = context.continuous_state().array() == before.array();
  CHECK((same || before.array().isNaN()).all());
  return h;
}

// x = 1: d1 = 1 / (a tau) and d2 = 1 / (a tau^2), larger for tau below 1.
TEST_CASE("First step: a filter -> Hairer's rule by hand") {
  FirstStepLimits limits{
      .accuracy = 1e-3, .error_order = 3, .h_min = 1e-12, .h_max = 10};
  CHECK(Choose(0.01, 1, limits) ==
        Approx(std::cbrt(0.01 * 1e-3 * 0.01 * 0.01)).epsilon(1e-6));
  limits.error_order = 2;
  CHECK(Choose(0.01, 1, limits) ==
        Approx(std::sqrt(0.01 * 1e-3 * 0.01 * 0.01)).epsilon(1e-6));
}

TEST_CASE("First step: slow motion, rest, NaN -> h_max, else a tenth of it") {
  const FirstStepLimits limits{
      .accuracy = 1e-3, .error_order = 3, .h_min = 1e-12, .h_max = 1e-4};
  CHECK(Choose(1, 1, limits) == 1e-4);
  CHECK(Choose(1, 0, limits) == 1e-5);
  CHECK(Choose(1, std::nan(""), limits) == 1e-5);
}

TEST_CASE("First step: a given fraction -> that fraction of h_max") {
  const Filter filter = MakeFilter(0.01);
  Simulator simulator(*filter.diagram);
  const auto& rk3 = simulator.reset_integrator<RungeKutta3>(
      ErrorControlOptions{.h_max = 0.1, .first_step = 0.25});
  simulator.AdvanceTo(1);
  CHECK(rk3.statistics().step_min == Approx(0.025));
}

}  // namespace
}  // namespace tactus::integrators
