#include "tactus/common/profile.h"

#include "tactus/common/trace.h"

namespace tactus {

std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::kGeometry:
      return "geometry";
    case Phase::kProblem:
      return "problem";
    case Phase::kHessian:
      return "hessian";
    case Phase::kFactorization:
      return "factorization";
    case Phase::kLineSearch:
      return "line_search";
    case Phase::kSolverRest:
      return "solver_rest";
    case Phase::kExternal:
      return "external";
    case Phase::kDerivatives:
      return "derivatives";
    case Phase::kJacobian:
      return "jacobian";
    case Phase::kCount:
      break;
  }
  return "unknown";
}

void ScopedTimer::LeaveSpan(Clock::time_point end) const {
  profile_->trace->Add({.name = to_string(phase_),
                        .lane = profile_->lane,
                        .start = start_,
                        .end = end});
}

}  // namespace tactus
