#include "tactus/multibody/parameters.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Kind = Parameter::Kind;

std::shared_ptr<const Model> MakeArm() {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 2,
                               .p_BoBcm = Vector3d(0.1, 0, 0),
                               .I_Bcm = Matrix3d(Matrix3d::Identity())};
  const int link = builder.AddBody("link", inertia);
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = link});
  builder.AddGeometry({.name = "tip",
                       .body = link,
                       .shape = contact::Sphere{0.05},
                       .material = {}});
  builder.AddGeometry({.name = "hull",
                       .body = link,
                       .shape = contact::Box{Vector3d(1, 2, 3)},
                       .material = {}});
  return std::move(builder).Build();
}

TEST_CASE("Parameters: other values -> read back, and the first model stays") {
  const auto model = MakeArm();
  const std::vector<Parameter> parameters = {{Kind::kMass, 1, 0},
                                             {Kind::kInertia, 1, 4},
                                             {Kind::kCenterOfMass, 1, 2},
                                             {Kind::kJointPosition, 0, 1},
                                             {Kind::kGeometryPosition, 0, 0},
                                             {Kind::kRadius, 0, 0},
                                             {Kind::kHalfExtent, 1, 2},
                                             {Kind::kFriction, 1, 0}};
  VectorXd values(8);
  values << 3, 0.1, -0.2, 0.7, 0.3, 0.04, 5, 0.8;
  const auto other = WithParameters(*model, parameters, values);
  for (int i = 0; i < values.size(); ++i) {
    CHECK(GetParameter(*other, parameters[i]) == values[i]);
    CHECK(GetParameter(*model, parameters[i]) != values[i]);
  }
  CHECK(other->bodies()[1].inertia.I_Bcm(2, 0) == 0.1);
  CHECK(other->bodies()[1].moments.mass == 3);
  CHECK(other->geometries()[1].material.static_friction == 0.8);
  PositionKinematics position;
  CalcPositionKinematics(*other, VectorXd::Zero(1), &position);
  CHECK(position.X_WB[1].translation().y() == 0.7);
}

TEST_CASE("Parameters: names -> what, which component, and whose") {
  const auto model = MakeArm();
  CHECK(Describe(*model, {Kind::kMass, 1, 0}) == "mass of body 'link'");
  CHECK(Describe(*model, {Kind::kInertia, 1, 3}) ==
        "inertia xy of body 'link'");
  CHECK(Describe(*model, {Kind::kJointPosition, 0, 2}) ==
        "position z of joint 'hinge'");
}

TEST_CASE("Parameters: what does not exist, or no body has -> refused") {
  const auto model = MakeArm();
  CHECK_THROWS_WITH(GetParameter(*model, {Kind::kMass, 2, 0}),
                    "a parameter of body 2, of 2");
  CHECK_THROWS_WITH(GetParameter(*model, {Kind::kMass, 1, 1}),
                    "component 1 of the mass of a body, which has 1");
  CHECK_THROWS_WITH(GetParameter(*model, {Kind::kRadius, 1, 0}),
                    "radius of geometry 'hull' does not exist");
  const std::vector<Parameter> mass = {{Kind::kMass, 1, 0}};
  CHECK_THROWS_WITH(WithParameters(*model, mass, VectorXd::Constant(1, -1)),
                    Catch::Contains("link"));
  CHECK_THROWS_WITH(WithParameters(*model, mass, VectorXd::Zero(2)),
                    "2 values for 1 parameters");
}

TEST_CASE("Parameters: the friction of a geometry in a pair -> refused") {
  ModelBuilder builder;
  const int ball =
      builder.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  for (const auto& [name, body] : {std::pair{"ball", ball}, {"ground", 0}}) {
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Sphere{0.05},
                         .material = {}});
  }
  builder.AddGeometryPair(
      {.geometry_a = 0, .geometry_b = 1, .material_a = {}, .material_b = {}});
  const auto model = std::move(builder).Build();
  for (const int geometry : {0, 1}) {
    CHECK_THROWS_WITH(GetParameter(*model, {Kind::kFriction, geometry, 0}),
                      Catch::Contains("the pair has its own"));
  }
  CHECK(GetParameter(*model, {Kind::kRadius, 0, 0}) == 0.05);
}

}  // namespace
}  // namespace tactus::multibody
