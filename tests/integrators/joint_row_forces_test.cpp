#include <memory>
#include <utility>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using test::Stepping;

constexpr double kDryFriction = 2;  // [N]

// Of one kilogram on a slide, pushed by a constant force.
Stepping MakeSlide(double push) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body =
      builder.AddBody("mass", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddJoint({.name = "slide",
                    .type = multibody::JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX(),
                    .dry_friction = kDryFriction});
  Stepping stepping(std::move(builder).Build());
  stepping.inputs.generalized_force = VectorXd::Constant(1, push);
  return stepping;
}

// What the method tells along the row after `count` steps.
double ForceAlongRow(StepFunction* function, double push, int count) {
  Stepping stepping = MakeSlide(push);
  for (int i = 0; i < count; ++i)
    REQUIRE_FALSE(stepping.Step(function, 1e-2).report.failure);
  REQUIRE(stepping.problem().joint_rows.size() == 1);
  REQUIRE(stepping.result().joint_row_forces.size() == 1);
  return stepping.result().joint_row_forces[0];
}

// Coulomb's law: all of it where the mass slides, what balances where not.
TEST_CASE("Joint row forces: dry friction -> against slip, or the push") {
  std::vector<std::unique_ptr<StepFunction>> methods;
  methods.push_back(std::make_unique<CondStep>());
  methods.push_back(std::make_unique<PgsStep>());
  methods.push_back(std::make_unique<DojoStep>(DojoOptions{.kappa = 1e-9}));
  for (const auto& method : methods) {
    INFO(method->name());
    CHECK(ForceAlongRow(method.get(), 5, 20) ==
          Approx(-kDryFriction).epsilon(1e-3));
    CHECK(ForceAlongRow(method.get(), -5, 20) ==
          Approx(kDryFriction).epsilon(1e-3));
    CHECK(ForceAlongRow(method.get(), 1.5, 20) == Approx(-1.5).epsilon(1e-3));
  }
}

}  // namespace
}  // namespace tactus::integrators
