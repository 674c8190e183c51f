#include "tactus/apps/scenario/wiring.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

constexpr const char* kTwoArms = R"(directives:
- add_model: {name: left, file: arm.xml}
- add_model:
    name: right
    file: arm.xml
    default_joint_positions: {shoulder: 0.1, elbow: 0.2}
- add_model: {name: tool, file: tool.xml}
groups: {arms: [left, right]}
)";

multibody::PlantInputs InputsOf(const Scenario& scenario) {
  multibody::PlantInputs inputs;
  scenario.scene.plant->EvalInputs(
      scenario.scene.context.of(*scenario.scene.plant), &inputs);
  return inputs;
}

// Controls enter before the filter, and a keyframe says where the filter
// starts.
TEST_CASE("Wiring: controls of actuators with filters -> through the filters") {
  const ScenarioFolder folder;
  std::ofstream(folder / "slow.xml")
      << R"(<mujoco><worldbody><body name="arm"><joint name="j"/>
  <geom size="0.1"/></body></worldbody>
  <actuator><general name="m" joint="j" dyntype="filter" dynprm="0.5"/>
    <motor name="n" joint="j"/></actuator>
  <keyframe><key name="start" act="0.25" ctrl="1 2"/></keyframe></mujoco>)";
  const std::string model = R"(directives:
- add_model: {name: slow, file: slow.xml}
initial_conditions: {keyframes: [slow::start]}
)";
  const auto rate_and_inputs = [](const Scenario& scenario) {
    const auto& [diagram, plant, context, note] = scenario.scene;
    const auto& filter = diagram->leaf("plant_activation");
    const VectorXd u = InputsOf(scenario).actuation;
    return Vector3d(diagram->EvalTimeDerivatives(filter, context)[0], u[0],
                    u[1]);
  };
  CHECK(rate_and_inputs(folder.Load(model)) == Vector3d(1.5, 0.25, 2));
  for (const char* target : {"plant", "slow"}) {
    const Scenario connected = folder.Load(
        model + "systems:\n  u: {type: ConstantVectorSource, value: [3, 4]}\n" +
        "connections: [u.y -> " + target + ".actuation]\n");
    CHECK(rate_and_inputs(connected) == Vector3d(5.5, 0.25, 4));
  }
  const Scenario alone = MakeScenario(
      {.target = (folder / "slow.xml").string(), .keyframe = "start"});
  CHECK(rate_and_inputs(alone) == Vector3d(1.5, 0.25, 2));
}

TEST_CASE("Wiring: a model and a group -> their share of the plant's ports") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(std::string(kTwoArms) + R"(
initial_conditions:
  velocities: {right::elbow: 3}
  controls: {left::m2: 8}
systems:
  u: {type: ConstantVectorSource, value: [5, 6]}
  tau: {type: ConstantVectorSource, value: [1, 2, 3, 4]}
connections:
- u.y -> right.actuation
- tau.y -> arms.generalized_force
)");
  const auto output = [&](const char* block, const char* port) {
    return VectorXd(
        scenario.scene.diagram->leaf(block).GetOutputPort(port).Eval(
            scenario.scene.context));
  };
  CHECK(output("right", "state") == Eigen::Vector4d(0.1, 0.2, 0, 3));
  CHECK(output("right", "positions") == Vector2d(0.1, 0.2));
  CHECK(output("right", "velocities") == Vector2d(0, 3));
  CHECK(output("arms", "state").size() == 8);
  CHECK(output("tool", "state").size() == 8 + 7);
  const multibody::PlantInputs inputs = InputsOf(scenario);
  CHECK(inputs.actuation == Eigen::Vector4d(0, 8, 5, 6));
  REQUIRE(inputs.generalized_force.size() == 11);
  CHECK(inputs.generalized_force.head<4>() == Eigen::Vector4d(1, 2, 3, 4));
  CHECK(inputs.generalized_force.tail<7>().isZero());
}

TEST_CASE("Wiring: initial controls, no connection -> held") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(
      std::string(kTwoArms) + "initial_conditions: {controls: {left::m1: 2}}");
  CHECK(InputsOf(scenario).actuation == Eigen::Vector4d(2, 0, 0, 0));
}

TEST_CASE("GravityCompensation: one arm of two -> torques that hold it") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(std::string(kTwoArms) + R"(
systems:
  hold: {type: GravityCompensation, model: right}
connections:
- right.state -> hold.estimated_state
- hold.actuation -> right.actuation
)");
  // Masses of 1 kg at 0.5 m, and the second link hangs at 0.1 + 0.2 rad.
  const double elbow = 9.81 * 0.5 * std::sin(0.3);
  const double shoulder = 2 * 9.81 * 0.5 * std::sin(0.1) + elbow;
  const VectorXd u = InputsOf(scenario).actuation;
  CHECK(u.head<2>().isZero());
  CHECK(std::abs(u[2]) == Approx(shoulder));
  CHECK(std::abs(u[3]) == Approx(elbow));
  VectorXd xdot(scenario.scene.diagram->num_continuous_states());
  scenario.scene.diagram->CalcTimeDerivatives(scenario.scene.context, &xdot);
  const auto& model = scenario.scene.plant->model();
  const int nq = model.num_positions();
  for (const char* joint : {"right::shoulder", "right::elbow"}) {
    const int v = model.joints()[model.JointIndex(joint)].v_start;
    CHECK(std::abs(xdot[nq + v]) < 1e-10);
  }
}

TEST_CASE("Wiring: SpringDamper, AppliedForce -> their force on the tool") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(std::string(kTwoArms) + R"(
systems:
  spring: {type: SpringDamper, point_a: world, point_b: tool::tool,
           stiffness: 10}
  push: {type: AppliedForce, point: tool::tool}
  force: {type: ConstantVectorSource, value: [1, 2, 3]}
connections: [force.y -> push.force]
)");
  const auto forces = InputsOf(scenario).spatial_forces;
  REQUIRE(forces.size() >= 2);
  Vector3d on_tool = Vector3d::Zero();
  const int tool = scenario.scene.plant->model().BodyIndex("tool::tool");
  for (const auto& force : forces) {
    if (force.body == tool) on_tool += force.F_Q_W.tail<3>();
  }
  CHECK(on_tool.isApprox(Vector3d(1, 2, 3) - 10 * Vector3d(0, 3, 1), 1e-9));
}

constexpr const char* kBelts = R"(directives:
- add_geometry:
    name: long
    shape: {box: {size: [20, 0.5, 0.1]}}
    X_FG: {translation: [0, 0, -0.05], rotation: !Rpy {deg: [0, 0, 90]}}
    friction: 0.5
    stiffness: .inf
- add_geometry:
    name: short
    shape: {box: {size: [4, 0.5, 0.1]}}
    X_FG: {translation: [5, 0, -0.05]}
    friction: 0.5
    stiffness: .inf
- add_body:
    name: parcel
    shape: {box: {size: [0.2, 0.2, 0.02]}}
    mass: 1
    friction: 0.5
    pose: {translation: [0, 0, 0.01]}
)";

// From rest friction accelerates a parcel by mu g until it moves as the belt
// does, at s after a time s / (mu g):
//
//     y = s t - s^2 / (2 mu g) .
TEST_CASE("ConveyorBelt: a parcel at rest -> carried as Coulomb says") {
  const ScenarioFolder folder;
  const double s = 2, t = 1, mu_g = 0.5 * 9.81;
  for (const bool by_input : {false, true}) {
    Scenario scenario = folder.Load(std::string(kBelts) + R"(systems:
  belt: {type: ConveyorBelt, geometry: long, direction: [3, 0, 0], speed: 2}
  other: {type: ConveyorBelt, geometry: short, direction: [0, 1, 0]}
  rate: {type: ConstantVectorSource, value: [2]}
)" + (by_input ? "connections: [rate.y -> belt.speed]\n" : ""));
    systems::Simulator simulator(*scenario.scene.diagram,
                                 scenario.scene.context);
    simulator.reset_integrator<integrators::Cenic>(
        integrators::CenicOptions{.accuracy = 1e-4});
    simulator.AdvanceTo(t);
    const auto q = scenario.scene.plant->positions(simulator.context());
    CHECK(q[0] == Approx(0).margin(1e-4));
    CHECK(q[1] == Approx(s * t - s * s / (2 * mu_g)).epsilon(1e-3));
  }
}

TEST_CASE("ConveyorBelt: what cannot be meant -> refused where it stands") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& parameters) {
    return folder.Refusal(std::string(kBelts) +
                          "systems:\n  belt: {type: ConveyorBelt, " +
                          parameters + "}\n");
  };
  CHECK(refused("geometry: lnog, direction: [1, 0, 0]") ==
        "21:40: there is no geometry 'lnog'; did you mean 'long'?");
  CHECK_THAT(refused("geometry: long, direction: [0, 0, 0]"),
             Catch::Contains("direction needs finite numbers that are not all "
                             "zero"));
  CHECK_THAT(refused("geometry: long, direction: [1, 0, 0]}\n"
                     "  more: {type: ConveyorBelt, geometry: long, "
                     "direction: [0, 1, 0]"),
             Catch::Contains("blocks 'belt' and 'more' run the same geometry, "
                             "'long'"));
}

TEST_CASE(
    "Wiring: connections of unknown, taken, unlike ports, loops -> refused") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& connection) {
    return folder.Refusal(std::string(kTwoArms) + R"(systems:
  u: {type: ConstantVectorSource, value: [5, 6]}
  g: {type: Gain, gain: [1, 2]}
  path: {type: TrajectorySource, times: [0, 1], values: [[0, 0], [1, 1]]}
connections:
- u.y -> left.actuation
- )" + connection + "\n");
  };
  CHECK(refused("u.y => g.u") == "15:3: 'u.y => g.u' is not OUTPUT -> INPUT");
  CHECK(refused("u -> g.u") == "15:3: 'u' is not BLOCK.PORT");
  CHECK(refused("v.y -> g.u")
            .starts_with("15:3: there is no block 'v'; there are: "));
  CHECK_THAT(refused("u.z -> g.u"),
             Catch::StartsWith("15:3: ") && Catch::Contains("z"));
  CHECK_THAT(refused("u.y -> g.z"), Catch::StartsWith("15:3: "));
  CHECK(refused("u.y -> left.actuation") ==
        "15:3: left.actuation is connected already, as part of "
        "left.actuation");
  CHECK(refused("u.y -> arms.actuation") ==
        "15:3: arms.actuation is connected already, as part of "
        "left.actuation");
  CHECK(refused("u.y -> right.acuation") ==
        "15:3: model 'right' has no input 'acuation'; there are: actuation, "
        "generalized_force");
  CHECK(refused("u.y -> tool.actuation") ==
        "15:3: u.y is a vector of 2, but tool.actuation is a vector of 0");
  CHECK(refused("path.y -> right.actuation") ==
        "15:3: path.y is a vector of 4, but right.actuation is a vector of 2 "
        "(derivatives: 0 leaves its rates out)");
  CHECK_THAT(refused("plant.body_poses -> right.actuation"),
             Catch::StartsWith("15:3: plant.body_poses is a "));
  CHECK_THAT(refused("left.state -> g.u"), Catch::StartsWith("15:3: "));
  CHECK_THAT(refused("g.y -> g.u"), Catch::Contains("loop"));
}

TEST_CASE("Wiring: a block without an input that it needs -> refused") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& systems) {
    return folder.Refusal(std::string(kTwoArms) + "systems:\n" + systems);
  };
  CHECK(refused("  pid: {type: PidController, model: left, kp: 1, kd: 1}\n"
                "connections: [pid.control -> left.actuation]\n") ==
        "10:3: nothing is connected to pid.estimated_state, "
        "pid.desired_state");
  CHECK(refused("  lag: {type: FirstOrderLag, time_constant: 1}\n") ==
        "10:3: nothing is connected to lag.u");
  // Nothing reads these at the start.
  CHECK(refused("  c: {type: Gain, gain: [1, 2]}\n") ==
        "10:3: nothing is connected to c.u");
  CHECK(refused("  c: {type: ZeroOrderHold, size: 2, period: 0.05, "
                "offset: 0.02}\n"
                "connections: [c.y -> left.actuation]\n") ==
        "10:3: nothing is connected to c.u");
  // This may stay unconnected only with gains of zero.
  CHECK(refused("  push: {type: AppliedForce, point: tool::tool}\n"
                "  drag: {type: Drag, point: tool::tool, linear: 1}\n"
                "  hold: {type: GravityCompensation, model: left}\n"
                "connections: [left.state -> hold.estimated_state]\n") ==
        "not refused");
  CHECK_THAT(refused("  hold: {type: JointImpedanceController, model: left, "
                     "stiffness: 1, damping: 1}\n"
                     "connections: [left.state -> hold.estimated_state]\n"),
             Catch::StartsWith("10:3: nothing is connected to "
                               "hold.desired_state"));
}

TEST_CASE("Wiring: an initial control of a connected actuator -> refused") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& control,
                           const std::string& input) {
    return folder.Refusal(std::string(kTwoArms) +
                          "initial_conditions: {controls: {" + control +
                          ": 5}}\nsystems:\n"
                          "  u: {type: ConstantVectorSource, value: 1, size: " +
                          (input == "left.actuation" ? "2" : "4") +
                          "}\nconnections: [u.y -> " + input + "]\n");
  };
  const std::string why =
      "9:33: actuator 'left::m1' is connected, so this control has no effect";
  CHECK(refused("left::m1", "left.actuation") == why);
  CHECK(refused("left::m1", "arms.actuation") == why);
  CHECK(refused("left::m1", "plant.actuation") == why);
  CHECK(refused("right::m1", "left.actuation") == "not refused");
  // A regulator takes its equilibrium from it.
  CHECK(folder.Refusal(std::string(kTwoArms) + R"(
initial_conditions: {controls: {left::m1: 0}}
systems:
  lqr: {type: LqrRegulator, model: left, Q: [1, 1, 1, 1], R: [1, 1]}
connections:
- left.state -> lqr.estimated_state
- lqr.actuation -> left.actuation
)") == "not refused");
}

TEST_CASE(
    "Wiring: blocks without effect -> notices, unless logged or asserted") {
  const ScenarioFolder folder;
  const std::string inert = std::string(kTwoArms) + R"(systems:
  s: {type: ConstantVectorSource, value: [0, 0, 0, 0]}
  c: {type: PidController, model: left, kp: 10}
  u: {type: ConstantVectorSource, value: [1, 2]}
connections: [left.state -> c.estimated_state, s.y -> c.desired_state,
              u.y -> right.actuation]
)";
  // The arms start in each other, which is told as well.
  const auto load = [&](const std::string& scenario) {
    auto notices = folder.Load(scenario).notices;
    std::erase_if(notices, [](const multibody::Notice& notice) {
      return !notice.element.starts_with("block");
    });
    return notices;
  };
  const auto notices = load(inert);
  REQUIRE(notices.size() == 2);
  CHECK(notices[0].element == "block 's'");
  CHECK(notices[0].line == 10);
  CHECK(notices[1].element == "block 'c'");
  CHECK_THAT(to_string(notices[1]),
             Catch::Contains("scene.yaml:11: warning: block 'c': has no "
                             "effect"));
  CHECK(load(inert + "logs: [{signals: [c/control], file: a.csv}]\n").empty());
  CHECK(
      load(inert + "assert: [{signal: c/control, component: '0', above: 1}]\n")
          .empty());
}

TEST_CASE("Wiring: names of blocks and groups that are taken -> refused") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& name) {
    return folder.Refusal(std::string(kTwoArms) + "systems:\n  " + name +
                          ": {type: Gain, gain: 1}\n");
  };
  CHECK(refused("left") == "10:3: the name 'left' is taken");
  CHECK(refused("plant") == "10:3: the name 'plant' is taken");
  CHECK(refused("arms") == "10:3: the name 'arms' is taken");
  CHECK_THAT(refused("a.b"), Catch::StartsWith("10:3: 'a.b' cannot be"));
  CHECK(folder.Refusal("directives:\n"
                       "- add_model: {name: arm, file: arm.xml}\n"
                       "groups:\n"
                       "  g: [arm, leg]\n") ==
        "4:12: there is no model 'leg'; there are: 'arm'");
  CHECK(folder.Refusal("directives:\n"
                       "- add_model: {name: arm, file: arm.xml}\n"
                       "groups:\n"
                       "  arm: [arm]\n") ==
        "4:3: the name 'arm' is taken or cannot be one");
}

}  // namespace
}  // namespace tactus::apps
