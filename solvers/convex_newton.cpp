#include "tactus/solvers/convex_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/solvers/line_search.h"

namespace tactus::solvers {
namespace {

// |W D g|
double ScaledNorm(const ConvexFunction& function, const VectorXd& g) {
  const VectorXd& D = function.scale();
  const VectorXd* W = function.weights();
  if (W == nullptr) return D.cwiseProduct(g).norm();
  return W->cwiseProduct(D).cwiseProduct(g).norm();
}

// |W D^-1 dv|
double InverseScaledNorm(const ConvexFunction& function, const VectorXd& dv) {
  const VectorXd& D = function.scale();
  const VectorXd* W = function.weights();
  if (W == nullptr) return dv.cwiseQuotient(D).norm();
  return W->cwiseProduct(dv).cwiseQuotient(D).norm();
}

// (35): a linear rate of theta does not reach `tolerance` by iteration N.
bool NeedsFreshHessian(const ConvexNewtonOptions& options, int iteration,
                       double theta, double step_norm, double tolerance) {
  const int left = options.reuse_target - iteration;
  if (left <= 0 || theta >= 1) return true;
  return std::pow(theta, left) / (1 - theta) * step_norm >= tolerance;
}

// One call of Minimize(): an iterate v, where the function stands, with the
// gradient g there, and what the last step told.
class Newton {
 public:
  Newton(const ConvexNewtonOptions& options, ConvexFunction* function,
         ConvexNewtonWorkspace* workspace, VectorXd* v)
      : options_(options),
        function_(*function),
        workspace_(*workspace),
        v_(*v),
        g_(workspace->gradient),
        p_(workspace->direction),
        size_(std::max(1.0, function->scaled_linear_term())),
        tolerance_(options.tolerance * size_),
        never_reuses_(options.reuse_target == 0 || function->is_quadratic()) {}

  void Begin() {
    function_.MoveTo(v_, &g_);
    residual_ = ScaledNorm(function_, g_);
    needs_refresh_ = never_reuses_ || !function_.has_factorization();
  }
  // However good the guess: what it is off by, accepted unseen at every step of
  // a simulation, would add up.
  bool starts_solved() const { return residual_ == 0; }

  [[nodiscard]] bool Refresh() {
    if (!needs_refresh_) return true;
    ++report_.factorizations;
    return function_.FactorizeHessian();
  }

  // H p = -g. False: round-off only, the direction no longer descends.
  [[nodiscard]] bool FindDirection() {
    function_.SolveHessian(g_, &p_);
    p_ = -p_;
    slope_ = g_.dot(p_);
    return slope_ < 0;
  }
  Status StatusWithoutDescent() const {
    return std::isfinite(slope_) ? Status::kConverged
                                 : Status::kNumericalFailure;
  }

  // False: l is not finite on the line.
  [[nodiscard]] bool Search(double* alpha) {
    ScopedTimer timer(workspace_.profile, Phase::kLineSearch);
    function_.SetDirection(p_);
    const LineSearchResult line = SearchLine(
        {.cost = 0, .slope = slope_}, options_.line_search_start, &function_);
    report_.line_search_iterations += line.iterations;
    *alpha = line.alpha;
    return line.finite;
  }

  // v += alpha p, and the rate at which the gradient falls: of the function as
  // it was in this step, for its lag is no sign of a Hessian that is stale.
  void Move(double alpha) {
    ++report_.iterations;
    v_ += alpha * p_;
    function_.MoveAlong(alpha, &g_);
    const double last_residual = residual_;
    residual_ = ScaledNorm(function_, g_);
    theta_ = residual_ / last_residual;
    lags_ =
        num_lag_updates_ < options_.max_lag_updates && function_.UpdateLag(&g_);
    if (lags_) {
      ++num_lag_updates_;
      residual_ = ScaledNorm(function_, g_);
    }
  }

  // Takes the length of step i, |W D^-1 p|, and what it says of the rate of
  // convergence, theta = max(|p_i| / |p_i-1|, |g_i+1| / |g_i|). It is of the
  // full length p, not alpha p: a step cut short says nothing of the rest. A
  // first step tells no rate: one that ends a stiff branch of the function
  // divides |g| by any factor, wherever on the soft one it ends.
  void MeasureStep(int i) {
    const double last_step = step_;
    step_ = InverseScaledNorm(function_, p_);
    if (i > 0) theta_ = std::max(theta_, step_ / last_step);
  }

  // After step i, which has been measured.
  [[nodiscard]] bool HasConverged(int i) const {
    // |W D g| <= eps max(1, |D r|)  (32)
    if (residual_ <= tolerance_) return true;
    // Stagnation: the step is round-off beside the iterate.
    constexpr double kRoundOff = 8 * std::numeric_limits<double>::epsilon();
    if (step_ <= kRoundOff * InverseScaledNorm(function_, v_)) return true;
    // theta / (1 - theta) |W D^-1 p| <= eps max(1, |D r|)  (33)
    return i > 0 && !lags_ && theta_ < 1 &&
           theta_ / (1 - theta_) * step_ <= tolerance_;
  }

  // For the step after i.
  void ChooseWhetherToRefresh(int i) {
    needs_refresh_ = never_reuses_ ||
                     NeedsFreshHessian(options_, i, theta_, step_, tolerance_);
  }

  NewtonReport Finish(Status status) {
    report_.status = status;
    report_.residual = ScaledNorm(function_, g_) / size_;
    if (!std::isfinite(report_.residual))
      report_.status = Status::kNumericalFailure;
    return report_;
  }

 private:
  const ConvexNewtonOptions& options_;
  ConvexFunction& function_;
  ConvexNewtonWorkspace& workspace_;
  VectorXd& v_;
  VectorXd& g_;
  VectorXd& p_;
  double size_{};         // max(1, |D r|)
  double tolerance_{};    // eps max(1, |D r|)
  bool never_reuses_{};   // A factorization, for another step.
  double residual_{};     // |W D g|
  double slope_{};        // g'p
  double step_{};         // |W D^-1 p|
  double theta_{};        // The rate of convergence.
  bool needs_refresh_{};  // H is to be factorized.
  bool lags_{};           // The last step has changed the function.
  int num_lag_updates_{};
  NewtonReport report_;
};

}  // namespace

NewtonReport Minimize(const ConvexNewtonOptions& options,
                      ConvexFunction* function,
                      ConvexNewtonWorkspace* workspace, VectorXd* v) {
  Newton newton(options, function, workspace, v);
  newton.Begin();
  if (newton.starts_solved()) return newton.Finish(Status::kConverged);
  for (int i = 0; i < options.max_iterations; ++i) {
    ThrowIfStopped(options.stop);
    if (!newton.Refresh()) return newton.Finish(Status::kNumericalFailure);
    if (!newton.FindDirection())
      return newton.Finish(newton.StatusWithoutDescent());
    double alpha = 0;
    if (!newton.Search(&alpha)) return newton.Finish(Status::kNumericalFailure);
    newton.Move(alpha);
    newton.MeasureStep(i);
    if (newton.HasConverged(i)) return newton.Finish(Status::kConverged);
    newton.ChooseWhetherToRefresh(i);
  }
  return newton.Finish(Status::kIterationLimit);
}

}  // namespace tactus::solvers
