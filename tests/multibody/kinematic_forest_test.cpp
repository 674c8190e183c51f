#include "tactus/multibody/kinematic_forest.h"

#include <string>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;

// Bodies named 0, 1, ...; joints PARENT-CHILD.
struct Input {
  std::vector<Body> bodies;
  std::vector<Joint> joints;

  explicit Input(int num_bodies) {
    for (int i = 0; i < num_bodies; ++i) {
      bodies.push_back({.name = std::to_string(i)});
    }
  }
  void Connect(int parent, int child, JointType type = JointType::kRevolute) {
    joints.push_back(
        {.name = std::to_string(parent) + "-" + std::to_string(child),
         .type = type,
         .parent = parent,
         .child = child});
  }
  KinematicForest Make() const { return MakeKinematicForest(bodies, joints); }
};

TEST_CASE(
    "MakeKinematicForest: the world alone -> one anchored body, no joints") {
  const KinematicForest forest = Input(1).Make();
  CHECK(forest.body_order == std::vector<int>{0});
  CHECK(forest.joint_order.empty());
  CHECK(forest.num_anchored == 1);
}

TEST_CASE(
    "MakeKinematicForest: joints in any order -> bodies numbered depth first") {
  //  0 - 2 - 1      (joints in another order)
  //      2 - 4
  //  0 - 3 - 5
  Input input(6);
  input.Connect(2, 4);
  input.Connect(0, 3);
  input.Connect(3, 5);
  input.Connect(2, 1);
  input.Connect(0, 2);
  const KinematicForest forest = input.Make();
  CHECK(forest.body_order == std::vector<int>{0, 2, 1, 4, 3, 5});
  CHECK(forest.joint_order == std::vector<int>{4, 3, 0, 1, 2});
  CHECK(forest.num_anchored == 1);
}

TEST_CASE(
    "MakeKinematicForest: welds to the world -> anchored bodies first, then "
    "trees") {
  //  0 = 1 - 2        = weld, - hinge
  //      1 = 3 - 4 = 5
  //  0 - 6
  Input input(7);
  input.Connect(0, 1, JointType::kWeld);
  input.Connect(1, 2);
  input.Connect(1, 3, JointType::kWeld);
  input.Connect(3, 4);
  input.Connect(4, 5, JointType::kWeld);
  input.Connect(0, 6);
  const KinematicForest forest = input.Make();
  CHECK(forest.body_order == std::vector<int>{0, 1, 3, 2, 4, 5, 6});
  CHECK(forest.num_anchored == 3);
}

TEST_CASE(
    "MakeKinematicForest: random forests -> parents first, subtrees are runs, "
    "joints are their children's") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::Random random(seed);
    const int n = 25;
    // Parents in a shuffled order, so that builders may add children first.
    std::vector<int> label(n);
    for (int i = 0; i < n; ++i) label[i] = i;
    for (int i = n - 1; i > 1; --i) {
      std::swap(label[i], label[1 + random.Index(i)]);
    }
    Input input(n);
    for (int i = 1; i < n; ++i) {
      input.Connect(
          label[random.Index(i)], label[i],
          random.Index(3) == 0 ? JointType::kWeld : JointType::kRevolute);
    }
    const KinematicForest forest = input.Make();
    REQUIRE(static_cast<int>(forest.body_order.size()) == n);
    std::vector<int> parent(n, -1), position(n);
    for (int i = 0; i < n; ++i) position[forest.body_order[i]] = i;
    for (int j = 0; j + 1 < n; ++j) {
      const Joint& joint = input.joints[forest.joint_order[j]];
      CHECK(joint.child == forest.body_order[j + 1]);
      parent[j + 1] = position[joint.parent];
      CHECK(parent[j + 1] < j + 1);
      const bool weld = joint.type == JointType::kWeld;
      const bool anchored = weld && parent[j + 1] < forest.num_anchored;
      CHECK(anchored == (j + 1 < forest.num_anchored));
      // Depth first: the parent is the body before, or one of its ancestors,
      // unless a tree begins.
      if (parent[j + 1] < forest.num_anchored) continue;
      int ancestor = j;
      while (ancestor > parent[j + 1]) ancestor = parent[ancestor];
      CHECK(ancestor == parent[j + 1]);
    }
  }
}

TEST_CASE(
    "MakeKinematicForest: bodies that form no forest -> refused with their "
    "names") {
  SECTION("two inboard joints") {
    Input input(3);
    input.Connect(0, 1);
    input.Connect(0, 2);
    input.Connect(1, 2);
    CHECK_THROWS_WITH(input.Make(), Contains("body '2'") && Contains("'0-2'") &&
                                        Contains("'1-2'"));
  }
  SECTION("no inboard joint") {
    Input input(3);
    input.Connect(0, 1);
    CHECK_THROWS_WITH(input.Make(), Contains("body '2' has no inboard joint"));
  }
  SECTION("the world as a child") {
    Input input(2);
    input.Connect(1, 0);
    CHECK_THROWS_WITH(input.Make(),
                      Contains("joint '1-0'") && Contains("world"));
  }
  SECTION("a loop, from a body that hangs on it") {
    Input input(6);
    input.Connect(0, 5);
    input.Connect(2, 1);
    input.Connect(4, 2);
    input.Connect(2, 3);
    input.Connect(3, 4);
    CHECK_THROWS_WITH(input.Make(),
                      Contains("loop") && Contains("'4-2'") &&
                          Contains("'2-3'") && Contains("'3-4'") &&
                          !Contains("'2-1'") && !Contains("'0-5'"));
  }
  SECTION("a body on itself") {
    Input input(2);
    input.Connect(1, 1);
    CHECK_THROWS_WITH(input.Make(), Contains("'1-1' form a loop"));
  }
}

}  // namespace
}  // namespace tactus::multibody
