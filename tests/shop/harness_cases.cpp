// Test cases of every outcome, for harness_test.py. Hidden ([.]), each is run
// by its name.
#include "support/shared.h"
#include <catch2/catch.hpp>

namespace tactus::test {
namespace {

void FailChecks(int count) {
  for (int i = 0; i < count; ++i) CHECK(i < 0);
}

bool HasNothing() {
  return HasShared("no such folder");
}

TEST_CASE("passes", "[.]") {
  CHECK(true);
}

TEST_CASE("fails once", "[.]") {
  FailChecks(1);
}

TEST_CASE("fails four times", "[.]") {
  FailChecks(4);
}

TEST_CASE("fails 256 times", "[.]") {
  FailChecks(256);
}

TEST_CASE("throws", "[.]") {
  throw 4;
}

TEST_CASE("skips", "[.]") {
  CHECK_FALSE(HasNothing());
}

TEST_CASE("skips and fails four times", "[.]") {
  CHECK_FALSE(HasNothing());
  FailChecks(4);
}

}  // namespace
}  // namespace tactus::test
