#include "tactus/solvers/profile.h"

namespace tactus::solvers {

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
    case Phase::kCount:
      break;
  }
  return "unknown";
}

}  // namespace tactus::solvers
