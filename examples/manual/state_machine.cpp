// A state machine: a pendulum whose motor is too weak to lift it is swung up,
// and then held.
//
//     swing   u = k v (E0 - E), which pumps in energy up to that at the top
//     hold    u = -kp e - kd v
//
//     e, v    angle from the top [rad] and its rate    E  energy [J]
//
// The mode is an abstract state. A witness, the distance to the bound of the
// region where `hold` works, switches it, both ways, exactly at the bound.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using systems::LeafContext;
using systems::NextState;
using systems::Reads;

constexpr double kGravity = 9.81, kLimit = 3;  // N m; the weight asks for 9.81

struct Machine {
  bool holds = false;
  int switches = 0;
  double distance{};  // At the last switch.

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&holds, &switches, &distance);
  }
};

class SwingUp final : public systems::LeafSystem {
 public:
  SwingUp() : LeafSystem("controller") {
    state_ = DeclareVectorInputPort("state", 2);
    DeclareAbstractState(Machine{});
    DeclareVectorOutputPort("u", 1, &SwingUp::CalcOutput,
                            Reads::kInputs | Reads::kAbstract);
    DeclareWitness("bound", systems::WitnessDirection::kCrossesZero,
                   &SwingUp::CalcDistance, &SwingUp::Switch);
  }

 private:
  // From the top, where the angle is pi; whole turns do not count.
  double CalcAngle(const LeafContext& context) const {
    return std::remainder(state_.Eval(context)[0] - std::numbers::pi,
                          2 * std::numbers::pi);
  }
  double CalcDistance(const LeafContext& context) const {
    return std::hypot(CalcAngle(context), state_.Eval(context)[1] / 3) - 0.3;
  }
  void Switch(const LeafContext& context, NextState* next) const {
    Machine& machine = next->abstract_state<Machine>();
    machine.holds = !machine.holds;
    machine.distance = CalcDistance(context);
    ++machine.switches;
  }
  void CalcOutput(const LeafContext& context, VectorXd* u) const {
    const double e = CalcAngle(context), v = state_.Eval(context)[1];
    const double missing = kGravity * (1 - std::cos(e)) - v * v / 2;
    const double wanted = context.abstract_state<Machine>().holds
                              ? -40 * e - 12 * v
                              : 5 * v * missing;
    (*u)[0] = std::clamp(wanted, -kLimit, kLimit);
  }

  systems::InputPort state_;
};

// One kilogram at one metre; at zero it hangs.
std::shared_ptr<const multibody::Model> MakePendulum() {
  multibody::ModelBuilder model;
  const int bob =
      model.AddBody("bob", {.mass = 1, .p_BoBcm = Vector3d(0, 0, -1)});
  const int hinge = model.AddJoint({.name = "hinge",
                                    .type = multibody::JointType::kRevolute,
                                    .child = bob,
                                    .axis_F = Vector3d::UnitY()});
  model.AddActuator({.name = "motor", .joint = hinge});
  return std::move(model).Build();
}

int main() {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(MakePendulum());
  const auto& controller = builder.AddSystem<SwingUp>();
  builder.Connect(plant.state_output(), controller.get_input_port());
  builder.Connect(controller.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-4});
  const systems::Context& context = simulator.context();
  plant.SetVelocities(&simulator.mutable_context(), VectorXd::Constant(1, 0.1));
  for (int t = 1; t <= 10; ++t) {
    simulator.AdvanceTo(t);
    const Machine& machine = context.of(controller).abstract_state<Machine>();
    std::printf("%2d s: %6.3f rad, %s\n", t, plant.positions(context)[0],
                machine.holds ? "holds" : "swings");
  }
  const Machine& machine = context.of(controller).abstract_state<Machine>();
  const double e = std::abs(plant.positions(context)[0]) - std::numbers::pi;
  return machine.holds && machine.switches == 1 && std::abs(e) < 1e-6 &&
                 std::abs(machine.distance) < 1e-5
             ? 0
             : 1;
}
