#include "tactus/apps/bench/suite/csv.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE(
    "MakeCsv: cells with commas, quotes, newlines -> quoted, others not") {
  CHECK(MakeCsv({{"a", "b,c"}, {"say \"d\"", ""}, {"e\nf", "g"}}) ==
        "a,\"b,c\"\n\"say \"\"d\"\"\",\n\"e\nf\",g\n");
  CHECK(MakeCsv({}).empty());
}

}  // namespace
}  // namespace tactus::apps
