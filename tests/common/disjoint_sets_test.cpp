#include "tactus/common/disjoint_sets.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE("Disjoint sets: numbers united -> one set, directly or by others") {
  DisjointSets sets;
  sets.Reset(6);
  sets.Unite(0, 4);
  sets.Unite(3, 1);
  sets.Unite(4, 3);
  for (int number : {1, 3, 4}) CHECK(sets.Find(number) == sets.Find(0));
  CHECK(sets.Find(2) == 2);
  CHECK(sets.Find(5) == 5);
}

TEST_CASE("Disjoint sets: reset -> every number alone again") {
  DisjointSets sets;
  sets.Reset(3);
  sets.Unite(0, 2);
  sets.Reset(4);
  for (int number = 0; number < 4; ++number) CHECK(sets.Find(number) == number);
}

}  // namespace
}  // namespace tactus
