#include "tactus/multibody/mass_properties.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

using test::Random;

TEST_CASE(
    "FindMovingBodies, FindSubtree: an arm on a post -> moving, outboard "
    "bodies") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int post = builder.AddBody("post", inertia);
  const int arm = builder.AddBody("arm", inertia);
  const int hand = builder.AddBody("hand", inertia);
  const int other = builder.AddBody("other", inertia);
  builder.AddJoint({.name = "p", .type = JointType::kWeld, .child = post});
  builder.AddJoint({.name = "a",
                    .type = JointType::kRevolute,
                    .parent = post,
                    .child = arm});
  builder.AddJoint(
      {.name = "h", .type = JointType::kWeld, .parent = arm, .child = hand});
  builder.AddJoint({.name = "o", .child = other});
  const auto model = std::move(builder).Build();
  const auto names = [&](const std::vector<int>& bodies) {
    std::string all;
    for (const int b : bodies) all += model->bodies()[b].name + " ";
    return all;
  };
  CHECK(names(FindMovingBodies(*model)) == "arm hand other ");
  const auto subtree = [&](const char* name) {
    return names(FindSubtree(*model, model->BodyIndex(name)));
  };
  CHECK(subtree("world") == "world post arm hand other ");
  CHECK(subtree("post") == "post arm hand ");
  CHECK(subtree("arm") == "arm hand ");
  CHECK(subtree("hand") == "hand ");
  CHECK(CalcMass(*model, FindSubtree(*model, 1)) == 3);
}

// Of each body as a point mass that spins.
TEST_CASE(
    "CalcCenterOfMass, CalcMomentum: some bodies -> sums by the definitions") {
  const auto model =
      test::MakeRandomModel(5, {.num_bodies = 8, .floating_base = true});
  Random random(5);
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(*model, test::MakeRandomPositions(*model, &random),
                         &position);
  CalcVelocityKinematics(*model, position,
                         random.Vector(model->num_velocities()), &velocity);
  const Vector3d p_WQ = random.Vector3();
  const std::vector<int> bodies = {2, 3, 5, 8};
  double mass = 0;
  Vector3d first = Vector3d::Zero();
  Vector6d momentum = Vector6d::Zero();
  for (const int b : bodies) {
    const SpatialInertia& inertia = model->bodies()[b].inertia;
    const RigidTransform& X_WB = position.X_WB[b];
    const Vector3d p_WCm = X_WB * inertia.p_BoBcm;
    const Vector3d w = velocity.V_WB[b].head<3>();
    const Vector3d v =
        velocity.V_WB[b].tail<3>() + w.cross(p_WCm - X_WB.translation());
    mass += inertia.mass;
    first += inertia.mass * p_WCm;
    momentum.head<3>() +=
        X_WB.linear() * inertia.I_Bcm * X_WB.linear().transpose() * w +
        inertia.mass * (p_WCm - p_WQ).cross(v);
    momentum.tail<3>() += inertia.mass * v;
  }
  CHECK(CalcMass(*model, bodies) == Approx(mass));
  CHECK((CalcCenterOfMass(bodies, position) - first / mass).norm() < 1e-13);
  CHECK((CalcMomentum(bodies, position, velocity, p_WQ) - momentum).norm() <
        1e-12 * momentum.norm());
}

}  // namespace
}  // namespace tactus::multibody
