#include "tactus/multibody/position_projection.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

const SpatialInertia kInertia{
    .mass = 1, .p_BoBcm = {0.1, 0, 0}, .I_Bcm = 0.01 * Matrix3d::Identity()};

/// A crank on the world, and what a rod of half a metre ties to it.
std::shared_ptr<const Model> MakeRod() {
  ModelBuilder builder;
  const int crank = builder.AddBody("crank", kInertia);
  builder.AddJoint({.name = "crank",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = crank,
                    .axis_F = Vector3d::UnitZ(),
                    .upper = 1});
  const int slider = builder.AddBody("slider", kInertia);
  builder.AddJoint({.name = "slider",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = slider,
                    .axis_F = Vector3d::UnitX()});
  builder.AddConstraint(
      {.name = "rod",
       .type = ConstraintType::kDistance,
       .body_a = crank,
       .body_b = slider,
       .X_AP = RigidTransform(Eigen::Translation3d(0.2, 0, 0)),
       .distance = 0.5});
  return std::move(builder).Build();
}

double SliderAt(double angle) {
  return 0.2 * std::cos(angle) +
         std::sqrt(0.25 - std::pow(0.2 * std::sin(angle), 2));
}

TEST_CASE("ProjectPositions: positions off a constraint -> on it, nearby") {
  const auto model = MakeRod();
  const Vector2d off(0.3, SliderAt(0.3) + 0.02);
  VectorXd q = off;
  ProjectPositions(*model, &q);
  CHECK(q[1] == Approx(SliderAt(q[0])).epsilon(1e-12));
  CHECK((q - off).norm() < 0.1);
}

TEST_CASE("ProjectPositions: positions within the tolerance -> left") {
  const auto model = MakeRod();
  const Vector2d near(0.3, SliderAt(0.3) + kPositionTolerance / 2);
  VectorXd q = near;
  ProjectPositions(*model, &q);
  CHECK(q == near);
}

// Beyond its limit the crank is clamped, and the slider follows it.
TEST_CASE(
    "ProjectPositions: a crank beyond its limit -> on it, the loop closed") {
  const auto model = MakeRod();
  VectorXd q = Vector2d(1.05, SliderAt(1.05));
  ProjectPositions(*model, &q);
  CHECK(q[0] == Approx(1).margin(1e-9));
  CHECK(q[1] == Approx(SliderAt(1)).epsilon(1e-9));
}

TEST_CASE("ProjectPositions: a ball joint beyond its limit -> back onto it") {
  ModelBuilder builder;
  const int body = builder.AddBody("bob", kInertia);
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .parent = 0,
                    .child = body,
                    .max_angle = 0.5});
  const auto model = std::move(builder).Build();
  const auto turned = [](double angle) {
    return Eigen::Vector4d(std::cos(angle / 2), 0.6 * std::sin(angle / 2),
                           0.8 * std::sin(angle / 2), 0);
  };
  VectorXd q = turned(0.51);
  ProjectPositions(*model, &q);
  CHECK((q - turned(0.5)).norm() < 1e-14);
}

TEST_CASE("ProjectPositions: positions that are not a number -> left") {
  const auto model = MakeRod();
  VectorXd q(2);
  q << std::numeric_limits<double>::quiet_NaN(), 2;
  ProjectPositions(*model, &q);
  CHECK(std::isnan(q[0]));
  CHECK(q[1] == 2);
}

}  // namespace
}  // namespace tactus::multibody
