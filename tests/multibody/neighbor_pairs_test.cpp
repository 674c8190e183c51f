#include "tactus/multibody/neighbor_pairs.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// Bodies in the numbering of a model: body b on parents[b - 1].
struct Input {
  std::vector<Body> bodies{Body{.name = "world"}};
  std::vector<Joint> joints;

  int Add(int parent, JointType type, bool is_virtual = false) {
    const int child = static_cast<int>(bodies.size());
    bodies.push_back({.name = "body", .is_virtual = is_virtual});
    joints.push_back(
        {.name = "joint", .type = type, .parent = parent, .child = child});
    return child;
  }
  Pairs Find() const { return FindNeighborPairs(bodies, joints); }
};

constexpr JointType kHinge = JointType::kRevolute;
constexpr JointType kWeld = JointType::kWeld;

TEST_CASE(
    "FindNeighborPairs: chains of joints -> jointed bodies, not grandparents") {
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int b = input.Add(a, kHinge);
  const int c = input.Add(b, kHinge);
  const int d = input.Add(a, JointType::kBall);
  CHECK(input.Find() == Pairs{{a, b}, {a, d}, {b, c}});
}

TEST_CASE(
    "FindNeighborPairs: bodies hinged to world and anchored wall -> not "
    "excluded") {
  Input input;
  const int wall = input.Add(0, kWeld);
  input.Add(0, kHinge);
  input.Add(wall, kHinge);
  // The world and the wall are one group, which never touches itself.
  CHECK(input.Find() == Pairs{{0, wall}});
}

TEST_CASE(
    "FindNeighborPairs: welded bodies -> one group, all paired with its "
    "neighbours") {
  // a = b, c hangs on b; c = d: both of one touch neither of the other.
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int b = input.Add(a, kWeld);
  const int c = input.Add(b, kHinge);
  const int d = input.Add(c, kWeld);
  const int e = input.Add(d, kHinge);
  CHECK(input.Find() ==
        Pairs{{a, b}, {a, c}, {a, d}, {b, c}, {b, d}, {c, d}, {c, e}, {d, e}});
}

TEST_CASE(
    "FindNeighborPairs: virtual links between two bodies -> the two bodies") {
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int v = input.Add(a, kHinge, true);
  const int w = input.Add(v, kHinge, true);
  const int b = input.Add(w, kHinge);
  CHECK(input.Find() == Pairs{{a, b}});
}

TEST_CASE(
    "FindNeighborPairs: a chain of virtual links on the world -> no pairs") {
  Input input;
  const int v = input.Add(0, kHinge, true);
  const int w = input.Add(v, kHinge, true);
  input.Add(w, kHinge);
  CHECK(input.Find().empty());
}

TEST_CASE(
    "FindNeighborPairs: a virtual link welded to a body -> a part of that "
    "body") {
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int v = input.Add(a, kWeld, true);
  const int b = input.Add(v, kHinge);
  CHECK(input.Find() == Pairs{{a, b}});
}

TEST_CASE("FindNeighborPairs: too many bodies welded together -> refused") {
  Input input;
  for (int i = 0; i < 1000; ++i) input.Add(0, kWeld);
  CHECK(input.Find().size() == 1001 * 1000 / 2);  // The world is one of them.
  for (int i = 0; i < 9000; ++i) input.Add(0, kWeld);
  CHECK_THROWS_WITH(input.Find(),
                    Catch::Contains("too many bodies are welded"));
}

}  // namespace
}  // namespace tactus::multibody
