#include "apps/io/call_program.h"
#include <catch2/catch.hpp>

#include "tactus/apps/commands/commands.h"

namespace tactus::apps {
namespace {

// That `tactus bench` becomes it where it is there is the suite's to show.
TEST_CASE(
    "tactus bench: no tactus-bench beside the program -> how to make it") {
  CheckRefused({"bench", "fig08", "--quick"}, "/tactus-bench: No such file");
  CheckRefused({"bench", "--help"}, "make build builds it beside tactus");
}

TEST_CASE("tactus: --help -> bench among the commands") {
  CHECK_THAT(Call({"--help"}).out,
             Catch::Contains("\n  bench ") &&
                 Catch::Contains("Measure, and show published values beside "));
}

}  // namespace
}  // namespace tactus::apps
