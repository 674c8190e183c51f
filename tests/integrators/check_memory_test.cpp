#include "tactus/integrators/check_memory.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/common/archive.h"

namespace tactus::integrators {
namespace {

TEST_CASE("CheckMemory: steps and limits that there are -> accepted") {
  for (const double h : {0.0, 1e-12, 0.1}) {
    for (const StepLimit limit :
         {StepLimit::kAccuracy, StepLimit::kFirstStep, StepLimit::kContact})
      CHECK_NOTHROW(CheckMemory(h, limit));
  }
}

TEST_CASE("CheckMemory: a step that is none -> refused") {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const double h : {-1e-300, kInf, -kInf, std::nan("")}) {
    CHECK_THROWS_AS(CheckMemory(h, StepLimit::kAccuracy), CheckpointError);
  }
}

TEST_CASE("CheckMemory: a number that is no limit -> refused") {
  const int first = static_cast<int>(StepLimit::kAccuracy),
            last = static_cast<int>(StepLimit::kContact);
  for (const int limit : {first - 1, last + 1, 1000}) {
    CHECK_THROWS_AS(CheckMemory(0.1, static_cast<StepLimit>(limit)),
                    CheckpointError);
  }
}

}  // namespace
}  // namespace tactus::integrators
