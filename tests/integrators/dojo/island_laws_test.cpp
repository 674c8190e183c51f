#include "tactus/integrators/dojo/island_laws.h"

#include <catch2/catch.hpp>

namespace tactus::integrators::dojo {
namespace {

TEST_CASE("Island laws: a source -> its constraint row, a joint's row none") {
  CHECK(Source{.is_joint = false, .index = 3}.constraint_row() == 3);
  CHECK(Source{.is_joint = true, .index = 3}.constraint_row() == -1);
  CHECK(Source{}.constraint_row() == -1);
}

TEST_CASE("Island laws: tied bodies -> have their own rows and no others") {
  TiedBodies tied;
  tied.first_row = 4;
  tied.num_rows = 3;
  CHECK_FALSE(tied.has(3));
  CHECK(tied.has(4));
  CHECK(tied.has(6));
  CHECK_FALSE(tied.has(7));
}

}  // namespace
}  // namespace tactus::integrators::dojo
