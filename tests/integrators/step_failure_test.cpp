#include "tactus/integrators/step_failure.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

TEST_CASE("Step failures: each kind -> a sentence with the body's name") {
  multibody::ModelBuilder builder;
  const multibody::SpatialInertia inertia{.mass = 1,
                                          .I_Bcm = Matrix3d::Identity()};
  const int base = builder.AddBody("base", inertia);
  builder.AddBody("ball", inertia);
  const auto model = std::move(builder).Build();
  const auto describe = [&](StepFailure::Kind kind, int body) {
    return Describe({.kind = kind, .body = body, .details = "so and so"},
                    *model);
  };
  using Kind = StepFailure::Kind;
  CHECK(describe(Kind::kNotConverged, base) ==
        "the contact solve at body 'base' did not converge (so and so)");
  CHECK(describe(Kind::kStalled, base) ==
        "contact at body 'base' stalls: so and so");
  CHECK(describe(Kind::kNotPositiveDefinite, base) ==
        "the mass matrix at body 'base' is not positive definite");
  CHECK(describe(Kind::kTurnsTooFar, base) ==
        "body 'base' turns by more than half a revolution in a step of so and "
        "so");
  CHECK(describe(Kind::kOther, -1) == "so and so");
  CHECK(model->bodies()[FindFirstBody(*model, 1)].name == "ball");
}

}  // namespace
}  // namespace tactus::integrators
