#include "tactus/common/require.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE(
    "Require: true or false -> nothing, or invalid_argument with its message") {
  CHECK_NOTHROW(Require(true, "unused"));
  CHECK_THROWS_WITH(Require(false, "the mass is negative"),
                    "the mass is negative");
  CHECK_THROWS_AS(Require(false, ""), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
