#include "tactus/integrators/step_size/contact_step_limit.h"

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

// A ball of radius r at a gap above the ground, with speed downwards: it may go
// 0.2 r into the ground.
TEST_CASE("Contact step limit: a falling ball -> the time to the ground") {
  const double r = 0.05, gap = 0.3;
  multibody::ModelBuilder model;
  const int ball =
      model.AddBody("ball", {.mass = 1, .I_Bcm = 1e-3 * Matrix3d::Identity()});
  model.AddGeometry({.name = "ball",
                     .body = ball,
                     .shape = contact::Sphere{r},
                     .material = {}});
  model.AddGeometry({.name = "ground",
                     .body = 0,
                     .shape = contact::HalfSpace{},
                     .material = {}});
  model.set_gravity(Vector3d::Zero());
  test::PlantDiagram scene = test::MakeAlone(std::move(model).Build());
  scene.plant->SetPositions(
      &scene.context, (VectorXd(7) << 0, 0, r + gap, 1, 0, 0, 0).finished());
  ContactStepLimit limit(*scene.plant);
  for (const double speed : {-3.0, 0.0, 1.0, 5.0, 80.0}) {
    scene.plant->SetVelocities(
        &scene.context, (VectorXd(6) << 0, 0, 0, 0, 0, -speed).finished());
    const double expected =
        speed > 4 ? (gap + 0.2 * r) / speed : 0.1;  // slower: not within 0.1 s
    CHECK(limit.Calc(0.1, scene.context) ==
          Approx(std::min(expected, 0.1)).epsilon(1e-9));
  }
}

}  // namespace
}  // namespace tactus::integrators
