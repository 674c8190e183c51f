#include "tactus/integrators/step_size/statistics.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

TEST_CASE("Statistics: a step cut short by an event -> not the smallest") {
  Statistics s;
  CHECK(std::isinf(s.step_min));
  s.AddStep(0.02, StepLimit::kAccuracy);
  s.AddStep(0.05, StepLimit::kMaximumStep);
  s.AddStep(0.001, StepLimit::kEvent);
  CHECK(s.steps == 3);
  CHECK(s.step_min == 0.02);
  CHECK(s.step_max == 0.05);
  CHECK(s.last_step == 0.001);
  CHECK(s.limited_by == StepLimit::kEvent);
}

TEST_CASE("Statistics: two solves -> the sums of their effort, one failure") {
  const NewtonReport slowest{
      .iterations = 3, .factorizations = 2, .line_search_iterations = 5};
  const NewtonReport total{
      .iterations = 7, .factorizations = 4, .line_search_iterations = 9};
  Statistics s;
  s.AddSolve(slowest, total, false);
  s.AddSolve(slowest, total, true);
  CHECK(s.newton_iterations == 6);
  CHECK(s.factorizations == 4);
  CHECK(s.line_search_iterations == 10);
  CHECK(s.island_iterations == 14);
  CHECK(s.island_factorizations == 8);
  CHECK(s.failed_solves == 1);
}

TEST_CASE("Statistics: steps with 0 and 3 contacts -> means and maxima") {
  Statistics s;
  CHECK(s.contacts_mean() == 0);
  CHECK(s.penetration_mean() == 0);
  contact::VelocityProblem problem;
  s.AddStep(0.1, StepLimit::kAccuracy);
  s.AddContacts(problem);
  problem.points.resize(3);
  problem.points[0].phi0 = -1e-3;
  problem.points[1].phi0 = -4e-3;
  problem.points[2].phi0 = -1e-3;
  s.AddStep(0.1, StepLimit::kAccuracy);
  s.AddContacts(problem);
  CHECK(s.contacts_max == 3);
  CHECK(s.contacts_mean() == 1.5);
  CHECK(s.penetration_max == 4e-3);
  CHECK(s.penetration_mean() == Approx(2e-3));
}

}  // namespace
}  // namespace tactus::integrators
