#include "tactus/common/tetrahedron.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE("CalcLongestEdge: corners in any order -> the same edge") {
  const Vector3d origin = Vector3d::Zero();
  Tetrahedron p = {origin, Vector3d(3, 0, 0), Vector3d(0, 4, 0),
                   Vector3d(0, 0, 1)};
  std::array<int, 4> order = {0, 1, 2, 3};
  do {
    const Tetrahedron turned = {p[order[0]], p[order[1]], p[order[2]],
                                p[order[3]]};
    CHECK(CalcLongestEdge(turned) == 5);
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace tactus
