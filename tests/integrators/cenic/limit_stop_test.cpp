#include "tactus/integrators/cenic/limit_stop.h"

#include <vector>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using contact::RowLaw;

// A mass that moves at v0 where a joint ends at 1, from 0.95.
bool Stops(double v0, double v, RowLaw::Law law = RowLaw::Law::kLimit) {
  contact::VelocityProblem problem;
  problem.v0 = VectorXd::Constant(1, v0);
  problem.cliques = {{.v_start = 0, .nv = 1, .M = MatrixXd::Ones(1, 1)}};
  problem.AddRow({.law = law, .error = 0.95, .lower = -1, .upper = 1},
                 {{.dof = 0}});
  contact::IslandFinder finder;
  std::vector<contact::Island> islands;
  REQUIRE(finder.Find(problem, &islands) == 1);
  return LimitStops(problem, islands[0], 0.1, VectorXd::Constant(1, v));
}

// It acts within 5 ms of what the step would reach at its end.
TEST_CASE("Limit stop: what a step takes to its limit -> is stopped") {
  CHECK(Stops(1, 0.5));
  CHECK(Stops(1, 0.48));
  CHECK_FALSE(Stops(1, 0.47));
  CHECK_FALSE(Stops(1, -0.5));
}

TEST_CASE("Limit stop: what rests on it, or another law -> is not stopped") {
  CHECK_FALSE(Stops(9e-6, 0.5));
  CHECK(Stops(1.1e-5, 0.5));
  CHECK_FALSE(Stops(1, 0.5, RowLaw::Law::kSpring));
}

}  // namespace
}  // namespace tactus::integrators
