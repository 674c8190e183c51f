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

TEST_CASE("jointed bodies are neighbours, grandparents are not") {
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int b = input.Add(a, kHinge);
  const int c = input.Add(b, kHinge);
  const int d = input.Add(a, JointType::kBall);
  CHECK(input.Find() == Pairs{{a, b}, {a, d}, {b, c}});
}

TEST_CASE("what hangs on the world or on an anchored body may touch it") {
  Input input;
  const int wall = input.Add(0, kWeld);
  input.Add(0, kHinge);
  input.Add(wall, kHinge);
  // The world and the wall are one group, which never touches itself.
  CHECK(input.Find() == Pairs{{0, wall}});
}

TEST_CASE("bodies welded together count as one") {
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

TEST_CASE("virtual links are looked through") {
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int v = input.Add(a, kHinge, true);
  const int w = input.Add(v, kHinge, true);
  const int b = input.Add(w, kHinge);
  CHECK(input.Find() == Pairs{{a, b}});
}

TEST_CASE("a chain of virtual links on the world leads to the world") {
  Input input;
  const int v = input.Add(0, kHinge, true);
  const int w = input.Add(v, kHinge, true);
  input.Add(w, kHinge);
  CHECK(input.Find().empty());
}

TEST_CASE("a virtual link welded to a body is a part of it") {
  Input input;
  const int a = input.Add(0, JointType::kFloating);
  const int v = input.Add(a, kWeld, true);
  const int b = input.Add(v, kHinge);
  CHECK(input.Find() == Pairs{{a, b}});
}

TEST_CASE("More welded bodies than their pairs allow are refused") {
  Input input;
  for (int i = 0; i < 1000; ++i) input.Add(0, kWeld);
  CHECK(input.Find().size() == 1001 * 1000 / 2);  // The world is one of them.
  for (int i = 0; i < 9000; ++i) input.Add(0, kWeld);
  CHECK_THROWS_WITH(input.Find(),
                    Catch::Contains("too many bodies are welded"));
}

}  // namespace
}  // namespace tactus::multibody
