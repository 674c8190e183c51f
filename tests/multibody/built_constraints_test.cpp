// Constraints and visuals on the bodies of a model that is built.
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

TEST_CASE("ModelBuilder: constraints -> on their bodies' new numbers") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int child = builder.AddBody("child", inertia);
  const int parent = builder.AddBody("parent", inertia);
  const int fixed = builder.AddBody("fixed", inertia);
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = parent,
                    .child = child});
  builder.AddJoint(
      {.name = "weld", .type = JointType::kWeld, .parent = 0, .child = fixed});
  builder.AddConstraint({.name = "rod", .body_a = child, .body_b = fixed});
  ModelBuilder held = builder;
  const auto model = std::move(builder).Build();
  REQUIRE(model->constraints().size() == 1);
  const Constraint& rod = model->constraints()[0];
  CHECK(model->bodies()[rod.body_a].name == "child");
  CHECK(model->bodies()[rod.body_b].name == "fixed");

  held.AddConstraint({.name = "idle", .body_a = 0, .body_b = fixed});
  CHECK_THROWS_WITH(std::move(held).Build(),
                    "constraint 'idle' ties bodies 'world' and 'fixed', which "
                    "are both fixed to the world");
}

const SpatialInertia kUnit{.mass = 1, .I_Bcm = Matrix3d::Identity()};

TEST_CASE("ModelBuilder: visuals -> on their bodies, by the model's numbers") {
  ModelBuilder builder;
  const int b = builder.AddBody("b", kUnit);
  const int a = builder.AddBody("a", kUnit);
  builder.AddJoint(
      {.name = "j", .type = JointType::kWeld, .parent = a, .child = b});
  builder.AddVisual({.body = b, .form = contact::Sphere{1}});
  const auto model = std::move(builder).Build();
  REQUIRE(model->visuals().size() == 1);
  CHECK(model->bodies()[model->visuals()[0].body].name == "b");
}

TEST_CASE("ModelBuilder: impossible visuals -> refused by their body") {
  const auto build = [](Visual visual) {
    ModelBuilder builder;
    builder.AddBody("b", kUnit);
    builder.AddVisual(std::move(visual));
    return std::move(builder).Build();
  };
  CHECK_NOTHROW(build({.body = 1, .form = contact::Sphere{1}}));
  CHECK_THROWS_WITH(build({.body = 2, .form = contact::Sphere{1}}),
                    Catch::Contains("a visual"));
  CHECK_THROWS_WITH(build({.body = 1,
                           .form = contact::Sphere{1},
                           .color = Color{0, 0, 1.5, 1}}),
                    Catch::Contains("a visual of body 'b': its colour"));
}

}  // namespace
}  // namespace tactus::multibody
