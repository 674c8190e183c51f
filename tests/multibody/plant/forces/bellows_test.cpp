#include "tactus/multibody/plant/forces/bellows.h"

#include <cmath>

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;

/// A pad at the world's origin that looks along x.
RigidTransform LookAlongX() {
  RigidTransform X = RigidTransform::Identity();
  X.rotate(Eigen::AngleAxisd(EIGEN_PI / 2, Vector3d::UnitY()));
  return X;
}

TEST_CASE("AddBellows: two rows of three -> an array of springs on slides") {
  ModelBuilder builder;
  const int pad =
      builder.AddBody("pad", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const BellowsOptions options{.body = pad,
                               .X_BG = LookAlongX(),
                               .rows = 2,
                               .columns = 3,
                               .spacing = 0.05,
                               .radius = 0.02,
                               .length = 0.03,
                               .mass = 0.008,
                               .compression = 0.01,
                               .extension = 0.002,
                               .stiffness = 700,
                               .damping = 2};
  const std::vector<SuctionCup> cups = AddBellows(&builder, options);
  const auto model = std::move(builder).Build();
  REQUIRE(cups.size() == 6);
  const test::ForceScene<VacuumGripper> scene(model, cups,
                                              VacuumGripperParameters{});
  Vector3d middle = Vector3d::Zero();
  for (const SuctionCup& cup : cups) {
    INFO(cup.body);
    const int body = model->BodyIndex(cup.body);
    CHECK(model->bodies()[body].inertia.mass == Approx(0.008));
    const Joint& joint = model->joints()[body - 1];
    CHECK(joint.type == JointType::kPrismatic);
    CHECK(joint.parent == model->BodyIndex("pad"));
    CHECK(joint.lower == -0.01);
    CHECK(joint.upper == 0.002);
    CHECK(joint.stiffness == 700);
    CHECK(joint.damping == 2);
    const Vector3d p_WM = scene.X_WB()[body] * cup.p_BoM_B;
    CHECK(p_WM.x() == Approx(0.03));  // all mouths in one plane
    middle += p_WM / 6;
  }
  CHECK((middle - Vector3d(0.03, 0, 0)).norm() < 1e-15);
  const auto mouth = [&](int i) -> Vector3d {
    return scene.X_WB()[model->BodyIndex(cups[i].body)] * cups[i].p_BoM_B;
  };
  CHECK((mouth(1) - mouth(0)).norm() == Approx(0.05));
  CHECK((mouth(3) - mouth(0)).norm() == Approx(0.05));
  CHECK(std::abs((mouth(1) - mouth(0)).dot(mouth(3) - mouth(0))) < 1e-15);
  CHECK(cups[5].body == "bellow_1_2");
}

// A box that hovers 4 mm over the pad touches the mouths, which stand out 5 mm.
TEST_CASE(
    "AddBellows: pressed in -> touch a box, but not each other, nor pad") {
  ModelBuilder builder;
  builder.AddGeometry(
      {.name = "pad", .shape = contact::Box{{0.1, 0.1, 0.01}}, .material = {}});
  AddBellows(&builder, {.rows = 2, .columns = 2});
  const int box =
      builder.AddBody("box", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddGeometry({.name = "box",
                       .body = box,
                       .shape = contact::Box{{0.1, 0.1, 0.02}},
                       .material = {}});
  const auto model = std::move(builder).Build();
  VectorXd q = model->default_positions();
  for (const Joint& joint : model->joints())
    q[joint.q_start + (joint.child == box ? 2 : 0)] =
        joint.child == box ? 0.034 : -0.015;
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  contact::ContactSet contacts;
  MakeCollisionEngine(*model)->FindContacts(position.X_WB, &contacts);
  CHECK(contacts.manifolds.size() == 4);
  for (const contact::Manifold& manifold : contacts.manifolds) {
    const int a = model->geometries()[manifold.geometry_a].body;
    const int b = model->geometries()[manifold.geometry_b].body;
    CHECK((a == box || b == box));
  }
}

TEST_CASE(
    "AddBellows: reaction_on_carrier -> on the carrier, else on the bellow") {
  for (bool on_carrier : {false, true}) {
    ModelBuilder builder;
    const std::vector<SuctionCup> cups =
        AddBellows(&builder, {.reaction_on_carrier = on_carrier});
    CHECK(cups[0].reaction_body == (on_carrier ? "world" : "bellow_0_0"));
  }
}

TEST_CASE("AddBellows: no such body, or sizes out of range -> refused") {
  const auto make = [](const BellowsOptions& options) {
    ModelBuilder builder;
    AddBellows(&builder, options);
  };
  make({});
  CHECK_THROWS_WITH(make({.name = "cup", .body = 1}), Contains("'cup'"));
  CHECK_THROWS_WITH(make({.rows = 0}), Contains("at least one"));
  CHECK_THROWS_WITH(make({.spacing = 0.03}), Contains("spacing"));
  CHECK_THROWS_WITH(make({.radius = 0}), Contains("radius"));
  CHECK_THROWS_WITH(make({.length = -1}), Contains("length"));
  CHECK_THROWS_WITH(make({.mass = 0}), Contains("mass"));
  CHECK_THROWS_WITH(make({.compression = 0.04}), Contains("compression"));
  CHECK_THROWS_WITH(make({.extension = -1}), Contains("extension"));
  CHECK_THROWS_WITH(make({.stiffness = NAN}), Contains("stiffness"));
  CHECK_THROWS_WITH(make({.damping = -1}), Contains("damping"));
}

}  // namespace
}  // namespace tactus::multibody
