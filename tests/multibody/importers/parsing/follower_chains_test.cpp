#include "tactus/multibody/importers/parsing/follower_chains.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("FollowerChains: chains and trees -> taken, circles -> refused") {
  FollowerChains chains;
  CHECK(chains.Add(1, 0));
  CHECK(chains.Add(2, 1));
  CHECK(chains.Add(3, 1));
  CHECK_FALSE(chains.Add(0, 2));
  CHECK_FALSE(chains.Add(1, 3));
  CHECK_FALSE(chains.Add(4, 4));
  // What was refused does not follow.
  CHECK(chains.Add(0, 5));
  CHECK_FALSE(chains.Add(5, 3));
}

}  // namespace
}  // namespace tactus::multibody
