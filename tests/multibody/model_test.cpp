#include "tactus/multibody/model.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

TEST_CASE("CoordinateUnit: each type of joint -> that of its coordinates") {
  CHECK(CoordinateUnit(JointType::kRevolute) == "rad");
  CHECK(CoordinateUnit(JointType::kScrew) == "rad");
  CHECK(CoordinateUnit(JointType::kBall) == "rad");
  CHECK(CoordinateUnit(JointType::kUniversal) == "rad");
  CHECK(CoordinateUnit(JointType::kPrismatic) == "m");
  CHECK(CoordinateUnit(JointType::kTranslation) == "m");
  CHECK(CoordinateUnit(JointType::kPlanar) == "m and rad");
  CHECK(CoordinateUnit(JointType::kFloating) == "m and rad");
}

TEST_CASE("Joint: each type -> its numbers of coordinates and its name") {
  const auto check = [](JointType type, int nq, int nv, std::string_view name) {
    CHECK(NumPositions(type) == nq);
    CHECK(NumVelocities(type) == nv);
    CHECK(to_string(type) == name);
    const Joint joint{.name = "", .type = type};
    CHECK(joint.nq() == nq);
    CHECK(joint.nv() == nv);
  };
  check(JointType::kWeld, 0, 0, "weld");
  check(JointType::kRevolute, 1, 1, "revolute");
  check(JointType::kPrismatic, 1, 1, "prismatic");
  check(JointType::kBall, 4, 3, "ball");
  check(JointType::kPlanar, 3, 3, "planar");
  check(JointType::kUniversal, 2, 2, "universal");
  check(JointType::kScrew, 1, 1, "screw");
  check(JointType::kFloating, 7, 6, "floating");
}

TEST_CASE("Model: bodies and joints by name -> their indices, others refused") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  builder.AddBody("cup", inertia);
  const int saucer = builder.AddBody("saucer", inertia);
  builder.AddJoint(
      {.name = "slide", .type = JointType::kPrismatic, .child = saucer});
  const auto model = std::move(builder).Build();
  CHECK(model->BodyIndex("world") == 0);
  CHECK(model->BodyIndex("cup") == 1);
  CHECK(model->JointIndex("slide") == model->BodyIndex("saucer") - 1);
  CHECK_THROWS_WITH(
      model->BodyIndex("spoon"),
      "there is no body 'spoon'; there are 'world', 'cup', 'saucer'");
  CHECK_THROWS_WITH(model->JointIndex("Slide"), Contains("'cup', 'slide'"));
}

TEST_CASE(
    "Model: a name in a model of the world alone -> refused with what there "
    "is") {
  const auto model = std::move(ModelBuilder()).Build();
  CHECK_THROWS_WITH(model->BodyIndex("cup"),
                    "there is no body 'cup'; there is 'world'");
  CHECK_THROWS_WITH(model->JointIndex("hinge"),
                    "there is no joint 'hinge'; there are none");
}

}  // namespace
}  // namespace tactus::multibody
