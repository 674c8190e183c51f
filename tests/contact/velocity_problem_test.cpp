#include "tactus/contact/velocity_problem.h"

#include <catch2/catch.hpp>

#include "tactus/contact/icf/law.h"

namespace tactus::contact {
namespace {

TEST_CASE("Velocity problem: v0 -> as many velocities, empty none") {
  CHECK(VelocityProblem{}.num_velocities() == 0);
  VelocityProblem problem;
  problem.v0 = VectorXd::Zero(5);
  CHECK(problem.num_velocities() == 5);
}

// What is left out must not act.
TEST_CASE("Velocity problem: defaults -> no effect") {
  CHECK(ContactBody{}.clique < 0);  // anchored
  const IcfLimit limit = MakeIcfLimit({.inverse_mass = 1}, 0.01);
  const IcfActuator actuator = MakeIcfActuator({}, 3, 0.01);
  for (double v : {-1e6, 0.0, 1e6}) {
    CHECK(Calc(limit, v).impulse == 0);
    CHECK(Calc(limit, v).cost == 0);
    CHECK(Calc(actuator, v).impulse == 0);
    CHECK(Calc(actuator, v).cost == 0);
  }
}

TEST_CASE("Velocity problem: rows added -> each on its own terms") {
  VelocityProblem problem;
  problem.AddRow({.error = 1}, {{.dof = 2}});
  problem.AddRow({.law = RowLaw::Law::kDryFriction, .dry_friction = 3},
                 {{.dof = 0, .coefficient = 5}, {.dof = 1}});
  REQUIRE(problem.joint_rows.size() == 2);
  CHECK(problem.joint_rows[1].dry_friction == 3);
  CHECK(CalcRate(problem.TermsOf(problem.joint_rows[0]), Vector3d(1, 2, 4)) ==
        4);
  CHECK(CalcRate(problem.TermsOf(problem.joint_rows[1]), Vector3d(1, 2, 4)) ==
        7);
}

TEST_CASE("Velocity problem: a face by its second corner -> on a face") {
  ContactBody body;
  CHECK(!body.is_on_face());
  body.corners[1] = {.clique = 4, .weight = 1};
  CHECK(body.is_on_face());
}

TEST_CASE("Velocity problem: a law that does not stabilise -> constant at x0") {
  const double h = 0.1, x0 = 3;
  const LinearActuator damped{.force0 = 2, .damping = 1, .stiffness = -4};
  CHECK(damped.CalcSlope(h) == Approx(0.6));
  CHECK(MakeStableLaw(damped, x0, h).b == 2);
  CHECK(MakeStableLaw(damped, x0, h).c == Approx(0.6));
  const LinearActuator driven{.force0 = 2, .damping = -1, .stiffness = 4};
  CHECK(MakeStableLaw(driven, x0, h).b == Approx(2 + 0.6 * x0));
  CHECK(MakeStableLaw(driven, x0, h).c == 0);
}

}  // namespace
}  // namespace tactus::contact
