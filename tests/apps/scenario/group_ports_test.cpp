#include "tactus/apps/scenario/group_ports.h"

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::apps {
namespace {

TEST_CASE("A plant's input is what groups say, and the base elsewhere") {
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

TEST_CASE("A group's state is its positions, then its velocities") {
  multibody::ModelBuilder models;
  for (const char* name : {"a::x", "b::x", "a::y"}) {
    const int body =
        models.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    models.AddJoint({.name = name,
                     .type = multibody::JointType::kRevolute,
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

}  // namespace
}  // namespace tactus::apps
