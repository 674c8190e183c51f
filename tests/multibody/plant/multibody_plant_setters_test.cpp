// SetFreeBodyPose() and its like, of multibody_plant.h.
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

TEST_CASE("Plant: pose and velocity of a free body -> found again as set") {
  ModelBuilder builder;
  const SpatialInertia inertia{
      .mass = 1, .p_BoBcm = {0.1, 0, 0}, .I_Bcm = Matrix3d::Identity()};
  const auto turned = [](double angle, const Vector3d& axis,
                         const Vector3d& p) {
    return RigidTransform(Eigen::Translation3d(p) *
                          Eigen::AngleAxisd(angle, axis.normalized()));
  };
  // Its joint's frames are elsewhere than those of the bodies.
  const int base = builder.AddBody("base", inertia);
  builder.AddJoint({.name = "fixed",
                    .type = JointType::kWeld,
                    .child = base,
                    .X_PF = turned(0.4, {1, 2, 0}, {0, 0, 1})});
  const int box = builder.AddBody("box", inertia);
  builder.AddJoint({.name = "free",
                    .parent = base,
                    .child = box,
                    .X_PF = turned(-0.7, {0, 1, 1}, {3, 0, 0}),
                    .X_CM = turned(1.1, {1, 0, 3}, {0, 0.2, -0.5})});
  const int lid = builder.AddBody("lid", inertia);
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = box,
                    .child = lid});
  systems::DiagramBuilder diagram_builder;
  const auto& plant =
      diagram_builder.AddSystem<MultibodyPlant>(std::move(builder).Build());
  const auto diagram = std::move(diagram_builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  const RigidTransform X_WB = turned(2.5, {-1, 0.3, 1}, {0.3, -0.2, 4});
  Vector6d V_WB;
  V_WB << 1, -2, 3, 0.4, 0.5, -0.6;
  plant.SetFreeBodyPose(&context, "box", X_WB);
  plant.SetFreeBodyVelocity(&context, "box", V_WB);
  CHECK(plant.EvalBodyPose(context, "box").isApprox(X_WB, 1e-14));
  CHECK(plant.EvalBodyVelocity(context, "box").isApprox(V_WB, 1e-14));
  // The lid is carried along.
  CHECK(plant.EvalBodyPose(context, "lid").isApprox(X_WB, 1e-14));

  CHECK_THROWS_WITH(
      plant.SetFreeBodyPose(&context, "lid", X_WB),
      "body 'lid' is not free: it hangs on revolute 'hinge' from 'box'");
  CHECK_THROWS_WITH(plant.SetFreeBodyVelocity(&context, "world", V_WB),
                    "the world does not move");
  CHECK_THROWS_WITH(plant.EvalBodyPose(context, "bax"),
                    Contains("there is no body 'bax'"));
  V_WB[2] = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(plant.SetFreeBodyVelocity(&context, "box", V_WB),
                    Contains("joint 'free'"));
}

}  // namespace
}  // namespace tactus::multibody
