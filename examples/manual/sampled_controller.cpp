// A controller in a computer: sampled at 1 kHz, with a state of its own.
//
//     z+ = z + T (r - q),    u = kp (r - q) - kd v + ki z     at t = k T
//
// Its output is held between the samples. The integrator's steps end exactly at
// the samples and nowhere else on its account; a held output costs CENIC
// nothing, since it cannot change during a step.
#include <cmath>
#include <cstdio>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using systems::LeafContext;
using systems::NextState;

class SampledPid final : public systems::LeafSystem {
 public:
  static constexpr double kPeriod = 1e-3;  // [s]

  explicit SampledPid(double reference)
      : LeafSystem("controller"), reference_(reference) {
    state_ = DeclareVectorInputPort("state", 2);
    DeclareDiscreteState(Vector2d::Zero());  // z, and u that is held
    DeclarePeriodicUpdate(kPeriod, &SampledPid::Sample);
    DeclareVectorOutputPort("u", 1, &SampledPid::CalcOutput,
                            systems::Reads::kDiscrete);
  }

 private:
  // All updates of one time read the state before any of them.
  void Sample(const LeafContext& context, NextState* next) const {
    const VectorXd& x = state_.Eval(context);
    const double error = reference_ - x[0];
    const double z = context.discrete_state()[0] + kPeriod * error;
    next->discrete_state() << z, 300 * error - 40 * x[1] + 500 * z;
  }
  void CalcOutput(const LeafContext& context, VectorXd* u) const {
    (*u)[0] = context.discrete_state()[1];
  }

  double reference_;
  systems::InputPort state_;
};

// A lift of two kilograms, against gravity.
std::shared_ptr<const multibody::Model> MakeLift() {
  multibody::ModelBuilder model;
  const int cabin =
      model.AddBody("cabin", {.mass = 2, .I_Bcm = Matrix3d::Identity()});
  const int rail = model.AddJoint({.name = "rail",
                                   .type = multibody::JointType::kPrismatic,
                                   .parent = 0,
                                   .child = cabin,
                                   .axis_F = Vector3d::UnitZ()});
  model.AddActuator({.name = "motor", .joint = rail});
  return std::move(model).Build();
}

int main() {
  systems::DiagramBuilder builder;
  const auto& lift = builder.AddSystem<multibody::MultibodyPlant>(MakeLift());
  const auto& controller = builder.AddSystem<SampledPid>(1.0);
  builder.Connect(lift.state_output(), controller.get_input_port());
  builder.Connect(controller.get_output_port(), lift.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  const auto& cenic = simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-4});
  simulator.AdvanceTo(8);

  const systems::Context& context = simulator.context();
  const double height = lift.positions(context)[0];
  const double force = controller.get_output_port().Eval(context)[0];
  std::printf("%.6f m, %.4f N, %ld steps\n", height, force,
              cenic.statistics().steps);
  const bool holds =
      std::abs(height - 1) < 1e-5 && std::abs(force - 2 * 9.81) < 1e-2;
  // One step a sample, but for the first: a simulation starts cautiously.
  const long steps = cenic.statistics().steps;
  return holds && steps >= 8000 && steps < 8010 ? 0 : 1;
}
