// Stiff blocks cost nothing: a motor on a mass, driven through a current loop
// with a time constant of a microsecond.
//
// CENIC takes whatever lies outside the plant implicitly: it differentiates the
// blocks between the plant's state and its inputs in each step, and a time
// constant far below the step is simply followed. Taken explicitly, the step
// would have to resolve it.
#include <cmath>
#include <cstdio>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using integrators::Cenic;
using integrators::ExternalScheme;
using multibody::MultibodyPlant;

// One kilogram on a slide along x, with a motor.
std::shared_ptr<const multibody::Model> MakeSlide() {
  multibody::ModelBuilder model;
  const int mass =
      model.AddBody("mass", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const int slide = model.AddJoint({.name = "slide",
                                    .type = multibody::JointType::kPrismatic,
                                    .parent = 0,
                                    .child = mass,
                                    .axis_F = Vector3d::UnitX()});
  model.AddActuator({.name = "motor", .joint = slide});
  return std::move(model).Build();
}

struct Result {
  long steps{};
  double position{};
};

Result Run(double time_constant, ExternalScheme scheme, double duration) {
  systems::DiagramBuilder builder;
  auto& plant = builder.AddSystem<MultibodyPlant>(MakeSlide());
  const VectorXd one = VectorXd::Ones(1);
  auto& pid = builder.AddSystem<systems::PidController>("pid", 100 * one,
                                                        0 * one, 20 * one);
  auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(1, 0));
  auto& current =
      builder.AddSystem<systems::FirstOrderLag>("current", time_constant, 1);
  // Its error matters by what it does to the mass alone.
  current.SetErrorScales(one * 1e9);
  builder.Connect(plant.state_output(), pid.estimated_state_input());
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), current.get_input_port());
  builder.Connect(current.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  auto& cenic = simulator.reset_integrator<Cenic>(
      integrators::CenicOptions{.accuracy = 1e-4, .external = scheme});
  simulator.AdvanceTo(duration);
  return {cenic.statistics().steps, plant.positions(simulator.context())[0]};
}

int main() {
  const Result slow = Run(1e-2, ExternalScheme::kImplicit, 2);
  const Result fast = Run(1e-6, ExternalScheme::kImplicit, 2);
  // A hundredth of the time is enough to see.
  const Result held = Run(1e-6, ExternalScheme::kExplicit, 0.02);
  std::printf("steps: %ld at 10 ms, %ld at 1 us, %ld explicitly in 1 %%\n",
              slow.steps, fast.steps, held.steps);
  const bool arrives = std::abs(fast.position - 1) < 1e-3;
  const bool is_cheap = fast.steps < 2 * slow.steps;
  const bool explicit_is_not = held.steps > 10 * fast.steps;
  return arrives && is_cheap && explicit_is_not ? 0 : 1;
}
