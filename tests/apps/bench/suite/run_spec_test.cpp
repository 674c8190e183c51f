#include "tactus/apps/bench/suite/run_spec.h"

#include <algorithm>
#include <cstdlib>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

RunSpec MakeSpec() {
  return {.competitor = "RK3",
          .scene = "stack",
          .duration = 0.5,
          .accuracy = 1e-5,
          .error_norm = "state",
          .settings = {"--integrator", "rk3"}};
}

TEST_CASE("CommandLine: a run -> program, scene, duration and settings") {
  CHECK(JoinForShell(CommandLine(MakeSpec())) ==
        "tactus run stack --duration 0.5 --integrator rk3 --accuracy 1e-05 "
        "--error-norm state");
  const RunSpec peer{.competitor = "MuJoCo",
                     .program = "tactus-peer-mujoco",
                     .scene = "a.json",
                     .duration = 2,
                     .step = 0.001};
  CHECK(JoinForShell(CommandLine(peer)) ==
        "tactus-peer-mujoco a.json --duration 2 --step 0.001");
}

TEST_CASE("CommandLine: a file name that begins with a dash -> ./ before it") {
  RunSpec spec = MakeSpec();
  spec.scene = "-scene.yaml";
  CHECK(CommandLine(spec)[2] == "./-scene.yaml");
  spec.scene = "a-b.yaml";
  CHECK(CommandLine(spec)[2] == "a-b.yaml");
}

TEST_CASE("JoinForShell: words with blanks, quotes, dollars -> quoted") {
  CHECK(JoinForShell({"a", "b c", "", "d'e", "$f"}) ==
        "a 'b c' '' 'd'\\''e' '$f'");
}

TEST_CASE("KeyOf: another accuracy, reference, log or page -> another key") {
  RunSpec a = MakeSpec(), b = MakeSpec();
  b.competitor = "another name";
  b.compare = true;
  CHECK(KeyOf(a) == KeyOf(b));
  b.accuracy = 1e-4;
  CHECK(KeyOf(a) != KeyOf(b));
  b = a;
  b.reference = true;
  CHECK(KeyOf(a) != KeyOf(b));
  b = a;
  b.log_signals = {"energy/total"};
  CHECK(KeyOf(a) != KeyOf(b));
  CHECK(b.is_untimed());
  CHECK_FALSE(a.is_untimed());
  b = a;
  b.page = "a.html";
  CHECK(KeyOf(a) != KeyOf(b));
  CHECK(b.is_untimed());
  CHECK_FALSE(b.wants_log());
}

TEST_CASE(
    "FormatExactly: doubles, those of commands too -> read back exactly") {
  RunSpec a = MakeSpec(), b = MakeSpec();
  a.accuracy = 0.0012345678;
  b.accuracy = 0.0012345699;
  CHECK(KeyOf(a) != KeyOf(b));
  const std::vector<std::string> words = CommandLine(a);
  CHECK(std::ranges::find(words, "0.0012345678") != words.end());
  for (const double value : {0.1, 1.0 / 3, 2.0, 1e-300, 1e9, 5e-324}) {
    INFO(value);
    CHECK(std::strtod(FormatExactly(value).c_str(), nullptr) == value);
  }
  CHECK(FormatExactly(2) == "2");
  CHECK(FormatExactly(0.1) == "0.1");
  CHECK(FormatNumber(1.0 / 3) == "0.333333");
}

TEST_CASE("FormatSetting: accuracy, step or neither -> in words, or defaults") {
  CHECK(FormatSetting(MakeSpec()) == "accuracy 1e-05");
  CHECK(FormatSetting({.competitor = "", .scene = "", .step = 0.01}) ==
        "step 0.01 s");
  CHECK(FormatSetting({.competitor = "", .scene = ""}) == "defaults");
}

}  // namespace
}  // namespace tactus::apps
