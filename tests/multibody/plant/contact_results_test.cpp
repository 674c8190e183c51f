#include "tactus/multibody/plant/contact_results.h"

#include <cmath>

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using systems::Context;
using systems::DiagramBuilder;
using test::BoxPositions;
using test::BoxScene;
using test::kGravity;
using test::kHalf;

TEST_CASE("ContactResults: none so far -> no time and no points") {
  CHECK(std::isnan(ContactResults{}.time));
  CHECK(ContactResults{}.points.empty());
}

// Sinks until four springs of 7500 N/m carry one kilogram.
TEST_CASE("ContactResults: a box at rest -> forces add up to its weight") {
  const double depth = kGravity / (4 * 7500);
  for (bool box_first : {false, true}) {
    BoxScene scene;
    scene.box_first = box_first;
    DiagramBuilder builder;
    const auto& plant =
        builder.AddSystem<MultibodyPlant>(test::MakeBoxModel(scene));
    const auto diagram = std::move(builder).Build();
    Context context = diagram->CreateDefaultContext();
    plant.SetPositions(&context, BoxPositions(depth));
    const auto& results =
        plant.contact_results_output().Eval<ContactResults>(context);
    CHECK(results.time == 0);
    REQUIRE(results.points.size() == 4);
    // Geometries a < b in the model's order; the force is the one on B, the
    // normal leads from A into B.
    const double sign = box_first ? -1 : 1;
    Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
    for (const PointContact& point : results.points) {
      CHECK(point.geometry_a == 0);
      CHECK(point.geometry_b == 1);
      CHECK(point.depth == Approx(depth));
      CHECK(point.normal_W.isApprox(sign * Vector3d::UnitZ()));
      CHECK(point.v_AB_W == Vector3d::Zero());
      CHECK(point.p_WC.z() == Approx(-depth / 4));
      CHECK(std::abs(point.p_WC.x() - 0.2) == Approx(kHalf));
      force += sign * point.force_B_W;
      moment +=
          (point.p_WC - Vector3d(0.2, -0.1, 0)).cross(sign * point.force_B_W);
    }
    CHECK(force.isApprox(Vector3d(0, 0, kGravity), 1e-12));
    CHECK(moment.norm() <= 1e-13);
  }
}

TEST_CASE(
    "ContactResults: a sliding box -> friction against the relative velocity") {
  for (bool box_first : {false, true}) {
    BoxScene scene;
    scene.box_first = box_first;
    DiagramBuilder builder;
    const auto& plant =
        builder.AddSystem<MultibodyPlant>(test::MakeBoxModel(scene));
    const auto diagram = std::move(builder).Build();
    Context context = diagram->CreateDefaultContext();
    plant.SetPositions(&context, BoxPositions(1e-3));
    const Vector3d velocity(0.7, -0.2, 0);
    plant.SetVelocities(&context,
                        (VectorXd(6) << Vector3d::Zero(), velocity).finished());
    const double sign = box_first ? -1 : 1;
    for (const PointContact& point :
         plant.contact_results_output().Eval<ContactResults>(context).points) {
      CHECK(point.v_AB_W.isApprox(sign * velocity));
      const Vector3d on_box = sign * point.force_B_W;
      const double fn = on_box.z();
      CHECK(fn == Approx(7.5));
      CHECK(on_box.head<2>().isApprox(
          -0.5 * fn * velocity.head<2>().normalized(), 1e-5));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
