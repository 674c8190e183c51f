#include "tactus/apps/bench/suite/csv.h"

#include <sstream>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE(
    "MakeCsv: cells with commas, quotes, newlines -> quoted, others not") {
  CHECK(MakeCsv({{"a", "b,c"}, {"say \"d\"", ""}, {"e\nf", "g"}}) ==
        "a,\"b,c\"\n\"say \"\"d\"\"\",\n\"e\nf\",g\n");
  CHECK(MakeCsv({}).empty());
}

TEST_CASE("ReadCsvRow: what MakeCsv makes -> the same cells") {
  const std::vector<std::vector<std::string>> rows = {
      {"a", "b,c"}, {"say \"d\"", "", ""}, {"e\nf\n", "\""}, {""}, {"g"}};
  std::istringstream in(MakeCsv(rows));
  std::vector<std::string> cells;
  for (const auto& row : rows) {
    REQUIRE(ReadCsvRow(&in, &cells));
    CHECK(cells == row);
  }
  CHECK_FALSE(ReadCsvRow(&in, &cells));
  std::istringstream open("a,\"b\nc");
  CHECK_THROWS_WITH(ReadCsvRow(&open, &cells), Catch::Contains("not closed"));
}

}  // namespace
}  // namespace tactus::apps
