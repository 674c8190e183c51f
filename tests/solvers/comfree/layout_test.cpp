#include "tactus/solvers/comfree/layout.h"

#include <catch2/catch.hpp>

namespace tactus::solvers::comfree {
namespace {

TEST_CASE("NumRows: condim -> its number of facets") {
  CHECK(NumRows(0) == 0);
  CHECK(NumRows(1) == 1);
  CHECK(NumRows(3) == 4);
  CHECK(NumRows(4) == 6);
  CHECK(NumRows(6) == kMaxRows);
}

TEST_CASE(
    "ComFree layout: the parts of a contact -> in a row, without overlap") {
  CHECK(kPositionA == kFrame + 9);
  CHECK(kPositionB == kPositionA + 3);
  CHECK(kBias == kPositionB + 3);
  CHECK(kDistance == kBias + 3);
  CHECK(kNumContactInputs == kRolling + 1);
  CHECK(kForce == kLambda + kMaxRows);
  CHECK(kTorque == kForce + 3);
  CHECK(kExtrapolated == kTorque + 3);
  CHECK(kNumContactOutputs == kExtrapolated + kMaxRows);
}

}  // namespace
}  // namespace tactus::solvers::comfree
