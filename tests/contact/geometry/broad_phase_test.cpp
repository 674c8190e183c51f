#include "tactus/contact/geometry/broad_phase.h"

#include <cmath>
#include <set>
#include <utility>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

using Pairs = std::set<std::pair<int, int>>;

/// Those visited pairs that overlap; checks that none comes twice.
Pairs FindOverlaps(const std::vector<Bounds>& bounds, BroadPhase* broad_phase) {
  Pairs pairs, visited;
  broad_phase->VisitPairs(bounds, [&](int i, int j) {
    CHECK(i != j);
    CHECK(visited.insert(std::minmax(i, j)).second);
    if (bounds[i].Overlaps(bounds[j])) pairs.insert(std::minmax(i, j));
  });
  return pairs;
}

Pairs FindOverlapsByForce(const std::vector<Bounds>& bounds) {
  Pairs pairs;
  for (int i = 0; i < static_cast<int>(bounds.size()); ++i) {
    for (int j = 0; j < i; ++j) {
      if (bounds[i].Overlaps(bounds[j])) pairs.insert({j, i});
    }
  }
  return pairs;
}

std::vector<Bounds> RandomBounds(int count, Random* random) {
  std::vector<Bounds> bounds;
  for (int i = 0; i < count; ++i) {
    bounds.push_back(
        {RandomVector(random, -1, 1), RandomVector(random, 0.01, 0.3)});
  }
  return bounds;
}

TEST_CASE("BroadPhase: boxes that move -> the pairs of brute force") {
  Random random(1);
  for (const int count : {0, 1, 2, 3, 10, 100}) {
    std::vector<Bounds> bounds = RandomBounds(count, &random);
    BroadPhase broad_phase;
    // Motions of all sizes, back and forth.
    for (int step = 0; step < 30; ++step) {
      CHECK(FindOverlaps(bounds, &broad_phase) == FindOverlapsByForce(bounds));
      const double reach = step % 3 == 0 ? 1 : 1e-3;
      for (Bounds& b : bounds) b.center += RandomVector(&random, -reach, reach);
    }
  }
}

// Like the links of a cable.
TEST_CASE("BroadPhase: boxes in a row, in order -> a tree that is not deep") {
  constexpr int kCount = 4000;
  for (const Vector3d& way : {Vector3d(1, 0, 0), Vector3d(0, -1, 1)}) {
    std::vector<Bounds> bounds;
    for (int i = 0; i < kCount; ++i)
      bounds.push_back({i * way, Vector3d::Constant(0.55)});
    BroadPhase broad_phase;
    CHECK(broad_phase.CalcDepth() == 0);
    CHECK(FindOverlaps(bounds, &broad_phase).size() == kCount - 1);
    CHECK(broad_phase.CalcDepth() <= 3 * std::log2(kCount));
    // Half of them, all and none move on.
    for (const int part : {2, 1, kCount}) {
      for (int i = 0; i < kCount; i += part) bounds[i].center.z() += 0.06;
      CHECK(FindOverlaps(bounds, &broad_phase).size() == kCount - 1);
      CHECK(broad_phase.CalcDepth() <= 3 * std::log2(kCount));
    }
  }
}

TEST_CASE("BroadPhase: another number of boxes -> the pairs of brute force") {
  Random random(2);
  BroadPhase broad_phase;
  for (const int count : {20, 5, 0, 30}) {
    const std::vector<Bounds> bounds = RandomBounds(count, &random);
    CHECK(FindOverlaps(bounds, &broad_phase) == FindOverlapsByForce(bounds));
  }
}

TEST_CASE("BroadPhase: copies -> find their pairs independently") {
  Random random(3);
  const std::vector<Bounds> a = RandomBounds(20, &random);
  const std::vector<Bounds> b = RandomBounds(20, &random);
  BroadPhase first;
  FindOverlaps(a, &first);
  BroadPhase second(first);
  CHECK(FindOverlaps(b, &second) == FindOverlapsByForce(b));
  CHECK(FindOverlaps(a, &first) == FindOverlapsByForce(a));
  first = second;
  CHECK(FindOverlaps(a, &first) == FindOverlapsByForce(a));
}

TEST_CASE("BroadPhase: a warm tree -> no allocation") {
  Random random(4);
  std::vector<Bounds> bounds = RandomBounds(50, &random);
  const std::vector<Bounds> start = bounds;
  BroadPhase broad_phase;
  int visited = 0;
  const auto visit = [&](int, int) {
    ++visited;
  };
  const auto run = [&] {
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      bounds[i].center.x() = start[i].center.x() + 1;
    }
    broad_phase.VisitPairs(bounds, visit);
    bounds = start;
    broad_phase.VisitPairs(bounds, visit);
  };
  run();
  run();
  CHECK(tactus::test::CountAllocations(run) == 0);
  CHECK(visited > 0);
}

}  // namespace
}  // namespace tactus::contact::test
