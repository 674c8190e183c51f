// A cart-pole from start to end: a model, a block that balances it, a witness
// that ends the run where the balance is lost, and a page, if an argument names
// one.
#include <cmath>
#include <cstdio>

#include "tactus/tactus.h"

using namespace tactus;
using namespace tactus::multibody;
using namespace tactus::systems;

constexpr char kModel[] = R"(<mujoco><worldbody>
  <body name="cart"><joint name="rail" type="slide" axis="1 0 0"/>
    <geom type="box" size="0.12 0.06 0.06" mass="10" rgba="0.2 0.5 0.8 1"/>
    <body name="pole"><joint name="pin" axis="0 1 0"/>
      <inertial mass="1" pos="0 0 0.5" diaginertia="1e-6 1e-6 1e-6"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.5"/></body></body>
  </worldbody><actuator><motor joint="rail"/></actuator></mujoco>)";

// u = -K (x, angle, rates): near the upright pole the closed loop's poles are
// -2 +- i, -4 and -5 [1/s].
class Balance final : public LeafSystem {
 public:
  Balance() : LeafSystem("balance") {
    const InputPort x = DeclareVectorInputPort("x", 4);
    const Eigen::RowVector4d K(-51, -438, -64, -97);
    DeclareVectorOutputPort(
        "force", 1,
        [=](const LeafContext& c, VectorXd* u) { *u = -K * x.Eval(c); },
        {Reads::kNothing, {x}});
    DeclareWitness(
        "fallen", WitnessDirection::kPositiveThenNonPositive,
        [=](const LeafContext& c) { return 1 - std::abs(x.Eval(c)[1]); },
        [](const LeafContext&, NextState* next) { next->Terminate("fallen"); });
  }
};

int main(int argc, char** argv) {
  ModelBuilder model;
  ParseMjcf(kModel, "cart_pole.xml", {}, &model);
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  const auto& balance = builder.AddSystem<Balance>();
  builder.Connect(plant.state_output(), balance.GetInputPort("x"));
  builder.Connect(balance.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();

  bool right = true;
  for (const double rate : {1.0, 8.0}) {  // Pushed lightly, then hard [rad/s].
    Simulator simulator(*diagram);
    const auto& cenic = simulator.reset_integrator<integrators::Cenic>(
        integrators::CenicOptions{.accuracy = 1e-4});
    plant.SetJointVelocities(&simulator.mutable_context(), "pin", rate);
    recording::Recorder recorder(plant);
    recorder.Watch(&simulator, &cenic.statistics());
    const SimulatorStatus status = simulator.AdvanceTo(8);
    const double angle = plant.positions(simulator.context())[1];
    std::printf("%.3f s, %.4f rad %s\n", status.time, angle,
                status.message.c_str());
    right &= std::abs(std::abs(angle) - (rate > 2 ? 1 : 0)) < 1e-3;
    if (argc > 1) recorder.WriteHtml(argv[1]);
  }
  return right ? 0 : 1;
}
