// Parameters of built-in scenes, from the command line.
#include "tactus/apps/commands/run.h"

#include "apps/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace tactus::apps {
namespace {

// With K too weak to follow, the box ends elsewhere.
TEST_CASE("A scene's parameter changes the scene") {
  const ScratchFolder folder;
  const auto final_joint = [&](std::vector<std::string> more) {
    const std::string report = (folder / "report.json").string();
    std::vector<std::string> words = {"run",     "franka",   "--duration", "1",
                                      "--quiet", "--report", report};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Call(words);
    INFO(outcome.err);
    REQUIRE(outcome.code == kDone);
    const auto json = nlohmann::json::parse(ReadText(report));
    return json["final_positions"]["hand"].get<std::vector<double>>();
  };
  const auto stiff = final_joint({});
  CHECK(stiff == final_joint({"--set", "gain=1000"}));  // the default
  CHECK(stiff != final_joint({"--set", "gain=1"}));
}

TEST_CASE("A parameter that makes no sense is refused") {
  CheckRefused({"run", "franka", "--set", "gain"}, "NAME=VALUE");
  CheckRefused({"run", "franka", "--set", "gain=much"}, "NAME=VALUE");
  CheckRefused({"run", "franka", "--set", "=1"}, "NAME=VALUE");
  CheckRefused({"run", "franka", "--set", "gian=1"},
               "there are: gain, effort_limits");
  CheckRefused({"run", "stack", "--set", "gain=1"}, "it has none");
}

TEST_CASE("What an integrator does not take is the user's error") {
  CheckRefused({"run", "franka", "--scheme", "trapezoid", "--quiet"},
               "joint limits");
}

}  // namespace
}  // namespace tactus::apps
