// A cart-pole from start to end: a model, a block that balances it, a witness
// that ends the run where the pole has fallen, and, for an argument, a page.
#include <cmath>
#include <cstdio>

#include "tactus/tactus.h"

using namespace tactus;
using namespace tactus::multibody;
using namespace tactus::systems;

constexpr char kModel[] = R"(<mujoco><worldbody>
  <body name="cart"><joint name="rail" type="slide" axis="1 0 0"/>
    <geom type="box" size="0.12 0.06 0.06" mass="10"/><body name="pole">
      <joint name="pin" axis="0 1 0"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.5"/>
      <inertial mass="1" pos="0 0 0.5" diaginertia="1e-6 1e-6 1e-6"/></body>
    </body></worldbody><actuator><motor joint="rail"/></actuator></mujoco>)";

// u = -K (x, angle, rates), which puts poles at -2 +- i, -4 and -5 [1/s].
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
  ParseMjcf(kModel, "cart_pole.xml", {.strict = true}, &model);
  DiagramBuilder builder;
  auto& plant = builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  auto& balance = builder.AddSystem<Balance>();
  builder.Connect(plant.state_output(), balance.GetInputPort("x"));
  builder.Connect(balance.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();
  for (const double rate : {1.0, 8.0}) {  // Pushed lightly, then hard [rad/s].
    Simulator simulator(*diagram);
    auto& cenic = simulator.reset_integrator<integrators::Cenic>();
    plant.SetJointVelocities(&simulator.mutable_context(), "pin", rate);
    recording::Recorder recorder(plant);
    recorder.Watch(&simulator, &cenic.statistics());
    const double end = simulator.AdvanceTo(8).time;
    const double angle = plant.positions(simulator.context())[1];
    std::printf("at %.3f s: %.4f rad\n", end, angle);
    if (argc > 1) recorder.WriteHtml(argv[1]);
    const bool balanced = end == 8 && std::abs(angle) < 5e-3;
    if (balanced != (rate < 2)) return 1;
  }
}
