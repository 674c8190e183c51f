#include "tactus/apps/commands/run_bench.h"

#include "apps/io/call_program.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;

// That `tactus bench` becomes it where it is there is the suite's to show.
TEST_CASE("bench: no tactus-bench beside the program -> how to make it") {
  CheckRefused({"bench", "fig08", "--quick"}, "/tactus-bench: No such file");
  CheckRefused({"bench", "--help"}, "make build builds it beside tactus");
}

TEST_CASE("tactus: --help -> bench among the commands") {
  CHECK_THAT(Call({"--help"}).out, Contains("bench"));
}

}  // namespace
}  // namespace tactus::apps
