#include "tactus/integrators/step_size/statistics.h"

#include <algorithm>

namespace tactus::integrators {

void Statistics::AddStep(double h, StepLimit limit) {
  ++steps;
  if (limit != StepLimit::kEvent) {
    step_min = std::min(step_min, h);
    step_max = std::max(step_max, h);
  }
  last_step = h;
  limited_by = limit;
}

void Statistics::UndoStep(const Statistics& before) {
  ++steps_taken_back;
  steps = before.steps;
  step_min = before.step_min;
  step_max = before.step_max;
  last_step = before.last_step;
  limited_by = before.limited_by;
  contacts_sum = before.contacts_sum;
  contacts_max = before.contacts_max;
  penetration_sum = before.penetration_sum;
  penetration_max = before.penetration_max;
}

void Statistics::AddSolve(const NewtonReport& slowest,
                          const NewtonReport& total, bool failed) {
  newton_iterations += slowest.iterations;
  factorizations += slowest.factorizations;
  line_search_iterations += slowest.line_search_iterations;
  island_iterations += total.iterations;
  island_factorizations += total.factorizations;
  failed_solves += failed;
}

void Statistics::AddContacts(const contact::VelocityProblem& problem) {
  long count = 0;
  for (const contact::ContactPoint& point : problem.points) {
    if (point.phi0 > 0) continue;  // within a margin
    ++count;
    penetration_sum -= point.phi0;
    penetration_max = std::max(penetration_max, -point.phi0);
  }
  contacts_sum += count;
  contacts_max = std::max(contacts_max, count);
}

}  // namespace tactus::integrators
