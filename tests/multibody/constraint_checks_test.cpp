#include "tactus/multibody/constraint_checks.h"

#include "multibody/checked_elements.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::kNan;

TEST_CASE(
    "RequireValidConstraints: one body, or numbers not of its type -> "
    "refused") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<Body> bodies = {{.name = "world"}, {.name = "b"}};
  const auto check = [&bodies](const Constraint& constraint) {
    RequireValidConstraints(std::vector<Constraint>{constraint}, bodies);
  };
  const Constraint weld{.name = "glue", .body_b = 1};
  CHECK_NOTHROW(check(weld));
  CHECK_THROWS_WITH(
      RequireValidConstraints(std::vector<Constraint>{weld, weld}, bodies),
      "the constraint name 'glue' is used twice");
  CHECK_THROWS_WITH(check({.name = "glue", .body_b = 2}),
                    Contains("constraint 'glue' refers to body number 2"));
  CHECK_THROWS_WITH(check({.name = "glue", .body_a = 1, .body_b = 1}),
                    "constraint 'glue' ties body 'b' to itself");
  Constraint wrong = weld;
  wrong.X_AP.linear() *= 2;
  CHECK_THROWS_WITH(check(wrong), Contains("its frame in the first body"));
  wrong = weld;
  wrong.distance = 1;
  CHECK_THROWS_WITH(check(wrong), Contains("this one is of type weld"));

  const auto rod = [&](double distance, double stiffness, double damping) {
    check({.name = "rod",
           .type = ConstraintType::kDistance,
           .body_b = 1,
           .distance = distance,
           .stiffness = stiffness,
           .damping = damping});
  };
  CHECK_NOTHROW(rod(1, kInfinity, 0));
  CHECK_NOTHROW(rod(0, 100, 2));
  CHECK_THROWS_WITH(rod(0, kInfinity, 0), Contains("use a ball"));
  CHECK_THROWS_WITH(rod(1, kInfinity, 1), Contains("give it a stiffness"));
  CHECK_THROWS_WITH(rod(-1, 100, 0), Contains("the distance is -1"));
  CHECK_THROWS_WITH(rod(1, -5, 0), Contains("the stiffness is -5"));
  CHECK_THROWS_WITH(rod(1, kNan, 0), Contains("neither a number nor infinite"));
  CHECK_THROWS_WITH(rod(1, 5, -1), Contains("the damping is -1"));
}

}  // namespace
}  // namespace tactus::multibody
