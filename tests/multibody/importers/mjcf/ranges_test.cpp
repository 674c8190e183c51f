#include "tactus/multibody/importers/mjcf/ranges.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Contains;

Interval Resolve(const std::string& attributes, bool autolimits = true) {
  const XmlElement joint = ParseXml("<joint " + attributes + "/>", "m.xml");
  CompilerSettings compiler;
  compiler.autolimits = autolimits;
  Range range;
  ReadRange(joint, "range", "limited", &range);
  return ResolveRange(range, "range", compiler, joint);
}

bool IsFree(const Interval& interval) {
  return std::isinf(interval.lower) && interval.lower < 0 &&
         std::isinf(interval.upper) && interval.upper > 0;
}

bool Is(const Interval& interval, double lower, double upper) {
  return interval.lower == lower && interval.upper == upper;
}

TEST_CASE(
    "MJCF ranges: limited true, auto or false -> bounds, bounds or none") {
  CHECK(IsFree(Resolve("")));
  CHECK(Is(Resolve("range='-1 2'"), -1, 2));
  CHECK(Is(Resolve("range='-1 2' limited='auto'"), -1, 2));
  CHECK(Is(Resolve("range='-1 2' limited='true'"), -1, 2));
  CHECK(IsFree(Resolve("range='-1 2' limited='false'")));
  CHECK(IsFree(Resolve("limited='false'")));
  CHECK(IsFree(Resolve("range='0 0'")));
  CHECK(IsFree(Resolve("range='1 1'")));
}

TEST_CASE(
    "MJCF ranges: no autolimits -> by limited, bounds alone are refused") {
  CHECK(Is(Resolve("range='-1 2' limited='true'", false), -1, 2));
  CHECK(IsFree(Resolve("range='-1 2' limited='false'", false)));
  CHECK(IsFree(Resolve("", false)));
  CHECK_THROWS_WITH(Resolve("range='-1 2'", false), Contains("autolimits"));
}

TEST_CASE("MJCF ranges: limits without bounds, or in wrong order -> refused") {
  CHECK_THROWS_WITH(Resolve("limited='true'"),
                    "m.xml:1: <joint>: attribute 'range' is missing, and a "
                    "limit is asked for");
  CHECK_THROWS_WITH(Resolve("range='2 -1'"), Contains("wrong order"));
  CHECK_THROWS_WITH(Resolve("range='1 1' limited='true'"),
                    Contains("wrong order"));
  CHECK_THROWS_WITH(Resolve("range='1'"), Contains("needs 2 numbers"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
