// Actuators with dynamics of their own, against closed forms.
#include <cmath>
#include <memory>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/activation_dynamics.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Activation;
using systems::Simulator;
using test::PlantDiagram;

// A sled of 1 kg on a slide, pushed by a motor.
PlantDiagram MakeSled(const multibody::Actuator& motor, double control) {
  multibody::ModelBuilder model;
  const int body =
      model.AddBody("sled", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  multibody::Actuator actuator = motor;
  actuator.joint = model.AddJoint({.name = "slide",
                                   .type = multibody::JointType::kPrismatic,
                                   .child = body,
                                   .axis_F = Vector3d::UnitX()});
  model.AddActuator(actuator);
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(std::move(model).Build());
  const systems::InputPort input = AddActivationDynamics(plant, &builder);
  PlantDiagram sled = test::Finish(std::move(builder), plant);
  sled.context.FixInput(input, VectorXd::Constant(1, control));
  return sled;
}

template <class Integrator>
struct Run {
  Run(const multibody::Actuator& motor, double control, double duration,
      std::unique_ptr<Integrator> integrator)
      : sled(MakeSled(motor, control)) {
    const Integrator& method = *integrator;
    Simulator simulator(*sled.diagram, sled.context);
    simulator.set_integrator(std::move(integrator));
    simulator.AdvanceTo(duration);
    q = sled.plant->positions(simulator.context())[0];
    v = sled.plant->velocities(simulator.context())[0];
    num_steps = method.statistics().steps;
  }
  PlantDiagram sled;
  double q{}, v{};
  long num_steps{};
};

std::unique_ptr<Cenic> MakeCenic(double accuracy) {
  CenicOptions options;
  options.accuracy = accuracy;
  return std::make_unique<Cenic>(options);
}

multibody::Actuator Filtered(double time_constant) {
  return {.name = "motor",
          .activation = {.dynamics = Activation::Dynamics::kFilter,
                         .time_constant = time_constant}};
}

// f = c (1 - exp(-t / T)): v = c (t - T (1 - exp(-t / T))),
// q = c (t^2 / 2 - T t + T^2 (1 - exp(-t / T))).
TEST_CASE("Activation: a filtered motor -> closed form, to the accuracy") {
  const double c = 3, T = 0.2, t = 0.7;
  const double grown = 1 - std::exp(-t / T);
  const double v = c * (t - T * grown);
  const double q = c * (t * t / 2 - T * t + T * T * grown);
  for (const double accuracy : {1e-3, 1e-4, 1e-5}) {
    const Run run(Filtered(T), c, t, MakeCenic(accuracy));
    CHECK(std::abs(run.q - q) < 5 * accuracy);
    CHECK(std::abs(run.v - v) < 20 * accuracy);
  }
  const Run classic(
      Filtered(T), c, t,
      std::make_unique<RungeKutta3>(ErrorControlOptions{.accuracy = 1e-6}));
  CHECK(classic.q == Approx(q).epsilon(1e-5));
  const Run fixed(
      Filtered(T), c, t,
      std::make_unique<FixedStep>(std::make_unique<IcfStep>(), 1e-3));
  CHECK(fixed.q == Approx(q).epsilon(3e-3));
}

TEST_CASE(
    "Activation: an integrating servo -> follows the ramp of its control") {
  // f = 400 (u - q) - 40 qdot, udot = 0.5: in the end q lags by 40 / 400 0.5.
  const multibody::Actuator servo{
      .name = "servo",
      .gain = 400,
      .bias1 = -400,
      .bias2 = -40,
      .activation = {.dynamics = Activation::Dynamics::kIntegrator}};
  const Run run(servo, 0.5, 2, MakeCenic(1e-5));
  CHECK(run.v == Approx(0.5).epsilon(1e-4));
  CHECK(run.q == Approx(1 - 0.05).epsilon(1e-4));
}

TEST_CASE("Activation: a held integrator -> the servo stands at the bound") {
  const multibody::Actuator servo{
      .name = "servo",
      .gain = 400,
      .bias1 = -400,
      .bias2 = -40,
      .control_upper = 0.3,
      .activation = {.dynamics = Activation::Dynamics::kIntegrator}};
  const Run run(servo, 0.5, 3, MakeCenic(1e-4));
  CHECK(run.q == Approx(0.3).epsilon(1e-4));
}

TEST_CASE(
    "Activation: a filter of 0.1 us -> about as many steps as one of 0.2 s") {
  const Run slow(Filtered(0.2), 3, 1, MakeCenic(1e-3));
  const Run fast(Filtered(1e-7), 3, 1, MakeCenic(1e-3));
  CHECK(fast.num_steps < 2 * slow.num_steps + 20);
  CHECK(fast.q == Approx(1.5).epsilon(5e-3));
}

}  // namespace
}  // namespace tactus::integrators
