#include "tactus/examples/optimization/policy_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tactus/common/require.h"
#include "tactus/examples/optimization/normal_numbers.h"

namespace tactus::examples {
namespace {

void CheckOptions(const PolicyProblem& problem, const VectorXd& policy,
                  const SearchOptions& options) {
  Require(policy.size() == problem.num_parameters(),
          "policy search: the policy must have the problem's parameters");
  Require(options.num_directions >= 1 && options.num_best >= 1 &&
              options.num_best <= options.num_directions,
          "policy search: the best directions must be some of all");
  Require(options.noise > 0 && options.step > 0,
          "policy search: step and noise must be positive");
}

/// R(theta +- nu delta_k).
struct Trials {
  MatrixXd deltas;  ///< A column each.
  VectorXd plus, minus;
};

Trials TryDirections(PolicyProblem* problem, const VectorXd& policy,
                     const SearchOptions& options, NormalNumbers* normal,
                     long* num_steps) {
  const int N = options.num_directions;
  Trials trials;
  trials.deltas = normal->Draw(policy.size(), N);
  MatrixXd policies(policy.size(), 2 * N);
  policies << options.noise * trials.deltas, -options.noise * trials.deltas;
  policies.colwise() += policy;
  const VectorXd returns = problem->CalcReturns(policies, num_steps);
  trials.plus = returns.head(N);
  trials.minus = returns.tail(N);
  return trials;
}

// The b directions of the largest max(r+, r-).
std::vector<int> FindBest(const Trials& trials, int num_best) {
  const VectorXd larger = trials.plus.cwiseMax(trials.minus);
  std::vector<int> order(larger.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return larger[a] > larger[b]; });
  order.resize(num_best);
  return order;
}

double StandardDeviation(const VectorXd& x) {
  const VectorXd off = x.array() - x.mean();
  return std::sqrt(off.squaredNorm() / static_cast<double>(x.size()));
}

// 1 / (b sigma_R) sum of (r+ - r-) delta; nothing where all returns are equal.
VectorXd CalcUpdate(const Trials& trials, int num_best) {
  const std::vector<int> best = FindBest(trials, num_best);
  VectorXd sum = VectorXd::Zero(trials.deltas.rows());
  VectorXd returns(2 * num_best);
  for (int i = 0; i < num_best; ++i) {
    const int k = best[i];
    returns[2 * i] = trials.plus[k];
    returns[2 * i + 1] = trials.minus[k];
    sum += (trials.plus[k] - trials.minus[k]) * trials.deltas.col(k);
  }
  const double deviation = StandardDeviation(returns);
  if (deviation == 0) return VectorXd::Zero(sum.size());
  return sum / (num_best * deviation);
}

}  // namespace

SearchResult RandomSearch(PolicyProblem* problem, VectorXd policy,
                          const SearchOptions& options) {
  CheckOptions(*problem, policy, options);
  NormalNumbers normal(options.seed);
  SearchResult result;
  long num_steps = 0, uncounted = 0;
  for (int i = 0; i < options.num_updates; ++i) {
    result.returns.push_back(problem->CalcReturns(policy, &uncounted)[0]);
    result.steps.push_back(num_steps);
    const Trials trials =
        TryDirections(problem, policy, options, &normal, &num_steps);
    policy += options.step * CalcUpdate(trials, options.num_best);
  }
  result.policy = std::move(policy);
  return result;
}

SearchResult GradientSearch(PolicyProblem* problem, VectorXd policy,
                            const SearchOptions& options) {
  CheckOptions(*problem, policy, options);
  NormalNumbers normal(options.seed);
  SearchResult result;
  long num_steps = 0;
  VectorXd gradient;
  for (int i = 0; i < options.num_updates; ++i) {
    const long before = num_steps;
    result.returns.push_back(
        problem->CalcGradient(policy, &gradient, &num_steps));
    result.steps.push_back(before);
    const double largest = gradient.lpNorm<Eigen::Infinity>();
    if (largest == 0) continue;
    if (largest <= options.largest_gradient) {
      policy += options.step / largest * gradient;
    } else {
      policy += options.noise * normal.Draw(policy.size(), 1);
    }
  }
  result.policy = std::move(policy);
  return result;
}

VectorXd EstimateGradient(PolicyProblem* problem, const VectorXd& policy,
                          const SearchOptions& options) {
  CheckOptions(*problem, policy, options);
  NormalNumbers normal(options.seed);
  long num_steps = 0;
  const Trials trials =
      TryDirections(problem, policy, options, &normal, &num_steps);
  return trials.deltas * (trials.plus - trials.minus) /
         (2 * options.noise * options.num_directions);
}

}  // namespace tactus::examples
