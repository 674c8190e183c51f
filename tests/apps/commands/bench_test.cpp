#include "tactus/apps/commands/bench.h"

#include "apps/io/call_program.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("Figures, tables and benchmarks are listed") {
  const Outcome list = Call({"bench", "--list"});
  CHECK(list.code == kDone);
  CHECK_THAT(list.out, Contains("fig10") && Contains("table3") &&
                           Contains("precision") && Contains("scaling"));
}

TEST_CASE("What cannot be benched is refused in one line") {
  CheckRefused({"bench"}, "--quick and --paper");
  CheckRefused({"bench", "sundial"},
               "there is no benchmark 'sundial'; there are: fig07, fig08");
  CheckRefused({"bench", "fig08", "--repeats", "0"},
               "--repeats must be a positive number, not 0");
  CheckRefused({"bench", "--quick", "--paper"}, "not both");
  CheckRefused({"bench", "fig08", "table3", "fig08"}, "fig08 is named twice");
  CheckRefused({"bench", "creep", "creep"}, "creep is named twice");
  CheckRefused({"bench", "fig10", "--paper"}, "everything");
  CheckRefused({"bench", "--scene", "stack"}, "--integrator");
  CheckRefused({"bench", "fig11", "--spot", "nowhere/spot.xml"},
               "there is no file nowhere/spot.xml");
  CheckRefused({"bench", "--quick", "--timeout", "-1"},
               "--timeout must be a positive number, not -1");
  CheckRefused({"bench", "--quick", "--timeout", "nan"}, "--timeout");
  CheckRefused({"bench", "--quick", "--timeout", "inf"}, "--timeout");
}

TEST_CASE("bench pressure: quick -> a row per pair of solids, and the hare") {
  const Outcome outcome =
      Call({"bench", "pressure", "--quick", "--repeats", "1"});
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out,
             Contains("| two soft boxes, apart | 0 |") &&
                 Contains("rigid ellipsoid, soft sphere, hint 4") &&
                 Contains("| hare | 4998 | 0 | "));
}

TEST_CASE("bench impacts: one family at one accuracy -> its table alone") {
  const Outcome wall =
      Call({"bench", "impacts", "--only", "billiard", "--integrator", "icf"});
  CHECK(wall.code == kDone);
  CHECK_THAT(wall.out, Contains("## billiard") && Contains("| icf | 2 ms |") &&
                           !Contains("## wall") && !Contains("| cenic |"));
  CheckRefused({"bench", "impacts", "--only", "moon"}, "there is no 'moon'");
  CheckRefused(
      {"bench", "impacts", "--only", "wall", "--scheme", "moon"},
      "--scheme is one of extrapolated, step_doubling, trapezoid, not 'moon'");
  CheckRefused({"bench", "impacts", "--only", "wall", "--integrator", "moon"},
               "no integrator 'moon'");
}

TEST_CASE("A matrix of what there is not is refused before anything runs") {
  const auto refused = [](std::vector<std::string> more, const char* reason) {
    more.insert(more.begin(), {"bench", "--integrator", "cenic,icf"});
    CheckRefused(more, reason);
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

TEST_CASE("Options that would have no effect are refused") {
  CheckRefused({"bench", "creep", "--only", "wall"}, "--only is for");
  CheckRefused({"bench", "creep", "--tosses", "x"}, "--tosses is for");
  CheckRefused({"bench", "creep", "--robots", "x"}, "--robots is for");
  CheckRefused({"bench", "fig14", "--accuracy", "1e-3"}, "--accuracy is for");
  CheckRefused({"bench", "fig14", "--step", "1e-3"}, "--step is for");
  CheckRefused({"bench", "fig14", "--duration", "3"}, "--duration is for");
  CheckRefused({"bench", "fig14", "--error-norm", "foo"},
               "--error-norm is for");
  CheckRefused({"bench", "framework", "--out", "x"}, "--out is for");
  CheckRefused({"bench", "framework", "--count"}, "--count is for");
  CheckRefused({"bench", "framework", "--timeout", "1"}, "--timeout is for");
  CheckRefused({"bench", "fig14", "--threads", "2"}, "--threads is for");
  const std::vector<std::string> matrix = {"bench", "--scene", "stack"};
  const auto refused = [&](const std::vector<std::string>& more,
                           const char* reason) {
    std::vector<std::string> all = matrix;
    all.insert(all.end(), more.begin(), more.end());
    CheckRefused(all, reason);
  };
  refused({"--integrator", "cenic", "--step", "0.1"}, "icf and comfree");
  refused({"--integrator", "icf", "--accuracy", "0.1"}, "icf and comfree");
  refused({"--integrator", "icf", "--error-norm", "state"}, "icf and comfree");
}

}  // namespace
}  // namespace tactus::apps
