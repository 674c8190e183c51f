#include "tactus/apps/commands/bench.h"

#include "apps/call_program.h"
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
  CheckRefused({"bench", "sundial"}, "there is no benchmark 'sundial'");
  CheckRefused({"bench", "--quick", "--paper"}, "not both");
  CheckRefused({"bench", "fig10", "--paper"}, "everything");
  CheckRefused({"bench", "--scene", "stack"}, "--integrator");
  CheckRefused({"bench", "fig11", "--spot", "nowhere/spot.xml"},
               "there is no file nowhere/spot.xml");
  CheckRefused({"bench", "--quick", "--timeout", "-1"}, "--timeout");
}

}  // namespace
}  // namespace tactus::apps
