#include "tactus/solvers/convex_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/solvers/line_search.h"

namespace tactus::solvers {
namespace {

double ScaledNorm(const VectorXd& scale, const VectorXd& g) {
  return scale.cwiseProduct(g).norm();
}

double InverseScaledNorm(const VectorXd& scale, const VectorXd& dv) {
  return dv.cwiseQuotient(scale).norm();
}

// (35): a linear rate of theta does not reach `tolerance` by iteration N.
bool NeedsFreshHessian(const ConvexNewtonOptions& options, int iteration,
                       double theta, double step_norm, double tolerance) {
  const int left = options.reuse_target - iteration;
  if (left <= 0 || theta >= 1) return true;
  return std::pow(theta, left) / (1 - theta) * step_norm >= tolerance;
}

}  // namespace

NewtonReport Minimize(const ConvexNewtonOptions& options,
                      ConvexFunction* function,
                      ConvexNewtonWorkspace* workspace, VectorXd* v) {
  constexpr double kRoundOff = 8 * std::numeric_limits<double>::epsilon();
  const VectorXd& scale = function->scale();
  const double size = std::max(1.0, function->scaled_linear_term());
  const double tolerance = options.tolerance * size;
  VectorXd& g = workspace->gradient;
  VectorXd& p = workspace->direction;

  NewtonReport report;
  const auto finish = [&](Status status) {
    report.status = status;
    report.residual = ScaledNorm(scale, g) / size;
    if (!std::isfinite(report.residual))
      report.status = Status::kNumericalFailure;
    return report;
  };

  function->MoveTo(*v, &g);
  double residual = ScaledNorm(scale, g);
  // However good the guess: what it is off by, accepted unseen at every step of
  // a simulation, would add up.
  if (residual == 0) return finish(Status::kConverged);

  const bool never_reuse =
      options.reuse_target == 0 || function->is_quadratic();
  bool refresh = never_reuse || !function->has_factorization();
  double last_step_norm = 0;
  int lag_updates = 0;
  for (int i = 0; i < options.max_iterations; ++i) {
    ThrowIfStopped(options.stop);
    if (refresh) {
      ++report.factorizations;
      if (!function->FactorizeHessian())
        return finish(Status::kNumericalFailure);
    }
    function->SolveHessian(g, &p);
    p = -p;
    const double slope = g.dot(p);
    if (!(slope < 0)) {
      // Round-off only: the direction no longer descends.
      return finish(std::isfinite(slope) ? Status::kConverged
                                         : Status::kNumericalFailure);
    }
    const LineSearchResult line = [&] {
      ScopedTimer timer(workspace->profile, Phase::kLineSearch);
      function->SetDirection(p);
      return SearchLine({.cost = 0, .slope = slope}, options.line_search_start,
                        function);
    }();
    report.line_search_iterations += line.iterations;
    if (!line.finite) return finish(Status::kNumericalFailure);

    ++report.iterations;
    *v += line.alpha * p;
    function->MoveAlong(line.alpha, &g);
    const double last_residual = residual;
    residual = ScaledNorm(scale, g);
    // Of the function as it was in this step: its lag is no sign of a Hessian
    // that is stale.
    double theta = residual / last_residual;
    const bool lagged =
        lag_updates < options.max_lag_updates && function->UpdateLag(&g);
    if (lagged) {
      ++lag_updates;
      residual = ScaledNorm(scale, g);
    }
    if (residual <= tolerance) return finish(Status::kConverged);
    // The full step p, not alpha p: a step cut short says nothing of the rest.
    const double step_norm = InverseScaledNorm(scale, p);
    // Stagnation: the step is round-off beside the iterate.
    if (step_norm <= kRoundOff * InverseScaledNorm(scale, *v))
      return finish(Status::kConverged);

    if (i > 0) theta = std::max(theta, step_norm / last_step_norm);
    // A first step tells no rate: one that ends a stiff branch of the function
    // divides |g| by any factor, wherever on the soft one it ends.
    if (i > 0 && !lagged && theta < 1 &&
        theta / (1 - theta) * step_norm <= tolerance)
      return finish(Status::kConverged);
    refresh = never_reuse ||
              NeedsFreshHessian(options, i, theta, step_norm, tolerance);
    last_step_norm = step_norm;
  }
  return finish(Status::kIterationLimit);
}

}  // namespace tactus::solvers
