#include "tactus/contact/velocity_problem.h"

#include <catch2/catch.hpp>

#include "tactus/contact/icf/law.h"

namespace tactus::contact {
namespace {

TEST_CASE("Velocity problem: an empty one has no velocities") {
  CHECK(VelocityProblem{}.num_velocities() == 0);
  VelocityProblem problem;
  problem.v0 = VectorXd::Zero(5);
  CHECK(problem.num_velocities() == 5);
}

// What is left out must not act.
TEST_CASE("Velocity problem: defaults are without effect") {
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

}  // namespace
}  // namespace tactus::contact
