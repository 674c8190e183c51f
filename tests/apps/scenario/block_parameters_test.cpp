#include "tactus/apps/scenario/block_parameters.h"

#include <map>

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/scenario/directives.h"

namespace tactus::apps {
namespace {

constexpr const char* kDirectives = R"(directives:
- add_model:
    name: arm
    file: arm.xml
    default_joint_positions: {shoulder: 0.3, elbow: 0.6}
- add_model: {name: tool, file: tool.xml}
groups: {both: [arm, tool]}
systems:
)";

// A scenario with one block, called b.
std::string WithBlock(const std::string& parameters) {
  return kDirectives + std::string("  b: {") + parameters + "}\n";
}

const systems::LeafSystem& BlockOf(const Scenario& scenario) {
  return scenario.scene.diagram->leaf("b");
}

// The value of output `port` of a block without inputs.
VectorXd OutputOf(const std::string& parameters, const char* port = "y",
                  double time = 0) {
  const ScenarioFolder folder;
  Scenario scenario = folder.Load(WithBlock(parameters));
  scenario.scene.context.SetTime(time);
  return BlockOf(scenario).GetOutputPort(port).Eval(scenario.scene.context);
}

std::string Refused(const std::string& parameters) {
  const ScenarioFolder folder;
  return folder.Refusal(WithBlock(parameters));
}

// One set of parameters, as they may be written, for each type.
const std::map<std::string, std::string>& Examples() {
  static const std::map<std::string, std::string> examples = {
      {"Adder", "inputs: 2, size: 3"},
      {"AppliedForce",
       "point: {frame: lower, position: [0, 0, -0.5]}, axes: body"},
      {"Bushing",
       "frame_a: lower, frame_b: tool::tool, rotational_stiffness: 3, "
       "translational_stiffness: [1, 2, 3], translational_damping: 1"},
      {"CartesianImpedanceController",
       "model: arm, frame: lower, stiffness: [1, 1, 1, 9, 9, 9], "
       "damping: [1, 1, 1, 2, 2, 2], joint_stiffness: 1, "
       "joint_positions: {elbow: 0.5}"},
      {"Comparator", "threshold: [1, 2]"},
      {"ConstantVectorSource", "value: [1, 2]"},
      {"ConveyorBelt", "geometry: rod, direction: [1, 0, 0], speed: 0.5"},
      {"Demultiplexer", "sizes: [1, 2]"},
      {"DiscreteDelay", "samples: 2, period: 0.1, size: 2, initial: [3, 4]"},
      {"DiscreteFilter", "period: 0.01, butterworth: {order: 2, cutoff: 5}"},
      {"DiscretePid",
       "kp: [1, 2], kd: [1, 1], period: 0.01, upper: [5, .inf],"
       "lower: [-5, -.inf], anti_windup: clamping"},
      {"Drag", "point: tool::tool, linear: 1, quadratic: 2"},
      {"FirstOrderLag", "time_constant: [0.1, 0.2], initial: [1, 1]"},
      {"Gain", "gain: 3, size: 2"},
      {"GravityCompensation", "model: arm"},
      {"HysteresisComparator",
       "lower: 0, upper: 1, period: 0.1, initially_on: true"},
      {"InverseDynamicsController",
       "model: arm, kp: 100, kd: {shoulder: 20, elbow: 10}"},
      {"JointImpedanceController", "model: arm, stiffness: [1, 2], damping: 3"},
      {"JointPidController",
       "model: arm, joints: {elbow: {kp: 5, ki: 1, kd: 1, effort_limit: 3}}"},
      {"LinearSystem",
       "A: [[0, 1], [-1, -1]], B: [[0], [1]], C: [[1, 0]], D: 0"},
      {"LogicGate", "operation: and, inputs: 3"},
      {"LookupTable1", "x: [0, 1, 2], y: [[0, 1], [2, 3], [4, 5]]"},
      {"LqrController", "K: [[1, 2], [3, 4]], x0: [1, 1]"},
      {"LqrRegulator",
       "model: arm, Q: [1, 1, 1, 1], R: [1, 1], positions: {shoulder: 0, "
       "elbow: 0}"},
      {"Multiplexer", "sizes: [1, 2]"},
      {"PassThrough", "size: 2"},
      {"PidController", "kp: [1, 2], ki: [0, 1], kd: [3, 4]"},
      {"PoseTrajectorySource",
       "times: [0, 1], poses: [{}, {translation: [1, 0, 0]}], timing: linear"},
      {"RandomSource",
       "uniform: {lower: [0, 0], upper: [1, 2]}, period: 0.1, seed: 7"},
      {"Saturation", "lower: [-1, -2], upper: [1, 2]"},
      {"Sine", "amplitude: [1, 2], frequency: [3, 4]"},
      {"SpringDamper",
       "point_a: world, point_b: tool::tool, free_length: 1, stiffness: 9"},
      {"TrajectorySource", "times: [0, 1], values: [[0, 0], [1, 2]]"},
      {"VectorIntegrator", "initial: 0, size: 2"},
      {"ZeroOrderHold", "period: 0.1, size: 2"},
  };
  return examples;
}

// The models of kDirectives, in place.
void MakeModels(const ScenarioFolder& folder, ScenarioModel* scenario) {
  ReadDirectives(ParseYaml("[add_model: {name: arm, file: arm.xml},"
                           " add_model: {name: tool, file: tool.xml}]"),
                 folder / "", {}, scenario);
  scenario->model = scenario->assembly.Build();
  for (const char* name : {"arm", "tool"}) {
    scenario->groups.emplace(name,
                             MakeModelGroup(name, {name}, *scenario->model));
  }
  const multibody::Model& model = *scenario->model;
  scenario->initial = {.q = model.default_positions(),
                       .v = VectorXd::Zero(model.num_velocities()),
                       .u = VectorXd::Zero(model.num_actuators()),
                       .activations = VectorXd::Zero(model.num_actuators())};
}

TEST_CASE(
    "MakeBlock: an example of every type of block -> made, with outputs") {
  std::vector<std::string> shown;
  for (const auto& [type, parameters] : Examples()) shown.push_back(type);
  CHECK(shown == BlockTypeNames());
  const ScenarioFolder folder;
  ScenarioModel scenario;
  MakeModels(folder, &scenario);
  for (const auto& [type, parameters] : Examples()) {
    INFO(type);
    const auto block = MakeBlock(
        "b", ParseYaml("{type: " + type + ", " + parameters + "}"), scenario);
    CHECK(block->name() == "b");
    CHECK(block->num_output_ports() > 0);
  }
}

TEST_CASE("ConstantVectorSource: a list, a number, one by joint -> a vector") {
  CHECK(OutputOf("type: ConstantVectorSource, value: [1, 2]") ==
        Vector2d(1, 2));
  CHECK(OutputOf("type: ConstantVectorSource, value: 3, size: 2") ==
        Vector2d(3, 3));
  CHECK(OutputOf("type: ConstantVectorSource, value: 3, model: arm") ==
        Vector2d(3, 3));
  CHECK(OutputOf("type: ConstantVectorSource, model: arm, "
                 "value: {elbow: 2, shoulder: 1}") == Vector2d(1, 2));
}

TEST_CASE(
    "ConstantVectorSource: some joints' states -> the others as they start") {
  CHECK(OutputOf("type: ConstantVectorSource, model: arm, "
                 "positions: {elbow: 2}, velocities: {shoulder: 4}") ==
        Eigen::Vector4d(0.3, 2, 4, 0));
  CHECK(OutputOf("type: ConstantVectorSource, model: arm, "
                 "positions: {\"arm::elbow\": 2}") ==
        Eigen::Vector4d(0.3, 2, 0, 0));
  CHECK_THROWS_WITH(OutputOf("type: ConstantVectorSource, model: arm, "
                             "positions: {\"tool::elbow\": 2}"),
                    Catch::Contains("there is no joint 'arm::tool::elbow'"));
  CHECK(OutputOf("type: ConstantVectorSource, model: arm, positions: [5, 6]") ==
        Eigen::Vector4d(5, 6, 0, 0));
}

TEST_CASE("TrajectorySource: knots -> values and rates there and between") {
  const std::string type = "type: TrajectorySource, times: [1, 2], ";
  const std::string smooth = type + "values: [[0, 1], [2, 5]]";
  CHECK(OutputOf(smooth, "y", 1).isApprox(Eigen::Vector4d(0, 1, 0, 0)));
  CHECK(OutputOf(smooth, "y", 2).isApprox(Eigen::Vector4d(2, 5, 0, 0)));
  CHECK(OutputOf(smooth, "y", 1.5)
            .isApprox(Eigen::Vector4d(1, 3, 15. / 8 * 2, 15. / 8 * 4)));
  CHECK(OutputOf(type + "values: [[0], [2]], interpolation: linear", "y", 1.25)
            .isApprox(Vector2d(0.5, 2)));
  CHECK(OutputOf(type + "model: arm, derivatives: 0, "
                        "positions: [{}, {elbow: 1.6}]",
                 "y", 1.5)
            .isApprox(Vector2d(0.3, 1.1)));
}

TEST_CASE("LookupTable1: a row for each x -> interpolated between rows") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(kDirectives + std::string(R"(
  x: {type: ConstantVectorSource, value: 1.5}
  b: {type: LookupTable1, x: [0, 1, 2], y: [[0, 1], [2, 3], [4, 5]]}
  c: {type: LookupTable1, x: [0, 1, 2], y: [0, 1, 4]}
connections: [x.y -> b.u, x.y -> c.u]
)"));
  const auto& context = scenario.scene.context;
  CHECK(BlockOf(scenario).get_output_port().Eval(context) == Vector2d(3, 4));
  CHECK(scenario.scene.diagram->leaf("c").get_output_port().Eval(context)[0] ==
        2.5);
}

TEST_CASE("MakeBlock: wrong types, keys, names or sizes -> refused in place") {
  CHECK(Refused("type: Gian, gain: 1") ==
        "9:13: there is no type of block 'Gian'; did you mean 'Gain'?");
  CHECK(Refused("type: Gain, gain: 1, size: 2, unit: m") ==
        "9:37: unknown key 'unit'; there are: 'gain', 'model', 'size', 'type'");
  CHECK(Refused("type: Gain") == "9:6: key 'gain' is missing");
  CHECK(Refused("gain: 1") == "9:6: key 'type' is missing");
  CHECK(Refused("type: Gain, gain: [1, 2], size: 3") ==
        "9:25: expected 3 numbers, not 2");
  CHECK(Refused("type: PidController, kp: [1, 2], kd: [1]") ==
        "9:6: block 'b': kp, ki and kd differ in size");
  CHECK(Refused("type: PidController, model: leg, kp: 1") ==
        "9:35: there is no model or group 'leg'; there are: 'arm', 'both', "
        "'tool'");
  CHECK(Refused("type: PidController, model: arm, kp: {elbow: 1}") ==
        "9:44: there is no number for joint 'arm::shoulder'");
  CHECK(Refused("type: PidController, model: arm, kp: {knee: 1}")
            .starts_with("9:45: there is no joint 'arm::knee'"));
  CHECK(Refused("type: PidController, kp: {elbow: 1}") ==
        "9:6: key 'model' is missing");
  CHECK(
      Refused("type: TrajectorySource, times: [0, 1], values: [[0], [1, 2]]") ==
      "9:60: expected 1 number, not 2");
  CHECK(Refused("type: ZeroOrderHold, period: 1, size: 2000000000") ==
        "9:45: expected a number up to 10000");
  CHECK(Refused("type: DiscreteDelay, period: 1, size: 9999, samples: 9999") ==
        "9:60: expected a delay that remembers less");
  CHECK(Refused("type: Saturation") == "9:6: key 'upper' is missing");
  CHECK(Refused("type: RandomSource, uniform: {lower: [0], upper: [1]}, "
                "period: 1, seed: -1") == "9:79: a seed must not be negative");
  CHECK(Refused("type: SpringDamper, point_a: nowhere, point_b: world")
            .starts_with("9:36: there is no frame or body 'nowhere'"));
  CHECK(Refused("type: JointPidController, model: arm, joints: {elbow: {k: 1}}")
            .starts_with("9:62: unknown key 'k'"));
}

}  // namespace
}  // namespace tactus::apps
