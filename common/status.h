#pragma once

#include <string_view>

namespace tactus {

enum class Status {
  kConverged,
  kIterationLimit,    ///< The best iterate is returned.
  kNumericalFailure,  ///< A non-finite value or a failed factorization.
};

std::string_view to_string(Status status);

/// What a Newton solve did. A value: copy it, compare it, add it up.
struct NewtonReport {
  Status status = Status::kIterationLimit;
  int iterations{};
  int factorizations{};
  int line_search_iterations{};
  double residual{};  ///< |W D g| / max(1, |D r|) at the result.

  bool converged() const { return status == Status::kConverged; }
};

}  // namespace tactus
