#include "tactus/integrators/step_functions/icf_step.h"

#include <cmath>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::integrators {
namespace {

// A body at the end of a rod of one metre, 2 m/s: in 0.1 s by a fifth of a
// radian. Aimed at its end, the step's chord ends on the circle; else the
// projection would have to bring it there, by what is of third order.
TEST_CASE("IcfStep: a rod that swings -> q1 = q0 + h v1 is on its circle") {
  multibody::ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  builder.AddConstraint({.name = "rod",
                         .type = multibody::ConstraintType::kDistance,
                         .body_a = 0,
                         .body_b = body,
                         .distance = 1});
  test::Stepping stepping(std::move(builder).Build());
  stepping.q.head<3>() << 1, 0, 0;
  stepping.v.tail<3>() << 0, 2, 0;
  IcfStep icf(IcfStepOptions{.tolerance = 1e-12});
  const double h = 0.1;
  const Vector3d p0 = stepping.q.head<3>();
  REQUIRE_FALSE(stepping.Step(&icf, h).report.failure);
  const Vector3d p1 = stepping.q.head<3>();
  const Vector3d v1 = stepping.v.tail<3>();
  CHECK(std::abs(p1.norm() - 1) <= multibody::kPositionTolerance);
  CHECK((p0 + h * v1).norm() == Approx(1).epsilon(1e-6));
}

// A rope that is 0.1 m too long, as where its path has changed sides of what it
// goes around: in the law of a limit, 100 m/s.
TEST_CASE("IcfStep: a rope far beyond its limit -> comes back at 1 m/s") {
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int slider = builder.AddJoint(
      {.name = "slider",
       .type = multibody::JointType::kPrismatic,
       .child = builder.AddBody("block",
                                {.mass = 1, .I_Bcm = Matrix3d::Identity()})});
  builder.AddTendon(
      {.name = "rope", .terms = {{.joint = slider}}, .upper = 0.5});
  test::Stepping stepping(std::move(builder).Build());
  stepping.q[0] = 0.6;
  stepping.v[0] = 2;
  IcfStep icf;
  REQUIRE_FALSE(stepping.Step(&icf, 1e-3).report.failure);
  CHECK(stepping.v[0] == Approx(-1).epsilon(0.05));  // Near-rigid laws give.
  CHECK(stepping.q[0] == Approx(0.599).margin(5e-5));
}

}  // namespace
}  // namespace tactus::integrators
