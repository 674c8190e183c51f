#include "tactus/apps/bench/suite/machine.h"

#include <algorithm>
#include <cstdlib>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE(
    "DescribeMachine: this machine -> cores, kernel, compiler, libraries") {
  const auto facts = DescribeMachine();
  const auto value = [&](const std::string& label) {
    const auto it = std::ranges::find(
        facts, label, &std::pair<std::string, std::string>::first);
    REQUIRE(it != facts.end());
    return it->second;
  };
  for (const auto& [label, text] : facts) {
    INFO(label);
    CHECK_FALSE(text.empty());
    CHECK(text.find('\n') == std::string::npos);
  }
  CHECK(std::stoi(value("cores")) >= 1);
  CHECK_THAT(value("kernel"), Catch::StartsWith("Linux "));
  CHECK_THAT(value("compiler"), Catch::Contains("."));
  CHECK_THAT(value("libraries"), Catch::StartsWith("Eigen 3."));
  CHECK_THAT(value("date"), Catch::EndsWith(" UTC"));
}

// The kernel renews it each five seconds, to two digits.
TEST_CASE("LoadAverage: this machine -> that of getloadavg(), of a minute") {
  double before{}, after{};
  REQUIRE(::getloadavg(&before, 1) == 1);
  const double load = std::stod(LoadAverage());
  REQUIRE(::getloadavg(&after, 1) == 1);
  CHECK(load >= std::min(before, after) - 0.01);
  CHECK(load <= std::max(before, after) + 0.01);
}

}  // namespace
}  // namespace tactus::apps
