#include "tactus/apps/io/or_null.h"

#include <optional>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("OrNull: a number -> itself, none -> null") {
  CHECK(OrNull(std::optional(0.25)).dump() == "0.25");
  CHECK(OrNull(std::optional(0.0)).dump() == "0.0");
  CHECK(OrNull(std::optional<double>()).dump() == "null");
}

}  // namespace
}  // namespace tactus::apps
