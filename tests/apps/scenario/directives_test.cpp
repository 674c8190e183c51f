#include "tactus/apps/scenario/directives.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

constexpr const char* kArm = "- add_model: {name: arm, file: arm.xml}\n";
constexpr const char* kTool = "- add_model: {name: tool, file: tool.xml}\n";

const multibody::Model& ModelOf(const Scenario& scenario) {
  return scenario.scene.plant->model();
}

RigidTransform PoseOf(const Scenario& scenario, const systems::Context& context,
                      const std::string& body) {
  multibody::PositionKinematics position;
  const multibody::Model& model = ModelOf(scenario);
  CalcPositionKinematics(model, scenario.scene.plant->positions(context),
                         &position);
  return position.X_WB[model.BodyIndex(body)];
}

// Where a body starts.
RigidTransform StartOf(const Scenario& scenario, const std::string& body) {
  return PoseOf(scenario, scenario.scene.context, body);
}

const contact::Geometry& GeometryOf(const Scenario& scenario,
                                    const std::string& name) {
  for (const contact::Geometry& g : ModelOf(scenario).geometries()) {
    if (g.name == name) return g;
  }
  throw std::invalid_argument("no geometry " + name);
}

// Whether no contact is looked for between two bodies.
bool IsExcluded(const Scenario& scenario, const char* a, const char* b) {
  const multibody::Model& model = ModelOf(scenario);
  const std::pair<int, int> pair =
      std::minmax({model.BodyIndex(a), model.BodyIndex(b)});
  return std::ranges::count(model.excluded_pairs(), pair) > 0;
}

Scenario Load(const ScenarioFolder& folder, const std::string& directives) {
  return folder.Load("directives:\n" + directives);
}

std::string Refusal(const ScenarioFolder& folder,
                    const std::string& directives) {
  return folder.Refusal("directives:\n" + directives);
}

TEST_CASE(
    "add_model: files beside the scenario -> at default positions, poses") {
  const ScenarioFolder folder;
  const Scenario scenario = Load(folder, R"(
- add_model:
    name: arm
    file: arm.xml
    default_joint_positions: {shoulder: 0.5, elbow: [-0.25]}
- add_model:
    name: tool
    file: tool.xml
    default_free_body_pose:
      tool: {translation: [1, 2, 3], rotation: !Rpy {deg: [0, 0, 90]}}
- add_model:
    name: other
    file: tool.xml
    default_free_body_pose: {tool: {base_frame: tool::tool,
                                    translation: [1, 0, 0]}}
)");
  const multibody::Model& model = ModelOf(scenario);
  const VectorXd q = scenario.scene.plant->positions(scenario.scene.context);
  CHECK(q[model.joints()[model.JointIndex("arm::shoulder")].q_start] == 0.5);
  CHECK(q[model.joints()[model.JointIndex("arm::elbow")].q_start] == -0.25);
  CHECK(StartOf(scenario, "tool::tool")
            .translation()
            .isApprox(Vector3d(1, 2, 3)));
  // One metre along the x of a body that is turned to the world's y.
  CHECK(StartOf(scenario, "other::tool")
            .translation()
            .isApprox(Vector3d(1, 3, 3)));
}

TEST_CASE("add_model: package://tactus -> a model of Tactus, or their names") {
  const ScenarioFolder folder;
  const Scenario scenario = Load(
      folder, "- add_model: {name: a, file: package://tactus/acrobot.xml}\n");
  CHECK(ModelOf(scenario).num_velocities() == 2);
  CHECK_THAT(
      Refusal(folder, "- add_model: {name: a, file: package://tactus/x.xml}\n"),
      Catch::StartsWith("2:30: there is no model 'x.xml'; there are:"));
}

// One file beside the scenario, one in a package; roots float, or are welded.
TEST_CASE("add_model: URDF beside the scenario, in a package -> models") {
  const ScenarioFolder folder;
  const std::string robot =
      "<robot><link name='box'><inertial><mass value='1'/><inertia ixx='1' "
      "iyy='1' izz='1'/></inertial></link></robot>";
  std::filesystem::create_directories(folder / "boxes/urdf");
  std::ofstream(folder / "box.urdf") << robot;
  std::ofstream(folder / "boxes/urdf/box.urdf") << robot;
  const Scenario scenario = Load(folder, R"(
- add_model: {name: a, file: box.urdf}
- add_model: {name: b, file: package://boxes/urdf/box.urdf}
- add_weld: {parent: world, child: b::box, X_PC: {translation: [0, 0, 2]}}
)");
  CHECK(ModelOf(scenario).num_velocities() == 6);
  CHECK(StartOf(scenario, "b::box").translation() == Vector3d(0, 0, 2));
  CHECK_THAT(
      Refusal(folder, "- add_model: {name: a, file: package://none/a.urdf}\n"),
      Catch::Contains("cannot find 'package://none/a.urdf': tried"));
}

TEST_CASE("Directives: a world of an SDFormat file -> the model of its name") {
  const ScenarioFolder folder;
  std::ofstream(folder / "two.sdf") << R"(<sdf version='1.9'>
<world name='a'><model name='m'><link name='l'/></model></world>
<world name='b'><model name='m'><link name='l'/></model>
  <model name='n'><link name='l'/></model></world></sdf>)";
  const Scenario both = Load(folder, R"(
- add_model: {name: first, file: two.sdf, world: b}
- add_model: {name: second, file: two.sdf, world: a}
)");
  CHECK(ModelOf(both).num_velocities() == 18);
  CHECK(both.notices.empty());
  const Scenario silent =
      Load(folder, "- add_model: {name: first, file: two.sdf}\n");
  CHECK(ModelOf(silent).num_velocities() == 6);
  CHECK(silent.notices.size() == 1);
  CHECK_THAT(
      Refusal(folder, "- add_model: {name: a, file: two.sdf, world: c}\n"),
      Catch::Contains("there is no world 'c'; there are 'a', 'b'"));
  CHECK_THAT(
      Refusal(folder, "- add_model: {name: a, file: arm.xml, world: c}\n"),
      Catch::Contains("only SDFormat files have worlds to choose from"));
  CHECK_THAT(Refusal(folder,
                     "- add_model: {name: a, file: "
                     "package://tactus/acrobot.xml, world: c}\n"),
             Catch::Contains("it has no worlds to choose from"));
}

// A cube half a metre below a mocap body, which is put 1 m aside, and on a
// carriage that runs at 2 m/s.
TEST_CASE("Directives: a mocap body welded elsewhere -> pulls what is tied") {
  const ScenarioFolder folder;
  std::ofstream(folder / "held.xml") << R"(<mujoco><worldbody>
<body name="hand" mocap="true" pos="0 0 1"/>
<body name="cube" pos="0 0 0.5"><freejoint/><geom size=".1"/></body>
</worldbody><equality><weld body1="hand" body2="cube"/></equality></mujoco>)";
  std::ofstream(folder / "rail.xml") << R"(<mujoco><worldbody>
<body name="carriage" pos="0 0 3"><joint name="slide" type="slide" axis="1 0 0"
/><geom size=".1" mass="1e3"/></body></worldbody></mujoco>)";
  const auto end_of = [&](const std::string& parent, const std::string& rest) {
    const Scenario scenario = Load(folder, R"(
- add_model: {name: held, file: held.xml}
- add_model: {name: rail, file: rail.xml}
- add_weld: {parent: )" + parent + R"(, child: held::hand, X_PC: {translation:
    [0, 1, 0]}}
)" + rest);
    systems::Simulator simulator(*scenario.scene.diagram,
                                 scenario.scene.context);
    simulator.reset_integrator<integrators::Cenic>();
    simulator.AdvanceTo(0.5);
    return Vector3d(
        PoseOf(scenario, simulator.context(), "held::cube").translation());
  };
  CHECK((end_of("world", "") - Vector3d(0, 1, -0.5)).norm() < 1e-5);
  const std::string runs =
      "initial_conditions:\n  velocities: {rail::slide: 2}\n";
  CHECK((end_of("rail::carriage", runs) - Vector3d(1, 1, 2.5)).norm() < 1e-2);
}

TEST_CASE("add_frame, add_weld: a tool at a wrist -> where it is said to be") {
  const ScenarioFolder folder;
  const Scenario scenario = Load(folder, std::string(kArm) + kTool + R"(
- add_frame:
    name: wrist
    X_PF: {base_frame: arm::lower, translation: [0, 0, -0.5]}
- add_weld:
    parent: wrist
    child: tool::tool
    X_PC: {translation: [0.1, 0, 0]}
)");
  CHECK(ModelOf(scenario).num_velocities() == 3);
  CHECK(StartOf(scenario, "tool::tool")
            .translation()
            .isApprox(Vector3d(0.1, 0, 0)));
}

TEST_CASE(
    "add_body, add_geometry, add_ground: shapes -> inertia, pose, surface") {
  const ScenarioFolder folder;
  const Scenario scenario = Load(folder, std::string(kArm) + R"(
- add_body:
    name: box
    shape: {box: {size: [0.2, 0.4, 0.6]}}
    mass: 3
    pose: {translation: [0, 0, 0.3]}
    friction: 0.9
- add_body: {name: ball, shape: {sphere: {radius: 0.1}}, density: 500}
- add_geometry:
    name: shelf
    frame: arm::upper
    shape: {box: {size: [1, 1, 1]}}
    X_FG: {translation: [0, 0, 2]}
    stiffness: 1e4
- add_ground: {height: -0.5, friction: [0.5, 0.4]}
)");
  const multibody::Model& model = ModelOf(scenario);
  const multibody::Body& box = model.bodies()[model.BodyIndex("box::box")];
  CHECK(box.inertia.mass == Approx(3));
  // m (b^2 + c^2) / 12
  CHECK(box.inertia.I_Bcm(0, 0) == Approx(3 * (0.16 + 0.36) / 12));
  CHECK(model.bodies()[model.BodyIndex("ball::ball")].inertia.mass ==
        Approx(500 * 4 * M_PI / 3 * 1e-3));
  CHECK(StartOf(scenario, "box::box").translation().z() == Approx(0.3));
  CHECK(GeometryOf(scenario, "box::box").material.static_friction == 0.9);
  const contact::Geometry& shelf = GeometryOf(scenario, "shelf");
  CHECK(model.bodies()[shelf.body].name == "arm::upper");
  CHECK(shelf.X_BG.translation().z() == 2);
  CHECK(shelf.material.stiffness == 1e4);
  const contact::Geometry& ground = GeometryOf(scenario, "ground");
  CHECK(ground.body == 0);
  CHECK(ground.X_BG.translation().z() == -0.5);
  CHECK(ground.material.dynamic_friction == 0.4);
  CHECK(ground.material.stiffness > 1e300);
}

TEST_CASE("add_collision_filter_group: groups of groups -> excluded pairs") {
  const ScenarioFolder folder;
  const Scenario scenario = Load(folder, std::string(kArm) + kTool + R"(
- add_collision_filter_group:
    name: arm
    members: [arm::upper, arm::lower]
    ignored_collision_filter_groups: [everything]
- add_collision_filter_group: {name: tools, members: [tool::tool]}
- add_collision_filter_group: {name: everything, member_groups: [arm, tools]}
)");
  CHECK(IsExcluded(scenario, "arm::upper", "arm::lower"));
  CHECK(IsExcluded(scenario, "arm::upper", "tool::tool"));
  CHECK(IsExcluded(scenario, "arm::lower", "tool::tool"));
  CHECK_FALSE(IsExcluded(scenario, "arm::lower", "tool::jaw"));
}

TEST_CASE("ReadDirectives: wrong keys, names, values -> refused in place") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& directives) {
    return Refusal(folder, directives);
  };
  CHECK(refused("- add_modl: {name: a}\n") ==
        "2:3: unknown key 'add_modl'; did you mean 'add_model'?");
  CHECK(refused("- add_model: {name: arm}\n") == "2:14: key 'file' is missing");
  CHECK(refused("- add_model: {name: arm, file: arm.xml, colour: red}\n") ==
        "2:41: unknown key 'colour'; there are: 'default_free_body_pose', "
        "'default_joint_positions', 'file', 'name', 'world'");
  CHECK_THAT(
      refused("- add_model: {name: arm, file: none.xml}\n"),
      Catch::StartsWith("2:32: ") && Catch::EndsWith("there is no such file"));
  CHECK(refused("- add_model: {name: a.b, file: arm.xml}\n") ==
        "2:21: 'a.b' cannot be a name: it must not be empty or have a point, "
        "slash, space, *, ? or ::");
  CHECK(refused("- add_model: {name: plant, file: arm.xml}\n") ==
        "2:21: the name 'plant' is taken");
  CHECK(refused(std::string(kArm) + kArm) ==
        "3:21: there are two models 'arm'");
  CHECK(refused("- add_model: {name: arm, file: arm.xml,\n"
                "    default_joint_positions: {sholder: 1}}\n") ==
        "3:31: there is no joint 'arm::sholder'; did you mean "
        "'arm::shoulder'?");
  CHECK(refused("- add_model: {name: arm, file: arm.xml,\n"
                "    default_joint_positions: {elbow: [1, 2]}}\n") ==
        "3:38: expected 1 number, not 2");
  CHECK(refused("- add_model: {name: arm, file: arm.xml,\n"
                "    default_free_body_pose: {lower: {}}}\n") ==
        "3:37: body 'arm::lower' does not float: its pose follows from the "
        "position of joint 'arm::elbow'");
  CHECK(refused(std::string(kArm) + "- add_weld: {parent: world, child: x}\n")
            .starts_with("3:13: there is no frame or body 'x'"));
  CHECK(refused("- add_ground: {}\n") ==
        "2:1: there is no model or body to simulate");
  CHECK(refused("- add_ground: {hight: 3}\n") ==
        "2:16: unknown key 'hight'; did you mean 'height'?");
  CHECK(refused("- add_body: {name: b, shape: {sphere: {radius: 1}}}\n") ==
        "2:13: one of these keys is missing: 'mass', 'density'");
  CHECK(refused("- add_body: {name: b, shape: {half_space: {}}, mass: 1}\n")
            .starts_with("2:30: "));
  CHECK(refused(std::string(kArm) +
                "- add_collision_filter_group: {name: a, members: [upper],\n"
                "    ignored_collision_filter_groups: [b]}\n") ==
        "4:39: there is no collision filter group 'b'");
  CHECK(refused(std::string(kArm) +
                "- add_collision_filter_group: {name: a, member_groups: [a],\n"
                "    ignored_collision_filter_groups: [a]}\n") ==
        "3:57: group 'a' is a member of itself");
  CHECK(refused("  add_ground: {}\n") == "2:3: expected a list, not a map");
}

TEST_CASE(
    "ReadDirectives: names that are taken or invalid -> refused in place") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& more) {
    return Refusal(folder, kArm + more);
  };
  CHECK_THAT(refused("- add_frame: {name: 'arm::lower', X_PF: {}}\n"),
             Catch::StartsWith("3:21: 'arm::lower' cannot be a name"));
  CHECK(refused("- add_frame: {name: lower, X_PF: {}}\n") ==
        "3:21: frame 'lower' would have the name of body 'arm::lower'");
  CHECK(refused("- add_frame: {name: tool, X_PF: {}}\n" + std::string(kTool)) ==
        "4:21: frame 'tool' would have the name of body 'tool::tool'");
  CHECK_THAT(refused("- add_frame: {name: f, X_PF: {base_frame: x}}\n"),
             Catch::StartsWith("3:30: there is no frame or body 'x'"));
  CHECK(refused("- add_ground: {}\n- add_ground: {height: 1}\n") ==
        "4:15: there are two geometries 'ground'");
  const std::string ground =
      "- add_body: {name: ground, shape: {sphere: {radius: 1}}, mass: 1}\n";
  CHECK(refused("- add_ground: {}\n" + ground) ==
        "4:20: geometry 'ground' would have the name of body "
        "'ground::ground'");
  CHECK(refused(ground + "- add_ground: {}\n") ==
        "4:15: geometry 'ground' would have the name of body "
        "'ground::ground'");
  const std::string shape = ", shape: {sphere: {radius: 1}}}\n";
  CHECK(refused("- add_geometry: {name: ground" + shape +
                "- add_ground: {name: ground}\n") ==
        "4:22: there are two geometries 'ground'");
  CHECK(refused("- add_geometry: {name: rod" + shape) ==
        "3:24: geometry 'rod' would have the name of geometry 'arm::rod'");
  CHECK_THAT(refused("- add_geometry: {name: r*" + shape),
             Catch::StartsWith("3:24: 'r*' cannot be a name"));
  CHECK(refused("- add_ground: {}\n- add_ground: {name: upper_ground, "
                "height: 1}\n") == "not refused");
  const std::string path =
      folder.Write("directives:\n" + std::string(kArm) + "- add_ground: {}\n");
  CHECK_THROWS_WITH(
      MakeScenario({.target = path, .file = {.ground = true}}),
      Catch::StartsWith("--ground: there are two geometries 'ground'"));
}

TEST_CASE("add_model: a file that loses a plugin -> a notice, strict refused") {
  const ScenarioFolder folder;
  std::ofstream(folder / "odd.xml")
      << "<mujoco><worldbody><body name='b'><freejoint/><geom size='1'/>"
         "</body></worldbody><extension><plugin plugin='a.b'/></extension>"
         "</mujoco>";
  const std::string text =
      "directives:\n- add_model: {name: a, file: odd.xml}\n";
  REQUIRE(folder.Load(text).notices.size() == 1);
  CHECK_THROWS_AS(
      MakeScenario({.target = folder.Write(text), .file = {.strict = true}}),
      YamlError);
}

// Four groups in each group, thirty groups deep.
TEST_CASE(
    "add_collision_filter_group: groups 30 deep, four in each -> its pair") {
  const ScenarioFolder folder;
  std::string text = std::string(kArm) + kTool;
  for (int i = 0; i < 30; ++i) {
    const std::string next = "g" + std::to_string(i + 1);
    text += "- add_collision_filter_group: {name: g" + std::to_string(i) +
            ", member_groups: [" + next + ", " + next + ", " + next + ", " +
            next + "], ignored_collision_filter_groups: [g0]}\n";
  }
  text +=
      "- add_collision_filter_group: {name: g30, members: [arm::upper, "
      "tool::tool]}\n";
  const Scenario scenario = Load(folder, text);
  CHECK(IsExcluded(scenario, "arm::upper", "tool::tool"));
  CHECK_FALSE(IsExcluded(scenario, "arm::lower", "tool::tool"));
}

}  // namespace
}  // namespace tactus::apps
