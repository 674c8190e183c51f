// The rates themselves are held by dojo_derivatives_test.cpp and its like.
#include "tactus/integrators/dojo/dojo_linearization.h"

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

TEST_CASE("DojoColumns: each variable -> columns of its own, without a gap") {
  const DojoColumns columns{.num_velocities = 6,
                            .num_controls = 2,
                            .num_parameters = 3,
                            .others = {7, 9}};
  CHECK(columns.q() == 0);
  CHECK(columns.v() == 6);
  CHECK(columns.force() == 12);
  CHECK(columns.control() == 18);
  CHECK(columns.parameter() == 20);
  CHECK(columns.other() == 23);
  CHECK(columns.size() == 25);
}

}  // namespace
}  // namespace tactus::integrators
