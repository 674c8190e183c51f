#include "tactus/apps/bench/program.h"

#include <string>
#include <vector>

#include "apps/io/call_program.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;

Outcome CallBench(const std::vector<std::string>& arguments) {
  return Call(arguments, RunBench);
}

void CheckBenchRefused(const std::vector<std::string>& arguments,
                       const std::string& reason) {
  CheckRefused(arguments, reason, RunBench);
}

TEST_CASE("tactus bench: --list -> figures, tables and benchmarks") {
  const Outcome list = CallBench({"--list"});
  CHECK(list.code == kDone);
  CHECK_THAT(list.out, Contains("fig10") && Contains("table3") &&
                           Contains("precision") && Contains("scaling"));
}

TEST_CASE(
    "tactus bench: unknown names, bad numbers, conflicting options -> "
    "refused") {
  CheckBenchRefused({}, "--quick and --paper");
  CheckBenchRefused(
      {"sundial"},
      "there is no benchmark 'sundial'; there are: fig06, fig07, fig08");
  CheckBenchRefused({"fig08", "--repeats", "0"},
                    "--repeats must be a positive number, not 0");
  CheckBenchRefused({"--quick", "--paper"}, "not both");
  CheckBenchRefused({"fig08", "table3", "fig08"}, "fig08 is named twice");
  CheckBenchRefused({"creep", "creep"}, "creep is named twice");
  CheckBenchRefused({"fig10", "--paper"}, "everything");
  CheckBenchRefused({"--scene", "stack"}, "--integrator");
  CheckBenchRefused({"fig11", "--spot", "nowhere/spot.xml"},
                    "there is no file nowhere/spot.xml");
  // Before what takes its time.
  CheckBenchRefused({"framework", "fig11", "--spot", "nowhere/spot.xml"},
                    "there is no file nowhere/spot.xml");
  CheckBenchRefused({"--quick", "--timeout", "-1"},
                    "--timeout must be a positive number, not -1");
  CheckBenchRefused({"--quick", "--timeout", "nan"}, "--timeout");
  CheckBenchRefused({"--quick", "--timeout", "inf"}, "--timeout");
}

TEST_CASE(
    "tactus bench pressure: quick -> a row per pair of solids, and the hare") {
  const Outcome outcome = CallBench({"pressure", "--quick", "--repeats", "1"});
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out,
             Contains("| two soft boxes, apart | 0 |") &&
                 Contains("rigid ellipsoid, soft sphere, hint 4") &&
                 Contains("| hare | 4998 | 0 | "));
}

TEST_CASE(
    "tactus bench impacts: one family at one accuracy -> its table alone") {
  const Outcome wall =
      CallBench({"impacts", "--only", "billiard", "--integrator", "icf"});
  CHECK(wall.code == kDone);
  CHECK_THAT(wall.out, Contains("## billiard") && Contains("| icf | 2 ms |") &&
                           !Contains("## wall") && !Contains("| cenic |"));
  CheckBenchRefused({"impacts", "--only", "moon"}, "there is no 'moon'");
  CheckBenchRefused(
      {"impacts", "--only", "wall", "--scheme", "moon"},
      "--scheme is one of extrapolated, step_doubling, not 'moon'");
  CheckBenchRefused({"impacts", "--only", "wall", "--integrator", "moon"},
                    "no integrator 'moon'");
}

TEST_CASE(
    "tactus bench: a matrix with unknown, invalid or doubled entries -> "
    "refused") {
  const auto refused = [](std::vector<std::string> more, const char* reason) {
    more.insert(more.begin(), {"--integrator", "cenic,icf"});
    CheckBenchRefused(more, reason);
  };
  refused({"--scene", "nosuch"}, "no scene 'nosuch'");
  refused({"--scene", "."}, "no scene '.'");
  refused({"--scene", "stack", "--integrator", "nosuch"},
          "no integrator 'nosuch'; there are: apgd, cenic");
  refused({"--scene", "stack", "--error-norm", "foo"}, "foo");
  refused({"--scene", "stack", "--accuracy", "-1,0"}, "--accuracy");
  refused({"--scene", "stack", "--accuracy", "0.1,nan"}, "--accuracy");
  refused({"--scene", "stack", "--step", "inf"}, "--step");
  refused({"--scene", "stack", "--duration", "nan"}, "--duration");
  refused({"--scene", "stack,stack"}, "--scene has stack twice");
  refused({"--scene", "stack", "--integrator", "cenic"},
          "--integrator has cenic twice");
  refused({"--scene", "stack", "--accuracy", "1e-2,0.01"},
          "--accuracy has 0.01 twice");
  refused({"--scene", "stack", "--step", "1e-2,1e-2"}, "--step has 0.01 twice");
  refused({"--scene", "stack", "--error-norm", "state,state"},
          "--error-norm has state twice");
}

TEST_CASE(
    "tactus bench: options without effect -> refused, with what they are for") {
  CheckBenchRefused({"creep", "--only", "wall"}, "--only is for");
  CheckBenchRefused({"creep", "--tosses", "x"}, "--tosses is for");
  CheckBenchRefused({"creep", "--robots", "x"}, "--robots is for");
  CheckBenchRefused({"fig14", "--accuracy", "1e-3"}, "--accuracy is for");
  CheckBenchRefused({"fig14", "--step", "1e-3"}, "--step is for");
  CheckBenchRefused({"fig14", "--duration", "3"}, "--duration is for");
  CheckBenchRefused({"fig14", "--error-norm", "foo"}, "--error-norm is for");
  CheckBenchRefused({"fig14", "--spot", "x"}, "--spot is for the figure fig11");
  CheckBenchRefused({"framework", "--spot", "x"}, "--spot is for");
  CheckBenchRefused({"framework", "--out", "x"}, "--out is for");
  CheckBenchRefused({"framework", "--count"}, "--count is for");
  CheckBenchRefused({"framework", "--timeout", "1"}, "--timeout is for");
  CheckBenchRefused({"fig14", "--threads", "2"}, "--threads is for");
  const std::vector<std::string> matrix = {"--scene", "stack"};
  const auto refused = [&](const std::vector<std::string>& more,
                           const char* reason) {
    std::vector<std::string> all = matrix;
    all.insert(all.end(), more.begin(), more.end());
    CheckBenchRefused(all, reason);
  };
  refused({"--integrator", "cenic", "--step", "0.1"}, "a fixed step");
  refused({"--integrator", "icf", "--accuracy", "0.1"}, "a fixed step");
  refused({"--integrator", "icf", "--error-norm", "state"}, "a fixed step");
}

TEST_CASE(
    "tactus bench: --help, a misspelt option, stability -> names, hint, Figure "
    "5") {
  const Outcome help = CallBench({"--help"});
  CHECK(help.code == kDone);
  for (const char* name : {"penetration", "friction", "stability", "scaling",
                           "creep", "stiff_gains", "meshes", "batch", "dojo"}) {
    CHECK_THAT(help.out, Contains(name));
  }
  CheckBenchRefused({"fig08", "--repeat", "2"}, "did you mean '--repeats'?");
  const Outcome stability = CallBench({"stability", "--quick"});
  CHECK(stability.code == kDone);
  CHECK_THAT(stability.out, Contains("Figure 5"));
}

}  // namespace
}  // namespace tactus::apps
