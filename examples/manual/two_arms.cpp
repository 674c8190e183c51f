// Two arms in one plant, each with a controller of its own, lift a box between
// them. ModelPorts gives each arm the ports that it would have alone. The paths
// of the flanges end inside the box: where the box does not give way by e,
// inverse dynamics presses with M kp e. An argument names a page to write.
#include <cmath>
#include <cstdio>

#include "tactus/examples/models/models.h"
#include "tactus/tactus.h"

using namespace tactus;
using namespace tactus::multibody;

constexpr char kBox[] = R"(<mujoco><worldbody>
  <geom type="plane" size="2 2 1"/>
  <body name="box" pos="0 0 0.1"><freejoint/>
    <geom type="box" size="0.15 0.1 0.1" mass="2"/></body>
  </worldbody></mujoco>)";

std::shared_ptr<const Model> Parse(std::string_view text) {
  ModelBuilder builder;
  ParseMjcf(text, "two_arms.xml", {.strict = true}, &builder);
  return std::move(builder).Build();
}

int main(int argc, char** argv) {
  const auto arm = Parse(examples::ModelText("ur5e.xml"));
  MatrixXd path(4, 6);  // Joints [rad]: reach, press, lift, hold.
  path << -0.2696, -0.9607, 1.8768, -0.9161, -1.3012, 0,  //
      -0.2402, -0.8641, 1.6814, -0.8173, -1.3306, 0,      //
      -0.2402, -1.1691, 1.4375, -0.2683, -1.3306, 0,      //
      -0.2402, -1.1691, 1.4375, -0.2683, -1.3306, 0;
  const VectorXd one = VectorXd::Ones(6);
  ModelAssembly assembly;
  assembly.AddModel("box", Parse(kBox));
  RigidTransform X_WA(Eigen::Translation3d(-0.8, 0, 0));
  for (const std::string arm_name : {"left", "right"}) {
    assembly.AddModel(arm_name, arm);
    assembly.AddWeld("world", arm_name + "::world", X_WA);
    X_WA = Eigen::AngleAxisd(EIGEN_PI, Vector3d::UnitZ()) * X_WA;
  }
  systems::DiagramBuilder builder;
  auto& plant = builder.AddSystem<MultibodyPlant>(assembly.Build());
  const ModelPorts ports(plant, {"left", "right", "box"}, &builder);
  auto& source = builder.AddSystem<systems::TrajectorySource>(
      "path", systems::MakeMinimumJerk({0, 1, 3, 4}, path.transpose()));
  for (const std::string name : {"left", "right"}) {
    auto& control = builder.AddSystem<InverseDynamicsController>(
        name + "_control", arm, InverseDynamicsGains{1600 * one, {}, 80 * one});
    builder.Connect(source.get_output_port(), control.desired_state_input());
    builder.Connect(ports.state_output(name), control.estimated_state_input());
    builder.Connect(control.actuation_output(), ports.actuation_input(name));
  }
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  VectorXd q = plant.positions(simulator.context());
  for (const char* name : {"left", "right"})
    q(ports.group(name).q) = path.row(0);
  plant.SetPositions(&simulator.mutable_context(), q);
  auto& cenic = simulator.reset_integrator<integrators::Cenic>();
  recording::Recorder recorder(plant);
  recorder.Watch(&simulator, &cenic.statistics());
  simulator.AdvanceTo(4);
  const double z = ports.positions_output("box").Eval(simulator.context())[2];
  std::printf("the box is at %.4f m\n", z);
  if (argc > 1) recorder.WriteHtml(argv[1]);
  return std::abs(z - 0.35) < 0.01 ? 0 : 1;
}
