// Dry friction of joints under Dojo.
#include <memory>
#include <utility>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using test::Stepping;

// Along x, with dry friction of 2 N, where gravity pulls.
std::shared_ptr<const multibody::Model> MakeRubbingSlide(double mass,
                                                         double gravity) {
  ModelBuilder builder;
  builder.set_gravity({gravity, 0, 0});
  const int body = builder.AddBody("mass", {.mass = mass});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX(),
                    .dry_friction = 2});
  return std::move(builder).Build();
}

TEST_CASE("Dojo: dry friction in a joint -> it holds, or takes its part") {
  const double force = GENERATE(1.5, 5.0);
  Stepping stepping(MakeRubbingSlide(1, force));
  DojoStep dojo({.kappa = 1e-10});
  systems::Value memory = dojo.MakeMemory();
  for (int i = 0; i < 100; ++i) {
    stepping.Step(&dojo, 0.01, &memory);
    REQUIRE_FALSE(stepping.result().report.failure);
  }
  const double expected = force > 2 ? (force - 2) * 1 : 0;
  CHECK(stepping.v[0] == Approx(expected).margin(2e-6));
}

// What acts between two steps acts for their mean length: m (v2 - v1) =
// -f (h1 + h2) / 2, and the first step takes its own for the one before.
TEST_CASE("Dojo: dry friction over steps of unequal length -> for their mean") {
  Stepping stepping(MakeRubbingSlide(4, 0));
  DojoStep dojo({.kappa = 1e-10});
  systems::Value memory = dojo.MakeMemory();
  stepping.v[0] = 1;
  double expected = 1, before = 0.02;
  for (const double h : {0.02, 0.005, 0.03, 0.03}) {
    stepping.Step(&dojo, h, &memory);
    REQUIRE_FALSE(stepping.result().report.failure);
    expected -= 2.0 / 4 * (before + h) / 2;
    before = h;
    CHECK(stepping.v[0] == Approx(expected).epsilon(1e-8));
    REQUIRE(stepping.result().joint_row_forces.size() == 1);
    CHECK(stepping.result().joint_row_forces[0] == Approx(-2).epsilon(1e-6));
  }
}

}  // namespace
}  // namespace tactus::integrators
