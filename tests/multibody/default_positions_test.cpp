#include "tactus/multibody/default_positions.h"

#include <string>
#include <utility>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

const SpatialInertia kInertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};

Joint Connect(const std::string& name, int parent, int child,
              JointType type = JointType::kRevolute) {
  return {.name = name, .type = type, .parent = parent, .child = child};
}

TEST_CASE(
    "Default positions: joints, quaternions, a floating body -> defaults, its "
    "pose") {
  test::Random random(1);
  ModelBuilder builder;
  const int arm = builder.AddBody("arm", kInertia);
  const int hand = builder.AddBody("hand", kInertia);
  builder.AddBody("crate", kInertia);
  Joint shoulder = Connect("shoulder", 0, arm);
  shoulder.default_position = 0.5;
  builder.AddJoint(shoulder);
  builder.AddJoint(Connect("wrist", arm, hand, JointType::kBall));
  const auto model = std::move(builder).Build();
  VectorXd expected(12);
  expected << 0.5, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0;
  CHECK(model->default_positions() == expected);
  CHECK(MakeDefaultPositions(*model) == expected);
  const int crate = model->BodyIndex("crate");
  const RigidTransform X_WB = random.Pose();
  const std::pair<int, RigidTransform> poses[] = {{crate, X_WB}};
  const VectorXd q = MakeDefaultPositions(*model, poses);
  CHECK(q.head<5>() == expected.head<5>());
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  CHECK((position.X_WB[crate].matrix() - X_WB.matrix()).norm() < 1e-14);
  const std::pair<int, RigidTransform> wrong[] = {
      {model->BodyIndex("arm"), X_WB}};
  CHECK_THROWS_WITH(MakeDefaultPositions(*model, wrong),
                    Catch::Contains("'arm'") && Catch::Contains("'shoulder'"));
}

TEST_CASE("Default pose: whatever the floating joint's frames -> holds") {
  test::Random random(2);
  ModelBuilder builder;
  const int base = builder.AddBody("base", kInertia);
  const int rider = builder.AddBody("rider", kInertia);
  Joint slide = Connect("slide", 0, base, JointType::kPrismatic);
  slide.default_position = 0.7;
  slide.X_PF = random.Pose();
  builder.AddJoint(slide);
  Joint floating = Connect("floating", base, rider, JointType::kFloating);
  floating.X_PF = random.Pose();
  floating.X_CM = random.Pose();
  builder.AddJoint(floating);
  const RigidTransform X_WB = random.Pose();
  builder.SetDefaultPose(rider, X_WB);
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  CHECK((position.X_WB[model->BodyIndex("rider")].matrix() - X_WB.matrix())
            .norm() < 1e-14);
}

TEST_CASE("Default poses: a floating body on a floating body -> both hold") {
  test::Random random(4);
  ModelBuilder builder;
  const int rider = builder.AddBody("rider", kInertia);
  const int horse = builder.AddBody("horse", kInertia);
  builder.AddJoint(Connect("saddle", horse, rider, JointType::kFloating));
  const RigidTransform X_WR = random.Pose(), X_WH = random.Pose();
  builder.SetDefaultPose(rider, X_WR);
  builder.SetDefaultPose(horse, X_WH);
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  const auto distance = [&](const std::string& name, const RigidTransform& X) {
    return (position.X_WB[model->BodyIndex(name)].matrix() - X.matrix()).norm();
  };
  CHECK(distance("horse", X_WH) < 1e-14);
  CHECK(distance("rider", X_WR) < 1e-14);
}

// What is quadratic in the number of bodies takes half an hour here, and longer
// than a test may.
TEST_CASE("Default poses: 100000 free bodies -> each at its own") {
  constexpr int kBodies = 100000;
  ModelBuilder builder;
  for (int i = 0; i < kBodies; ++i) {
    const int body = builder.AddBody(std::to_string(i), kInertia);
    builder.SetDefaultPose(body, RigidTransform(Eigen::Translation3d(i, 0, 1)));
  }
  const auto model = std::move(builder).Build();
  CHECK(model->default_positions().tail<7>() ==
        (VectorXd(7) << kBodies - 1, 0, 1, 1, 0, 0, 0).finished());
}

}  // namespace
}  // namespace tactus::multibody
