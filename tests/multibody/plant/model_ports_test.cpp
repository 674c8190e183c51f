#include "tactus/multibody/plant/model_ports.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::multibody {
namespace {

TEST_CASE(
    "GroupInputs: inputs of two groups -> in the plant's order, else the "
    "base") {
  systems::DiagramBuilder builder;
  auto& a =
      builder.AddSystem<systems::ConstantVectorSource>("a", Vector2d(1, 2));
  auto& b = builder.AddSystem<systems::ConstantVectorSource>(
      "b", VectorXd::Constant(1, 3));
  auto& join = builder.AddSystem<GroupInputs>(
      "join", Eigen::Vector4d(9, 9, 9, 9),
      std::vector<GroupInputs::Share>{{"left", {3, 0}}, {"right", {1}}});
  builder.Connect(a.get_output_port(), join.GetInputPort("left"));
  builder.Connect(b.get_output_port(), join.GetInputPort("right"));
  const auto diagram = std::move(builder).Build();
  const auto context = diagram->CreateDefaultContext();
  CHECK(join.get_output_port().Eval(context) == Eigen::Vector4d(2, 3, 9, 1));
}

TEST_CASE(
    "GroupState: a plant's state -> the group's positions, then its "
    "velocities") {
  ModelBuilder models;
  for (const char* name : {"a::x", "b::x", "a::y"}) {
    const int body =
        models.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    models.AddJoint({.name = name,
                     .type = JointType::kRevolute,
                     .parent = 0,
                     .child = body});
  }
  const auto model = std::move(models).Build();
  const ModelGroup group = MakeModelGroup("a", {"a"}, *model);
  systems::DiagramBuilder builder;
  const Vector6d x = (Vector6d() << 1, 2, 3, 4, 5, 6).finished();
  auto& source = builder.AddSystem<systems::ConstantVectorSource>("x", x);
  auto& state = builder.AddSystem<GroupState>(group, *model);
  builder.Connect(source.get_output_port(), state.plant_state_input());
  const auto diagram = std::move(builder).Build();
  const auto context = diagram->CreateDefaultContext();
  CHECK(state.name() == "a");
  CHECK(state.GetOutputPort("state").Eval(context) ==
        Eigen::Vector4d(1, 3, 4, 6));
  CHECK(state.GetOutputPort("positions").Eval(context) == Vector2d(1, 3));
  CHECK(state.GetOutputPort("velocities").Eval(context) == Vector2d(4, 6));
}

// Two arms with a hinge and a motor each, their elements in turn, and a door
// that nothing drives.
std::shared_ptr<const Model> MakeTwoArms() {
  ModelBuilder builder;
  for (const char* name : {"left::hinge", "door::hinge", "right::hinge"}) {
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    const int joint = builder.AddJoint({.name = name,
                                        .type = JointType::kRevolute,
                                        .parent = 0,
                                        .child = body});
    if (name == std::string("door::hinge")) continue;
    builder.AddActuator({.name = name, .joint = joint});
  }
  return std::move(builder).Build();
}

TEST_CASE("ModelPorts: two arms in a plant -> each has its state and motor") {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeTwoArms());
  const ModelPorts ports(plant, {"right", "left", "door"}, &builder);
  const auto& torque = builder.AddSystem<systems::ConstantVectorSource>(
      "torque", VectorXd::Constant(1, 7));
  builder.Connect(torque.get_output_port(), ports.actuation_input("right"));
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  plant.SetJointPositions(&context, "left::hinge", 0.1);
  plant.SetJointPositions(&context, "right::hinge", 0.2);
  plant.SetJointVelocities(&context, "right::hinge", -3.0);

  CHECK(ports.state_output("left").Eval(context) == Vector2d(0.1, 0));
  CHECK(ports.state_output("right").Eval(context) == Vector2d(0.2, -3));
  CHECK(ports.positions_output("right").Eval(context)[0] == 0.2);
  CHECK(ports.velocities_output("right").Eval(context)[0] == -3);
  // Nothing is connected to the left arm: its motor rests.
  const Model& model = plant.model();
  const VectorXd& efforts = plant.actuator_efforts_output().Eval(context);
  CHECK(efforts[ports.group("right").actuators[0]] == 7);
  CHECK(efforts[ports.group("left").actuators[0]] == 0);
  const int right = model.joints()[model.JointIndex("right::hinge")].v_start;
  CHECK(ports.group("right").v == std::vector{right});
}

TEST_CASE(
    "ModelPorts: a model that is not there -> refused with those that are") {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeTwoArms());
  CHECK_THROWS_WITH(ModelPorts(plant, {"gripper"}, &builder),
                    Catch::Contains("no joint 'gripper::...'") &&
                        Catch::Contains("door") && Catch::Contains("right"));
  const ModelPorts ports(plant, {"left", "door"}, &builder);
  CHECK_THROWS_WITH(ports.state_output("lefd"),
                    Catch::Contains("did you mean 'left'"));
  CHECK_THROWS_WITH(ports.actuation_input("door"),
                    "model 'door' has no actuators");
}

}  // namespace
}  // namespace tactus::multibody
