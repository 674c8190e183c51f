#include "tactus/apps/bench/trust/verdict.h"

#include <algorithm>

namespace tactus::apps {
namespace {

constexpr double kMostDoubt = 0.1;  // Of the tolerance.

}  // namespace

Verdict JudgeEstimate(std::span<const double> times, const Estimate& estimate,
                      const VectorXd& gap, const VectorXd& doubt) {
  Verdict verdict{.trusted_until = estimate.trusted_until};
  double least = 0;  // e, at its largest.
  const auto n = std::min(gap.size(), doubt.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!(doubt[i] <= kMostDoubt * estimate.tolerance)) break;
    const double e = gap[i] - doubt[i];
    least = std::max(least, e);
    verdict.truth_until = times[k];
    verdict.stated = std::max(verdict.stated, estimate.over_time[k]);
    verdict.error = std::max(verdict.error, gap[i]);
    verdict.doubt = std::max(verdict.doubt, doubt[i]);
    verdict.is_overstated |=
        times[k] <= estimate.trusted_until && e > estimate.tolerance;
  }
  verdict.is_within = least <= verdict.stated;
  return verdict;
}

}  // namespace tactus::apps
