// Geometry, gravity, fluids and constraints of models that are put together.
#include "multibody/importers/arm_and_hand.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using test::kBall;
using test::Parse;

TEST_CASE(
    "ModelAssembly: geometry added to a frame, or edited -> in the model") {
  ModelAssembly assembly;
  assembly.AddModel("ball", Parse(kBall));
  contact::Geometry shelf;
  shelf.name = "shelf";
  shelf.shape = contact::Box{Vector3d(1, 1, 0.1)};
  shelf.X_BG.translation().z() = 0.5;
  RigidTransform X = RigidTransform::Identity();
  X.translation().z() = 1;
  assembly.AddFrame("wall", "world", X);
  assembly.AddGeometry("wall", shelf);
  assembly.EditGeometries([](const std::string& body, contact::Geometry* g) {
    if (body == "ball::ball") g->material.stiffness = 123;
  });
  const auto model = assembly.Build();
  REQUIRE(model->geometries().size() == 2);
  CHECK(model->geometries()[0].material.stiffness == 123);
  CHECK(model->geometries()[1].material.stiffness == 1e6);
  CHECK(model->geometries()[1].X_BG.translation().z() == 1.5);
  CHECK(model->geometries()[1].body == 0);
}

TEST_CASE(
    "ModelAssembly: models of different gravity -> refused unless it is set") {
  ModelAssembly assembly;
  assembly.AddModel("ball", Parse(kBall));
  std::string moon = kBall;
  moon.insert(moon.find("<worldbody>"), "<option gravity='0 0 -1.6'/>");
  assembly.AddModel("moon", Parse(moon));
  CHECK_THROWS_WITH(assembly.Build(),
                    Catch::Contains("'ball' and 'moon' differs"));
  assembly.set_gravity({0, 0, -3});
  CHECK(assembly.Build()->gravity_W().z() == -3);
}

TEST_CASE("ModelAssembly: gravcomp and fluidshape of a body -> kept") {
  ModelAssembly assembly;
  assembly.AddModel("fish", Parse(R"(<mujoco><option density='1000'/><worldbody>
      <body name='fish' gravcomp='0.75'><freejoint/>
        <geom size='0.1' fluidshape='ellipsoid'/></body>
      </worldbody></mujoco>)"));
  assembly.AddModel("ball", Parse(kBall));
  const auto model = assembly.Build();
  const int fish = model->BodyIndex("fish::fish");
  CHECK(model->bodies()[static_cast<std::size_t>(fish)].gravity_scale == 0.25);
  CHECK(model->fluid().density == 1000);
  REQUIRE(model->fluid_ellipsoids().size() == 1);
  CHECK(model->fluid_ellipsoids()[0].body == fish);
}

TEST_CASE(
    "ModelAssembly: models in different fluids -> refused unless one is set") {
  const auto parse_in = [](const std::string& option) {
    std::string xml = kBall;
    xml.insert(xml.find("<worldbody>"), "<option " + option + "/>");
    return Parse(xml);
  };
  ModelAssembly assembly;
  assembly.AddModel("dry", Parse(kBall));
  CHECK_FALSE(assembly.Build()->fluid().resists());
  assembly.AddModel("wet", parse_in("density='1000'"));
  CHECK(assembly.Build()->fluid().density == 1000);
  assembly.AddModel("oily", parse_in("density='900'"));
  CHECK_THROWS_WITH(assembly.Build(),
                    Catch::Contains("'wet' and 'oily' move in different"));
  assembly.set_fluid({});
  CHECK_FALSE(assembly.Build()->fluid().resists());
}

TEST_CASE("ModelAssembly: constraints of two models -> under scoped names") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int a = builder.AddBody("a", inertia);
  const int b = builder.AddBody("b", inertia);
  for (const char* name : {"glue", "", ""})
    builder.AddConstraint({.name = name, .body_a = a, .body_b = b});
  const std::shared_ptr<const Model> part = std::move(builder).Build();
  ModelAssembly assembly;
  assembly.AddModel("left", part);
  assembly.AddModel("right", part);
  const auto model = assembly.Build();
  REQUIRE(model->constraints().size() == 6);
  CHECK(model->constraints()[0].name == "left::glue");
  CHECK(model->constraints()[1].name.empty());
  const Constraint& glue = model->constraints()[3];
  CHECK(glue.name == "right::glue");
  CHECK(model->bodies()[glue.body_a].name == "right::a");
  CHECK(model->bodies()[glue.body_b].name == "right::b");
}

}  // namespace
}  // namespace tactus::multibody
