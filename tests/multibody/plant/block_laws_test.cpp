// One law for every block: its values depend on time, state, parameters and
// inputs, and on nothing that was computed before.
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "multibody/plant/block_scene.h"
#include "support/source_folder.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/activation_dynamics.h"
#include "tactus/multibody/plant/controllers/cartesian_impedance_controller.h"
#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/multibody/plant/controllers/joint_impedance_controller.h"
#include "tactus/multibody/plant/controllers/joint_pid_controller.h"
#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/bushing.h"
#include "tactus/multibody/plant/forces/concatenations.h"
#include "tactus/multibody/plant/forces/conveyor_belt.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/plant/forces/vacuum_gripper.h"
#include "tactus/multibody/plant/model_ports.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/patch_output.h"
#include "tactus/systems/checkpoint.h"
#include "tactus/systems/control/lqr_controller.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/comparator.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/discrete_delay.h"
#include "tactus/systems/primitives/discrete_filter.h"
#include "tactus/systems/primitives/discrete_pid.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/hysteresis_comparator.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/logic_gate.h"
#include "tactus/systems/primitives/lookup_table1.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/pose_trajectory_source.h"
#include "tactus/systems/primitives/random_source.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"

namespace tactus::multibody {
namespace {

using systems::Context;
using systems::LeafSystem;
using test::BlockScene;
using test::kNow;
using test::kOther;
using test::kPeriod;
using test::MakeState;
using test::TheModel;

// For std::function's sake, which takes no unique_ptr's to derived classes.
using Make = std::function<std::unique_ptr<LeafSystem>(const std::string&)>;

template <class Block, class... Args>
std::pair<std::string, Make> Law(const std::string& type, Args... args) {
  return {type, [args...](const std::string& name) {
            return std::make_unique<Block>(name, args...);
          }};
}

// The plant takes its name last.
template <>
std::pair<std::string, Make> Law<MultibodyPlant>(const std::string& type) {
  return {type, [](const std::string& name) {
            return std::make_unique<MultibodyPlant>(TheModel(), name);
          }};
}

// A group has the name of its block.
const MultibodyPlant& ThePlant() {
  static const MultibodyPlant plant(TheModel(), "plant");
  return plant;
}

template <>
std::pair<std::string, Make> Law<PatchOutput>(const std::string& type) {
  return {type, [](const std::string& name) {
            return std::make_unique<PatchOutput>(name, ThePlant());
          }};
}

template <>
std::pair<std::string, Make> Law<GroupState>(const std::string& type) {
  return {type, [](const std::string& name) {
            const ModelGroup all = MakeModelGroup(name, {""}, *TheModel());
            return std::make_unique<GroupState>(all, *TheModel());
          }};
}

// Hinges with a filter, an integrator and a motor.
std::shared_ptr<const Model> MakeFilteredModel() {
  using enum Activation::Dynamics;
  ModelBuilder builder;
  for (const auto dynamics : {kFilter, kIntegrator, kNone}) {
    const std::string name = "b" + std::to_string(builder.num_bodies());
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    const int joint = builder.AddJoint(
        {.name = name, .type = JointType::kRevolute, .child = body});
    builder.AddActuator(
        {.name = name,
         .joint = joint,
         .activation = {.dynamics = dynamics, .time_constant = 0.3}});
  }
  return std::move(builder).Build();
}

// Every block that there is, by its class.
std::map<std::string, Make> MakeBlocks() {
  using namespace systems;  // NOLINT: two dozen of them.
  const Vector2d one(1, 1), low(-0.5, -0.2), high(0.3, 0.6);
  const MatrixXd square = (MatrixXd(2, 2) << 0.3, -1, 0.7, -0.4).finished();
  const MatrixXd wide = (MatrixXd(2, 3) << 1, 2, 0.5, -1, 0, 3).finished();
  const MatrixXd knots = (MatrixXd(2, 3) << 0, 1, 0.5, 1, -1, 2).finished();
  const PiecewisePolynomial line = MakePiecewiseLinear({0, 0.35, 1}, knots);
  RigidTransform turned = RigidTransform::Identity();
  turned.rotate(Eigen::AngleAxisd(1, Vector3d::UnitY()));
  turned.translation() = Vector3d(0.1, 0.2, 0.3);
  const auto& model = TheModel();
  const int nq = model->num_positions(), nv = model->num_velocities();
  const VectorXd gains = VectorXd::LinSpaced(nv, 1, 2);
  const BodyPoint tip{.body = 2, .p_BoP_B = {0.3, 0.1, 0}};
  const BodyPoint middle{.body = 3, .p_BoP_B = {0.05, 0, 0.1}};
  const SuctionCup cup{.body = "lower", .p_BoM_B = Vector3d(0.3, 0, 0)};
  return {
      Law<LinearSystem>(
          "LinearSystem",
          LinearSystem::Matrices{
              .A = square, .B = square, .C = square, .D = square}),
      Law<FirstOrderLag>("FirstOrderLag", high, low),
      Law<Sine>("Sine", one, high, low),
      Law<VectorIntegrator>("VectorIntegrator", one),
      Law<Saturation>("Saturation", low, high),
      Law<LookupTable1>("LookupTable1", Vector3d(-1, 0, 1), wide),
      Law<DiscretePid>("DiscretePid", DiscretePid::Options{.kp = one,
                                                           .ki = high,
                                                           .kd = high,
                                                           .period = kPeriod,
                                                           .lower = low,
                                                           .upper = high}),
      Law<Demultiplexer>("Demultiplexer", std::vector{2, 3}),
      Law<DiscreteDelay>("DiscreteDelay", 2, kPeriod, one),
      Law<Adder>("Adder", 2, 3),
      Law<LogicGate>("LogicGate", LogicGate::Operation::kXor, 2, 3),
      Law<ConstantVectorSource>("ConstantVectorSource", one),
      Law<PoseTrajectorySource>(
          "PoseTrajectorySource",
          PoseTrajectory({0, 1}, {RigidTransform::Identity(), turned})),
      Law<Multiplexer>("Multiplexer", std::vector{2, 3}),
      Law<PassThrough>("PassThrough", 2),
      Law<HysteresisComparator>("HysteresisComparator", low, high, kPeriod),
      Law<PidController>("PidController", one, high, high),
      Law<DiscreteFilter>("DiscreteFilter",
                          std::vector<FilterSection>{
                              {.b = Vector2d(1, 0.5), .a = Vector2d(2, 0.3)}},
                          kPeriod, 2),
      Law<Comparator>("Comparator", high),
      Law<TrajectorySource>("TrajectorySource", line),
      Law<ZeroOrderHold>("ZeroOrderHold", kPeriod, 2),
      Law<RandomSource>("RandomSource",
                        UniformDistribution{.lower = low, .upper = high},
                        kPeriod, 5u),
      Law<Gain>("Gain", high),
      Law<LqrController>("LqrController", wide),
      Law<FiniteHorizonLqrController>(
          "FiniteHorizonLqrController",
          FiniteHorizonLqr{
              .K = line,
              .S = MakePiecewiseLinear({0, 1}, MatrixXd::Zero(4, 2))},
          one, VectorXd(VectorXd::Ones(1))),
      Law<MultibodyPlant>("MultibodyPlant"),
      Law<ActivationDynamics>("ActivationDynamics", MakeFilteredModel()),
      Law<GroupState>("GroupState"),
      Law<PatchOutput>("PatchOutput"),
      Law<GroupInputs>(
          "GroupInputs", VectorXd(VectorXd::Ones(4)),
          std::vector<GroupInputs::Share>{{"left", {3, 0}}, {"right", {1}}}),
      Law<EquilibriumRegulator>(
          "EquilibriumRegulator", model,
          Equilibrium{.q = model->default_positions(), .u = one},
          MatrixXd(MatrixXd::Ones(2, 2 * nv))),
      Law<CartesianImpedanceController>(
          "CartesianImpedanceController", model,
          CartesianImpedance{.body = "lower",
                             .stiffness = 3 * Matrix6d::Identity(),
                             .damping = Matrix6d::Identity(),
                             .joint_stiffness = gains,
                             .joint_damping = gains,
                             .joint_positions = MakeState(0.2).head(nq)}),
      Law<InverseDynamicsController>(
          "InverseDynamicsController", model,
          InverseDynamicsGains{.kp = gains, .ki = gains, .kd = gains}),
      Law<JointImpedanceController>("JointImpedanceController", model, gains,
                                    gains),
      Law<JointPidController>("JointPidController", model,
                              std::vector<JointPid>{{.joint = "elbow",
                                                     .kp = 3,
                                                     .ki = 1,
                                                     .kd = 0.5,
                                                     .effort_limit = 0.2}}),
      Law<SpatialForceConcatenation>("SpatialForceConcatenation", 2),
      Law<SurfaceVelocityConcatenation>("SurfaceVelocityConcatenation", 2),
      Law<ConveyorBelt>("ConveyorBelt", model, 0, Vector3d(1, 2, 0), 3),
      Law<Bushing>(
          "Bushing", model, BodyFrame{.body = 1}, BodyFrame{.body = 2},
          BushingParameters{.rotational_stiffness = Vector3d::Ones(),
                            .rotational_damping = Vector3d::Ones(),
                            .translational_stiffness = Vector3d::Ones()}),
      Law<VacuumGripper>(
          "VacuumGripper", model, std::vector{cup},
          VacuumGripperParameters{.law = {.range = 2}, .attracted = {"ball"}}),
      Law<Drag>("Drag", model, middle,
                DragCoefficients{.linear = 1, .quadratic = 2}),
      Law<AppliedForce>("AppliedForce", model, tip, AppliedForce::Axes::kBody),
      Law<SpringDamper>("SpringDamper", model, tip, middle,
                        SpringDamperParameters{
                            .free_length = 0.2, .stiffness = 5, .damping = 1}),
  };
}

// The names of all final classes below systems/ and multibody/ that derive from
// LeafSystem, directly or not.
std::set<std::string> FindBlockClasses() {
  const std::regex declaration(
      R"(class\s+(\w+)\s*(final\s*)?:\s*public\s+(?:systems::)?(\w+))");
  struct Class {
    std::string name, base;
    bool is_final;
  };
  std::vector<Class> classes;
  for (const char* folder : {"systems", "multibody"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             tactus::test::SourceFolder() / folder)) {
      if (entry.path().extension() != ".h") continue;
      std::ifstream in(entry.path());
      std::string text, line;
      while (std::getline(in, line)) {
        if (line.find("///") == std::string::npos) text += line + "\n";
      }
      for (std::sregex_iterator it(text.begin(), text.end(), declaration), end;
           it != end; ++it)
        classes.push_back({(*it)[1], (*it)[3], (*it)[2].matched});
    }
  }
  std::set<std::string> bases = {"LeafSystem"}, blocks;
  for (std::size_t before = 0; before != bases.size();) {
    before = bases.size();
    for (const Class& each : classes) {
      if (!bases.contains(each.base)) continue;
      bases.insert(each.name);
      if (each.is_final) blocks.insert(each.name);
    }
  }
  return blocks;
}

TEST_CASE("Block laws: classes of blocks in the headers -> all have a case") {
  std::set<std::string> cases;
  for (const auto& [type, make] : MakeBlocks()) cases.insert(type);
  CHECK(FindBlockClasses() == cases);
}

TEST_CASE("Block laws: caches that hold other values -> the same bits") {
  for (const auto& [type, make] : MakeBlocks()) {
    CAPTURE(type);
    const BlockScene scene(make, false);
    const auto cold = scene.Values(scene.MakeContext());
    REQUIRE_FALSE(cold.empty());

    Context warm = scene.MakeContext();
    scene.Set(kOther, &warm);
    const auto other = scene.Values(warm);
    const Context saved = warm;
    scene.Set(kNow, &warm);
    CHECK(scene.Values(warm) == cold);
    CHECK(scene.Values(warm, true) == cold);

    Context copy = saved;
    CHECK(scene.Values(copy) == other);
    scene.Set(kNow, &copy);
    CHECK(scene.Values(copy, true) == cold);
  }
}

TEST_CASE("Block laws: a Context from a checkpoint -> the same bits") {
  for (const auto& [type, make] : MakeBlocks()) {
    CAPTURE(type);
    const BlockScene scene(make, false);
    const Context context = scene.MakeContext();
    std::stringstream checkpoint;
    systems::WriteCheckpoint(context, &checkpoint);
    Context restored = scene.MakeContext();
    scene.Set(kOther, &restored);
    scene.Values(restored);
    systems::ReadCheckpoint(&checkpoint, &restored);
    CHECK(scene.Values(restored) == scene.Values(context));
  }
}

TEST_CASE("Block laws: a second one evaluated between -> the same bits") {
  for (const auto& [type, make] : MakeBlocks()) {
    CAPTURE(type);
    const BlockScene alone(make, false), twice(make, true);
    CHECK(twice.Values(twice.MakeContext()) ==
          alone.Values(alone.MakeContext()));
  }
}

}  // namespace
}  // namespace tactus::multibody
