#include "tactus/integrators/diagram/difference_step.h"

#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

TEST_CASE("DifferenceStep: numbers -> a binary step, by size beyond one") {
  CHECK(DifferenceStep(0) == 1.0 / 131072);
  CHECK(DifferenceStep(-1) == 1.0 / 131072);
  CHECK(DifferenceStep(-512) == 1.0 / 256);
}

TEST_CASE("CountFollowed: a body and an elastic one -> the body's velocities") {
  multibody::ModelBuilder builder;
  builder.AddBody("body", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddElasticBody(
      {.name = "block",
       .solid = std::make_shared<multibody::ElasticSolid>(
           multibody::MakeBoxMesh({0.1, 0.1, 0.1}, {1, 1, 1}),
           multibody::ElasticMaterial{})});
  const auto model = std::move(builder).Build();
  CHECK(model->num_velocities() == 6 + 3 * 8);
  CHECK(CountFollowed(*model) == 6);
  multibody::ModelBuilder alone;
  alone.AddBody("body", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  CHECK(CountFollowed(*std::move(alone).Build()) == 6);
}

}  // namespace
}  // namespace tactus::integrators
