#include "tactus/multibody/limit_projection.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

TEST_CASE(
    "ProjectToLimits: positions in- and outside -> those outside at their "
    "limits") {
  ModelBuilder builder;
  const SpatialInertia inertia =
      MakeSolidInertia(contact::Sphere{0.1}, 1000, RigidTransform::Identity());
  int parent = 0;
  for (const char* name : {"below", "inside", "above", "unlimited"}) {
    const int body = builder.AddBody(name, inertia);
    Joint joint{.name = name,
                .type = JointType::kRevolute,
                .parent = parent,
                .child = body};
    if (std::string(name) != "unlimited") {
      joint.lower = -0.5;
      joint.upper = 1;
    }
    builder.AddJoint(joint);
    parent = body;
  }
  const auto model = std::move(builder).Build();
  VectorXd q(4);
  q << -2, 0.3, 1.25, 100;
  const auto moved = ProjectToLimits(*model, &q);
  CHECK(q == Eigen::Vector4d(-0.5, 0.3, 1, 100));
  REQUIRE(moved.size() == 2);
  CHECK(model->joints()[moved[0].joint].name == "below");
  CHECK(moved[0].from == -2);
  CHECK(moved[0].to == -0.5);
  CHECK(model->joints()[moved[1].joint].name == "above");
  CHECK(moved[1].to == 1);
  CHECK(ProjectToLimits(*model, &q).empty());
}

TEST_CASE(
    "ProjectToLimits: universal, planar and ball joints -> at their limits") {
  ModelBuilder builder;
  const SpatialInertia inertia =
      MakeSolidInertia(contact::Sphere{0.1}, 1000, RigidTransform::Identity());
  const auto add = [&](Joint joint) {
    joint.child = builder.AddBody(joint.name, inertia);
    builder.AddJoint(joint);
  };
  add({.name = "universal",
       .type = JointType::kUniversal,
       .lower_each = {kUnbounded[0], -0.2, kUnbounded[0]}});
  add({.name = "planar",
       .type = JointType::kPlanar,
       .upper_each = {kUnbounded[1], kUnbounded[1], 0.3}});
  add({.name = "ball", .type = JointType::kBall, .max_angle = 0.5});
  const auto model = std::move(builder).Build();
  VectorXd q(9);
  q << 5, -1, 1, 2, 3, -2 * std::cos(0.6), 0, -2 * std::sin(0.6), 0;
  const auto moved = ProjectToLimits(*model, &q);
  REQUIRE(moved.size() == 3);
  CHECK(q.head<5>() == (VectorXd(5) << 5, -0.2, 1, 2, 0.3).finished());
  CHECK(moved[2].from == Approx(1.2));
  CHECK(moved[2].to == 0.5);
  // The same rotation axis and length of the quaternion, half the angle 0.25.
  const VectorXd turned = q.tail<4>();
  CHECK((turned - 2 * Eigen::Vector4d(std::cos(0.25), 0, std::sin(0.25), 0))
            .norm() < 1e-14);
  CHECK(ProjectToLimits(*model, &q).empty());
}

TEST_CASE("ProjectToLimits: positions within the tolerance -> left") {
  ModelBuilder builder;
  const SpatialInertia inertia =
      MakeSolidInertia(contact::Sphere{0.1}, 1000, RigidTransform::Identity());
  for (const char* name : {"hinge", "ball"}) {
    const bool is_hinge = name[0] == 'h';
    Joint joint{.name = name,
                .type = is_hinge ? JointType::kRevolute : JointType::kBall,
                .parent = 0,
                .child = builder.AddBody(name, inertia)};
    (is_hinge ? joint.upper : joint.max_angle) = 0.5;
    builder.AddJoint(joint);
  }
  const auto model = std::move(builder).Build();
  const auto at = [](double angle) {
    VectorXd q(5);
    q << angle, std::cos(angle / 2), 0, std::sin(angle / 2), 0;
    return q;
  };
  VectorXd q = at(0.5009);
  CHECK(ProjectToLimits(*model, &q, 1e-3).empty());
  CHECK(q == at(0.5009));
  q = at(0.5011);
  CHECK(ProjectToLimits(*model, &q, 1e-3).size() == 2);
  CHECK((q - at(0.5)).norm() < 1e-15);
}

}  // namespace
}  // namespace tactus::multibody
