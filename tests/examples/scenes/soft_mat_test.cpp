#include "tactus/examples/scenes/soft_mat.h"

#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

TEST_CASE(
    "Soft mat: the scene -> of the paper's size, and it may touch itself") {
  const SceneInstance scene = MakeSoftMat();
  const multibody::ElasticBody& mat = scene.plant->model().elastic_bodies()[0];
  CHECK(mat.self_contact);
  CHECK(std::abs(mat.solid->num_nodes() - 1480) < 30);
  CHECK(std::abs(mat.solid->num_tetrahedra() - 4100) < 80);
}

TEST_CASE("Soft mat: a coarse one -> lies on the table and hangs over") {
  const SceneInstance scene = MakeSoftMat({.cells = 11});
  const multibody::ElasticBody& mat = scene.plant->model().elastic_bodies()[0];
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& fixed = simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::CondStep>(
          contact::CondOptions{.residual = 1e-4}),
      4e-3);
  REQUIRE(simulator.AdvanceTo(0.2).reached_time());
  CHECK(fixed.statistics().penetration_max < 1e-4);
  const VectorXd q = scene.plant->positions(simulator.context());
  for (int i = 0; i < mat.solid->num_nodes(); ++i) {
    const Vector3d p = q.segment<3>(mat.q_start + 3 * i);
    CHECK(p.z() < kMatTableTop + kMatSize.z() + 4 * kMatSkin);
    if (p.x() > kMatStart + 0.04) CHECK(p.z() > kMatTableTop + kMatSkin - 1e-4);
  }
  const double edge = q[mat.q_start + 2];
  CHECK(edge < kMatTableTop + kMatSkin);
  CHECK(edge > kMatTableTop - 0.03);
}

}  // namespace
}  // namespace tactus::examples
