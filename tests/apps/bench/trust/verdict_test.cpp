#include "tactus/apps/bench/trust/verdict.h"

#include <vector>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

const std::vector<double> kTimes = {0, 1, 2, 3, 4};

/// An estimate that grows by 0.1 per second, and is trusted while below 0.35.
Estimate MakeEstimate() {
  Estimate estimate;
  estimate.tolerance = 0.35;
  estimate.error = 0.4;
  estimate.trusted_error = 0.3;
  estimate.trusted_until = 3;
  estimate.over_time = {0, 0.1, 0.2, 0.3, 0.4};
  return estimate;
}

Verdict Judge(const std::vector<double>& gap, const std::vector<double>& doubt,
              const Estimate& estimate = MakeEstimate()) {
  const auto map = [](const std::vector<double>& x) -> VectorXd {
    return Eigen::Map<const VectorXd>(x.data(), std::ssize(x));
  };
  return JudgeEstimate(kTimes, estimate, map(gap), map(doubt));
}

TEST_CASE("JudgeEstimate: an error below what is stated -> within") {
  const Verdict verdict =
      Judge({0, 0.05, 0.15, 0.25, 0.35}, {0, 0, 0, 0.01, 0.02});
  CHECK(verdict.is_within);
  CHECK_FALSE(verdict.is_overstated);
  CHECK(verdict.truth_until == 4);
  CHECK(verdict.stated == 0.4);
  CHECK(verdict.error == 0.35);
  CHECK(verdict.doubt == 0.02);
  CHECK(verdict.trusted_until == 3);
}

TEST_CASE("JudgeEstimate: an error above what is stated -> not within") {
  const Verdict late = Judge({0, 0, 0, 0, 0.41}, {0, 0, 0, 0, 0});
  CHECK_FALSE(late.is_within);
  CHECK_FALSE(late.is_overstated);  // It was not trusted any more.
  const Verdict early = Judge({0, 0, 0.36, 0, 0}, {0, 0, 0, 0, 0});
  CHECK(early.is_within);
  CHECK(early.is_overstated);
}

TEST_CASE("JudgeEstimate: the truth's doubt -> taken from the error") {
  CHECK(Judge({0, 0, 0, 0, 0.41}, {0, 0, 0, 0, 0.02}).is_within);
  CHECK_FALSE(Judge({0, 0, 0, 0, 0.43}, {0, 0, 0, 0, 0.02}).is_within);
}

TEST_CASE("JudgeEstimate: a truth that parts -> errors until then") {
  const Verdict verdict = Judge({0, 0.05, 0.1, 9, 9}, {0, 0, 0, 0.04, 0});
  CHECK(verdict.truth_until == 2);
  CHECK(verdict.stated == 0.2);
  CHECK(verdict.error == 0.1);
  CHECK(verdict.is_within);
  CHECK_FALSE(verdict.is_overstated);
}

}  // namespace
}  // namespace tactus::apps
