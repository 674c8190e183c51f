#include "tactus/apps/bench/suite/markdown.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("MakeMarkdown: columns and rows -> lines, a rule below the first") {
  const Table table{.caption = "not shown",
                    .columns = {"k", "depth, mm"},
                    .rows = {{"0.1", "3.9"}, {"0.5", ""}}};
  CHECK(MakeMarkdown(table) ==
        "| k | depth, mm |\n|---|---|\n| 0.1 | 3.9 |\n| 0.5 | |\n");
}

}  // namespace
}  // namespace tactus::apps
