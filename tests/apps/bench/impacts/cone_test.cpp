#include "tactus/apps/bench/impacts/cone.h"

#include <catch2/catch.hpp>

namespace tactus::apps::impacts {
namespace {

TEST_CASE("ConeMeter: free fall and sliding at mu N -> no excess") {
  ConeMeter cone(0.5);
  cone.Add(0, {2, 0, 0});
  cone.Add(0.1, {2, 0, -0.981});
  // An impact that takes the fall, and half of it along the ground.
  cone.Add(0.1, {2 - 0.4905, 0, 0});
  // The ground carries the weight, g h, and slows by mu of it.
  cone.Add(0.2, {2 - 2 * 0.4905, 0, 0});
  CHECK(cone.worst_step() == Approx(0).margin(1e-12));
  CHECK(cone.worst_impact() == Approx(0).margin(1e-12));
}

TEST_CASE("ConeMeter: one step beyond the cone -> its excess, the impact's 0") {
  ConeMeter cone(0.5);
  cone.Add(0, {2, 0, -2});
  // 0.6 along the ground at 1 upwards: 20 % beyond; then 0.2 at 1.
  cone.Add(0, {1.4, 0, -1});
  CHECK(cone.worst_step() == Approx(0.2));
  cone.Add(0, {1.2, 0, 0});
  CHECK(cone.worst_step() == Approx(0.2));
  CHECK(cone.worst_impact() == Approx(0).margin(1e-12));
}

TEST_CASE("ConeMeter: impacts apart -> each has its own sum") {
  ConeMeter cone(0.5, Vector3d::Zero());
  cone.Add(0, {2, 0, -1});
  cone.Add(1, {2, 0, 9});     // Without friction.
  cone.Add(2, {2, 0, 9});     // Free.
  cone.Add(3, {1.4, 0, 10});  // 20 % beyond.
  cone.Add(4, {1.4, 0, 10});  // Free.
  CHECK(cone.worst_impact() == Approx(0.2));
}

TEST_CASE("ConeMeter: friction where nothing presses -> over the least speed") {
  ConeMeter cone(0.5, Vector3d::Zero());
  cone.Add(0, {1, 0, 0});
  cone.Add(1, {0.9, 0, 0});
  CHECK(cone.worst_step() == Approx(0.1 / (0.5 * 1e-3)));
}

}  // namespace
}  // namespace tactus::apps::impacts
