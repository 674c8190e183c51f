// Two arms in one plant, each with a controller of its own, lift a box between
// them. ModelPorts gives each arm the ports that it would have alone. The paths
// of the flanges end inside the box: where the box does not give way by e,
// inverse dynamics presses with M kp e. An argument names a page to write.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tactus/examples/models/models.h"
#include "tactus/tactus.h"

using namespace tactus;
using namespace tactus::multibody;
using std::sqrt, std::atan2, std::acos, std::hypot, std::numbers::pi;

constexpr char kBox[] = R"(<mujoco><worldbody>
  <geom type="plane" size="2 2 1"/>
  <body name="box" pos="0 0 0.1"><freejoint/>
    <geom type="box" size="0.15 0.1 0.1" mass="2" rgba="0.8 0.5 0.2 1"/></body>
  </worldbody></mujoco>)";

// A UR5e's joints with the flange pointing forward, `x` before the base's axis
// and `z` above its foot [m]: links of length a and b in a plane that is 0.1333
// beside the axis, and the law of cosines in it.
VectorXd CalcJoints(double x, double z) {
  const double a = 0.425, b = 0.3922, side = 0.1333;
  const double r = sqrt((x - 0.0996) * (x - 0.0996) - side * side);
  const double h = z - 0.1625 + 0.0997, d = hypot(r, h);
  const double pan = -atan2(side, r);
  const double lift =
      -atan2(h, r) - acos((a * a + d * d - b * b) / (2 * a * d));
  const double elbow = pi - acos((a * a + b * b - d * d) / (2 * a * b));
  return Vector6d{{pan, lift, elbow, -lift - elbow, -pi / 2 - pan, 0}};
}

std::shared_ptr<const Model> Parse(std::string_view text) {
  ModelBuilder builder;
  ParseMjcf(text, "two_arms.xml", {}, &builder);
  return std::move(builder).Build();
}

int main(int argc, char** argv) {
  const auto arm = Parse(examples::ModelText("ur5e.xml"));
  ModelAssembly assembly;
  assembly.AddModel("box", Parse(kBox));
  systems::DiagramBuilder builder;
  const std::vector<std::string> names = {"left", "right"};
  for (const std::string& name : names) {
    RigidTransform X_WA(
        Eigen::AngleAxisd(name == "left" ? 0 : pi, Vector3d::UnitZ()));
    X_WA.pretranslate(Vector3d(name == "left" ? -0.8 : 0.8, 0, 0));
    assembly.AddModel(name, arm);
    assembly.AddWeld("world", name + "::world", X_WA);
  }
  const auto& plant = builder.AddSystem<MultibodyPlant>(assembly.Build());
  const ModelPorts ports(plant, names, &builder);

  MatrixXd knots(6, 4);  // Reach, press, lift, hold.
  knots << CalcJoints(0.6, 0.1), CalcJoints(0.66, 0.1), CalcJoints(0.66, 0.35),
      CalcJoints(0.66, 0.35);
  const auto path = systems::MakeMinimumJerk({0, 1, 3, 4}, knots);
  const VectorXd one = VectorXd::Ones(6);
  for (const std::string& name : names) {
    const auto& source =
        builder.AddSystem<systems::TrajectorySource>(name + "_path", path);
    const auto& controller = builder.AddSystem<InverseDynamicsController>(
        name + "_controller", arm,
        InverseDynamicsGains{.kp = 1600 * one, .ki = {}, .kd = 80 * one});
    builder.Connect(source.get_output_port(), controller.desired_state_input());
    builder.Connect(ports.state_output(name),
                    controller.estimated_state_input());
    builder.Connect(controller.actuation_output(), ports.actuation_input(name));
  }
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  VectorXd q = plant.positions(simulator.context());
  for (const std::string& name : names) q(ports.group(name).q) = path.value(0);
  plant.SetPositions(&simulator.mutable_context(), q);
  const auto& cenic = simulator.reset_integrator<integrators::Cenic>();
  recording::Recorder recorder(plant);
  recorder.Watch(&simulator, &cenic.statistics());
  simulator.AdvanceTo(4);

  const auto& poses =
      plant.body_poses_output().Eval<std::vector<RigidTransform>>(
          simulator.context());
  const double height =
      poses[plant.model().BodyIndex("box::box")].translation().z();
  std::printf("the box is at %.4f m\n", height);
  if (argc > 1) recorder.WriteHtml(argv[1]);
  return std::abs(height - 0.35) < 0.01 ? 0 : 1;
}
