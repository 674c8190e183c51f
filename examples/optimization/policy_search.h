#pragma once

#include <vector>

#include "tactus/common/types.h"

namespace tactus::examples {

/// A function of a policy's parameters theta, its return, that is simulated.
class PolicyProblem {
 public:
  virtual ~PolicyProblem() = default;
  virtual int num_parameters() const = 0;
  /// Returns of policies, a column each. Adds to `num_steps` the steps of
  /// simulation that they took.
  virtual VectorXd CalcReturns(const MatrixXd& policies, long* num_steps) = 0;
  /// A return, and its gradient. A step counts once, with its derivatives.
  virtual double CalcGradient(const VectorXd& policy, VectorXd* gradient,
                              long* num_steps) = 0;
};

struct SearchOptions {
  int num_updates = 100;
  /// alpha: of theta in an update, over what its direction is divided by.
  double step = 0.02;
  unsigned seed = 1;  ///< Of directions.
  // Of random search.
  int num_directions = 16;  ///< N, two rollouts each.
  int num_best = 8;         ///< b <= N, of which an update is made.
  double noise = 0.05;      ///< nu: how far from theta they are tried.
  /// Gradient search leaves theta where an entry of the gradient is larger, and
  /// tries a policy `noise` away.
  double largest_gradient = 1000;
};

/// By update: the return before it, and the steps of simulation up to it.
struct SearchResult {
  VectorXd policy;
  std::vector<double> returns;
  std::vector<long> steps;
};

/// Augmented random search, version V1-t of [Mania18] (Algorithm 1): with deltas
/// of independent normal entries,
///
///     r_k+- = R(theta +- nu delta_k)                k = 1 ... N
///     theta += alpha / (b sigma_R) sum of (r_k+ - r_k-) delta_k
///
/// over the b directions of the largest max(r_k+, r_k-); sigma_R is the
/// standard deviation of their 2 b returns. Returns of theta itself do not
/// count as steps.
SearchResult RandomSearch(PolicyProblem* problem, VectorXd policy,
                          const SearchOptions& options);

/// Augmented gradient search of [Howell22], the same with the gradient in place
/// of what directions estimate, one rollout per update:
///
///     theta += alpha g / |g|_max,    g = dR / dtheta.
SearchResult GradientSearch(PolicyProblem* problem, VectorXd policy,
                            const SearchOptions& options);

/// The gradient that random search's directions estimate:
///
///     g = 1 / (2 nu N) sum of (r_k+ - r_k-) delta_k,
///
/// in the mean that of R smoothed by normal noise of nu.
VectorXd EstimateGradient(PolicyProblem* problem, const VectorXd& policy,
                          const SearchOptions& options);

}  // namespace tactus::examples
