#pragma once

#include "tactus/common/profile.h"
#include "tactus/common/status.h"
#include "tactus/common/types.h"
#include "tactus/solvers/stop.h"

namespace tactus::solvers {

/// A strictly convex, once continuously differentiable function l(v), together
/// with the point v it is looked at from. A problem keeps what it computed at
/// its point, so that the gradient, the Hessian and the line share the work.
class ConvexFunction {
 public:
  virtual ~ConvexFunction() = default;

  /// D = diag(A)^-1/2, A the quadratic part: D g and D^-1 dv share one unit.
  virtual const VectorXd& scale() const = 0;
  /// |D r|, the size of the problem's linear term.
  virtual double scaled_linear_term() const = 0;
  /// W >= 1, what velocities count by in the norms that end Newton's method;
  /// null, the default: each as one. D leaves light parts unsolved beside a
  /// heavy one that makes |D r| large.
  virtual const VectorXd* weights() const { return nullptr; }

  /// True when l has no potentials beside the quadratic: one step with a fresh
  /// Hessian is exact, and reusing an older one never pays.
  virtual bool is_quadratic() const { return false; }

  /// Moves to v and writes the gradient there.
  virtual void MoveTo(const VectorXd& v, VectorXd* gradient) = 0;

  /// Factorizes the Hessian at the point. False: not positive definite.
  [[nodiscard]] virtual bool FactorizeHessian() = 0;
  /// True while a factorization, of this or an earlier point, can be used.
  virtual bool has_factorization() const = 0;
  /// x = H^-1 b with the factorization at hand.
  virtual void SolveHessian(const VectorXd& b, VectorXd* x) = 0;

  /// l(alpha) = l(v + alpha p) - l(v), its slope and its curvature.
  struct LineSample {
    double cost{}, slope{}, curvature{};
  };
  virtual void SetDirection(const VectorXd& p) = 0;
  virtual LineSample EvalLine(double alpha) = 0;
  /// A function may hold parameters fixed that belong to its point, so as to be
  /// convex. Brings them up to the point where they are off by more than they
  /// may be; true if that has changed the function, and `gradient` with it.
  virtual bool UpdateLag(VectorXd* gradient) {
    static_cast<void>(gradient);
    return false;
  }
  /// Moves to v + alpha p and writes the gradient there.
  virtual void MoveAlong(double alpha, VectorXd* gradient) = 0;
};

/// Where the line search looks first, once l is seen to rise at alpha = 1.
enum class LineSearchStart {
  kCubic,      ///< At the minimum of the cubic through both ends.
  kQuadratic,  ///< At the minimum of the parabola that touches l at 0.
  kUnit,       ///< Newton's method from alpha = 1.
};

struct ConvexNewtonOptions {
  double tolerance = 1e-8;  ///< eps, relative to max(1, |D r|).
  int max_iterations = 100;
  /// Reuse a factorization while it promises to converge by this iteration; 0
  /// factorizes at every iteration. N of eq. (35), [Kurtz25].
  int reuse_target = 10;
  LineSearchStart line_search_start = LineSearchStart::kCubic;
  int max_lag_updates = 40;
  const StopRequest* stop = nullptr;  ///< Asked in every iteration.
  bool operator==(const ConvexNewtonOptions&) const = default;
};

/// Work space kept between solves, so that a warm solve does not allocate.
struct ConvexNewtonWorkspace {
  VectorXd gradient, direction;
  Profile* profile = nullptr;  ///< Where to book the line search; may be null.
};

/// Minimises `function` from the guess in `v`, which receives the minimiser.
///
/// Newton's method with exact line search, stopped by the first of
///
///     |W D g|          <= eps max(1, |D r|)                            (32)
///     eta |W D^-1 p|   <= eps max(1, |D r|),  eta = theta / (1 - theta) (33)
///
/// with the rate theta = max(|p_i| / |p_{i-1}|, |g_{i+1}| / |g_i|) and W = 1
/// in the paper, which looks at alpha p alone. But a step that the line search
/// cut short would then pass for convergence, and so would the short steps of a
/// stale Hessian that still sees friction stick where it now slips: the
/// gradient tells. (33) needs two steps: one that leaves a stiff branch of l
/// divides |g| by any factor.
/// The factorization of H is kept, over iterations and over calls, while linear
/// convergence at the rate theta reaches the tolerance by iteration N:
///
///     theta^{N-i} / (1 - theta) |W D^-1 p| < eps max(1, |D r|).        (35)
///
/// A function that lags (ConvexFunction::UpdateLag) is brought up to the point
/// after each step, up to max_lag_updates times: each step is then one of
/// Newton's method on another convex function, whose minimum moves less and
/// less.
///
/// Equations of [Kurtz25], section VI; convergence of the second kind after
/// [HairerWanner96], IV.8. Failure is a status: v is then the last iterate.
/// @throws Stopped where options.stop asks for it; `function` then stands at an
/// iterate, in good order.
NewtonReport Minimize(const ConvexNewtonOptions& options,
                      ConvexFunction* function,
                      ConvexNewtonWorkspace* workspace, VectorXd* v);

}  // namespace tactus::solvers
