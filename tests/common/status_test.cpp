#include "tactus/common/status.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE(
    "Status: all values -> their names, and only kConverged is converged()") {
  CHECK(to_string(Status::kConverged) == "converged");
  CHECK(to_string(Status::kIterationLimit) == "iteration limit");
  CHECK(to_string(Status::kNumericalFailure) == "numerical failure");
  CHECK(NewtonReport{.status = Status::kConverged}.converged());
  CHECK_FALSE(NewtonReport{}.converged());
}

}  // namespace
}  // namespace tactus
