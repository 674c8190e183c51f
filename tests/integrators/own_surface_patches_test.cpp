// Meshes that are not convex, touching as the surfaces that they are.
#include <cmath>
#include <memory>

#include "contact/pressure/surface_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using contact::Compliance;
using multibody::MultibodyPlant;
using systems::Context;

constexpr double kRadius = 0.01;  // Of the ball [m].

contact::Shape MakeBowl() {
  return contact::ConvexMesh{std::make_shared<const contact::ConvexHull>(
      std::make_shared<const contact::TriangleMesh>(
          contact::test::MakeBowl(0.1, 0.02, 48)))};
}

/// A ball that falls 2 cm beside the axis of a bowl, from its rim at z = 0, for
/// 2 s: where it is then.
Vector3d DropIntoBowl(const Compliance& of_bowl, const Compliance& of_ball) {
  multibody::ModelBuilder builder;
  const double mass = 0.02;
  const int ball = builder.AddBody(
      "ball", {.mass = mass,
               .I_Bcm = 0.4 * mass * kRadius * kRadius * Matrix3d::Identity()});
  contact::Material material;
  material.dissipation = 20;
  material.compliance = of_bowl;
  builder.AddGeometry(
      {.name = "bowl", .body = 0, .shape = MakeBowl(), .material = material});
  material.compliance = of_ball;
  builder.AddGeometry({.name = "ball",
                       .body = ball,
                       .shape = contact::Sphere{kRadius},
                       .material = material});
  systems::DiagramBuilder diagram_builder;
  const auto& plant =
      diagram_builder.AddSystem<MultibodyPlant>(std::move(builder).Build());
  const auto diagram = std::move(diagram_builder).Build();
  Context context = diagram->CreateDefaultContext();
  VectorXd q = plant.positions(context);
  q.head<3>() = Vector3d(0.01, 0, 0.02);
  plant.SetPositions(&context, q);
  systems::Simulator simulator(*diagram, context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  simulator.AdvanceTo(2);
  return plant.positions(simulator.context()).head<3>();
}

// At most as far from the centre as a ball that touches the inside, 8 cm away.
TEST_CASE("Patches: a ball dropped into a bowl -> it stays inside") {
  constexpr Compliance kRigid = {.kind = Compliance::Kind::kRigid};
  constexpr Compliance kSoft = {.kind = Compliance::Kind::kCompliant,
                                .modulus = 1e6};
  for (const auto& [of_bowl, of_ball] :
       {std::pair(kRigid, kSoft), {kSoft, kRigid}}) {
    const Vector3d p = DropIntoBowl(of_bowl, of_ball);
    CHECK(p.z() < -0.06);
    CHECK(p.norm() < 0.08 - kRadius + 1e-3);
    CHECK(p.norm() > 0.08 - kRadius - 3e-3);
  }
}

TEST_CASE("Points: a ball dropped onto a bowl -> its hull holds it") {
  const Vector3d p = DropIntoBowl({}, {});
  CHECK(p.z() == Approx(kRadius).epsilon(0.05));
}

}  // namespace
}  // namespace tactus::integrators
