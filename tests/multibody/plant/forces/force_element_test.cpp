#include "tactus/multibody/plant/forces/force_element.h"

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/systems/block_error.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using systems::DiagramBuilder;

TEST_CASE("CenterOfMass: a body -> its centre of mass as a point") {
  const auto model = test::MakeTwoBodies();
  const BodyPoint point = CenterOfMass(*model, 2);
  CHECK(point.body == 2);
  CHECK(point.p_BoP_B == Vector3d(-0.1, 0.1, 0.3));
  CHECK_THROWS_WITH(CenterOfMass(*model, 3), Contains("no body 3"));
  CHECK_THROWS_AS(CenterOfMass(*model, -1), std::invalid_argument);
}

TEST_CASE("ConnectForces: two elements -> reach the plant together, in order") {
  const auto model = test::MakeTwoBodies();
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const auto& first =
      builder.AddSystem<AppliedForce>("first", model, BodyPoint{.body = 2});
  const auto& second =
      builder.AddSystem<AppliedForce>("second", model, BodyPoint{.body = 1});
  ConnectForces(plant, {&first, &second}, &builder);
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  context.FixInput(first.force_input(), Vector3d(1, 2, 3));
  context.FixInput(second.torque_input(), Vector3d(4, 5, 6));
  PlantInputs inputs;
  plant.EvalInputs(context.of(plant), &inputs);
  REQUIRE(inputs.spatial_forces.size() == 2);
  CHECK(inputs.spatial_forces[0].body == 2);
  CHECK(inputs.spatial_forces[0].F_Q_W.tail<3>() == Vector3d(1, 2, 3));
  CHECK(inputs.spatial_forces[1].body == 1);
  CHECK(inputs.spatial_forces[1].F_Q_W.head<3>() == Vector3d(4, 5, 6));
}

TEST_CASE(
    "ConnectForces: no elements, or a plant whose input is taken -> refused") {
  const auto model = test::MakeTwoBodies();
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  CHECK_THROWS_AS(ConnectForces(plant, {}, &builder), std::invalid_argument);
  const auto& first =
      builder.AddSystem<AppliedForce>("first", model, BodyPoint{.body = 2});
  const auto& second =
      builder.AddSystem<AppliedForce>("second", model, BodyPoint{.body = 1});
  ConnectForces(plant, {&first}, &builder);
  CHECK_THROWS_AS(ConnectForces(plant, {&second}, &builder),
                  std::invalid_argument);
}

TEST_CASE("ForceElement: a model of other bodies than the plant's -> refused") {
  ModelBuilder small;
  small.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(std::move(small).Build());
  const auto& drag = builder.AddSystem<Drag>("drag", test::MakeTwoBodies(),
                                             BodyPoint{.body = 2},
                                             DragCoefficients{.linear = 1});
  ConnectForces(plant, {&drag}, &builder);
  const auto diagram = std::move(builder).Build();
  const systems::Context context = diagram->CreateDefaultContext();
  CHECK_THROWS_WITH(
      drag.spatial_forces_output().Eval<std::vector<SpatialForce>>(context),
      Contains("'drag'") && Contains("another model"));
}

TEST_CASE("ForceElement: no model, no such body or point -> refused") {
  const auto model = test::MakeTwoBodies();
  CHECK_THROWS_WITH(AppliedForce("push", nullptr, BodyPoint{}),
                    Contains("'push'") && Contains("no model"));
  CHECK_THROWS_WITH(AppliedForce("push", model, BodyPoint{.body = 7}),
                    Contains("no body 7"));
  CHECK_THROWS_AS(
      AppliedForce("push", model, BodyPoint{1, Vector3d::Constant(INFINITY)}),
      std::invalid_argument);
}

}  // namespace
}  // namespace tactus::multibody
