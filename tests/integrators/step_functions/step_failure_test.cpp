#include "tactus/integrators/step_functions/step_failure.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using Kind = StepFailure::Kind;

TEST_CASE("Step failures: each kind -> a sentence with the culprit's name") {
  const auto describe = [&](Kind kind, const std::string& culprit) {
    return Describe({.kind = kind, .culprit = culprit, .details = "so and so"});
  };
  CHECK(describe(Kind::kNotConverged, "base") ==
        "the contact solve at body 'base' did not converge (so and so)");
  CHECK(describe(Kind::kNotConverged, "") ==
        "Newton's method does not converge");
  CHECK(describe(Kind::kStalled, "base") ==
        "contact at body 'base' stalls: so and so");
  CHECK(describe(Kind::kNotPositiveDefinite, "base") ==
        "the mass matrix at body 'base' is not positive definite");
  CHECK(describe(Kind::kTurnsTooFar, "base") ==
        "body 'base' turns by more than half a revolution in a step of so and "
        "so");
  CHECK(describe(Kind::kInputNotFinite, "arm.u") ==
        "input 'arm.u' is not finite; it comes from output 'so and so'");
  CHECK(Describe({.kind = Kind::kInputNotFinite, .culprit = "arm.u"}) ==
        "input 'arm.u' is not finite");
  CHECK(describe(Kind::kDerivativeNotFinite, "") == "so and so");
  CHECK(Describe({.kind = Kind::kDerivativeNotFinite}) ==
        "a time derivative is not finite");
  CHECK(describe(Kind::kVelocityNotFinite, "") ==
        "the velocities are not finite");
  CHECK(describe(Kind::kPositionNotFinite, "") ==
        "the positions are not finite");
  CHECK(describe(Kind::kOuterStateNotFinite, "") ==
        "a continuous state outside the plant is not finite");
  CHECK(describe(Kind::kInaccurate, "joint 'elbow'") ==
        "the error of joint 'elbow' is too large");
  CHECK(describe(Kind::kImpactNotResolved, "") == "an impact is not resolved");
  CHECK(describe(Kind::kTurnNotResolved, "") == "a body turns too far");
  CHECK(describe(Kind::kOther, "") == "so and so");
}

TEST_CASE("Step failures: values that are not finite -> told apart") {
  for (const Kind kind : {Kind::kInputNotFinite, Kind::kDerivativeNotFinite,
                          Kind::kVelocityNotFinite, Kind::kPositionNotFinite,
                          Kind::kOuterStateNotFinite})
    CHECK(IsNotFinite(kind));
  for (const Kind kind :
       {Kind::kNotConverged, Kind::kStalled, Kind::kNotPositiveDefinite,
        Kind::kTurnsTooFar, Kind::kInaccurate, Kind::kOther})
    CHECK_FALSE(IsNotFinite(kind));
}

TEST_CASE("Step failures: a tree -> the name of its first body") {
  multibody::ModelBuilder builder;
  const multibody::SpatialInertia inertia{.mass = 1,
                                          .I_Bcm = Matrix3d::Identity()};
  builder.AddBody("base", inertia);
  builder.AddBody("ball", inertia);
  const auto model = std::move(builder).Build();
  CHECK(NameFirstBody(*model, 1) == "ball");
}

TEST_CASE("Step errors: a failure -> kept, and the message worded by it") {
  const StepError error(
      0.5, {.kind = Kind::kInaccurate, .culprit = "joint 'elbow'"}, " (so)");
  CHECK(error.time() == 0.5);
  CHECK(error.failure().kind == Kind::kInaccurate);
  CHECK(error.failure().culprit == "joint 'elbow'");
  CHECK_THAT(error.what(),
             Catch::Contains("the error of joint 'elbow' is too large (so)"));
}

}  // namespace
}  // namespace tactus::integrators
