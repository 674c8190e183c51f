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

TEST_CASE("Harness: a check that holds -> passes", "[.]") {
  CHECK(true);
}

TEST_CASE("Harness: one failed check -> fails", "[.]") {
  FailChecks(1);
}

TEST_CASE("Harness: four failed checks -> fails", "[.]") {
  FailChecks(4);
}

TEST_CASE("Harness: 256 failed checks -> fails", "[.]") {
  FailChecks(256);
}

TEST_CASE("Harness: an exception -> fails", "[.]") {
  throw 4;
}

TEST_CASE("Harness: a missing folder -> skips", "[.]") {
  CHECK_FALSE(HasNothing());
}

TEST_CASE("Harness: a missing folder and four failed checks -> fails", "[.]") {
  CHECK_FALSE(HasNothing());
  FailChecks(4);
}

}  // namespace
}  // namespace tactus::test
