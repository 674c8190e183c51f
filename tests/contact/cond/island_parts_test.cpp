#include "tactus/contact/cond/island_parts.h"

#include <algorithm>
#include <set>

#include "contact/cond/elastic_bar.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::MakeElasticBar;

constexpr double kStep = 0.01;

// The nodal problem of a bar, one island.
struct Bar {
  explicit Bar(int num_nodes) : problem(MakeElasticBar(num_nodes, 1)) {
    prediction.Reset(problem, kStep);
    NodalProblemBuilder().Build(problem, prediction, {}, kStep, &nodal);
    REQUIRE(nodal.num_islands == 1);
  }
  const NodalIsland& island() const { return nodal.islands[0]; }

  VelocityProblem problem;
  SmoothPrediction prediction;
  NodalProblem nodal;
};

// Where all that the contacts of a part act on is its own.
bool HasAll(const Bar& bar, const IslandPart& part, const NodeRange& nodes) {
  return std::ranges::all_of(
      bar.nodal.NodesOf(nodes), [&](const VirtualNode& node) {
        return part.first <= node.first && node.first < part.end;
      });
}

TEST_CASE(
    "Island parts: a bar on threads -> each coordinate and contact once") {
  const Bar bar(900);
  for (const int num_threads : {1, 2, 3, 8}) {
    IslandParts parts;
    parts.Divide(bar.nodal, bar.island(), num_threads);
    REQUIRE(static_cast<int>(parts.parts().size()) == num_threads);
    int next = bar.island().first, next_block = 0;
    std::multiset<int> points(parts.shared_points().begin(),
                              parts.shared_points().end());
    std::multiset<int> rows(parts.shared_rows().begin(),
                            parts.shared_rows().end());
    for (const IslandPart& part : parts.parts()) {
      CHECK(part.first == next);
      CHECK(part.first_block == next_block);
      CHECK(part.end_block > part.first_block);
      next = part.end;
      next_block = part.end_block;
      points.insert(part.points.begin(), part.points.end());
      rows.insert(part.rows.begin(), part.rows.end());
      for (const int i : part.points)
        CHECK(HasAll(bar, part, bar.nodal.points[i].nodes));
    }
    CHECK(next == bar.island().first + bar.island().size);
    CHECK(next_block == static_cast<int>(parts.blocks().size()));
    const auto has_all = [](const std::multiset<int>& found,
                            std::vector<int> all) {
      std::ranges::sort(all);
      return std::ranges::equal(found, all);
    };
    CHECK(has_all(points, bar.island().points));
    CHECK(has_all(rows, bar.island().rows));
  }
}

TEST_CASE("Island parts: a contact of two parts -> their blocks are shared") {
  const Bar bar(900);
  IslandParts parts;
  parts.Divide(bar.nodal, bar.island(), 2);
  CHECK(parts.HasShared());
  CHECK(parts.shared_points().size() > 50);
  CHECK(parts.shared_rows().size() == 1);
  for (const int i : parts.shared_points()) {
    const NodeRange& nodes = bar.nodal.points[i].nodes;
    CHECK_FALSE(HasAll(bar, parts.parts()[0], nodes));
    CHECK_FALSE(HasAll(bar, parts.parts()[1], nodes));
    for (const VirtualNode& node : bar.nodal.NodesOf(nodes)) {
      CHECK(std::ranges::any_of(parts.blocks(), [&](const IslandBlock& block) {
        return block.is_shared && block.first <= node.first &&
               node.first < block.end;
      }));
    }
  }
}

TEST_CASE("Island parts: any threads -> the same blocks, of 32 nodes") {
  const Bar bar(900);
  IslandParts one, three;
  one.Divide(bar.nodal, bar.island(), 1);
  three.Divide(bar.nodal, bar.island(), 3);
  REQUIRE(one.blocks().size() == three.blocks().size());
  for (std::size_t i = 0; i < one.blocks().size(); ++i) {
    CHECK(one.blocks()[i].first == three.blocks()[i].first);
    CHECK(one.blocks()[i].end == three.blocks()[i].end);
    CHECK_FALSE(one.blocks()[i].is_shared);
  }
  CHECK(one.blocks().size() == 1 + (900 + 31) / 32);
  CHECK_FALSE(one.blocks()[0].has_nodes);
}

// A chain's nodes have those that are three off for neighbours.
TEST_CASE("Island parts: a bar in halves -> each reads three nodes beyond") {
  const Bar bar(900);
  IslandParts parts;
  parts.Divide(bar.nodal, bar.island(), 2);
  const IslandPart &first = parts.parts()[0], &second = parts.parts()[1];
  const auto count = [&](int from, int to) {
    return std::ranges::count_if(bar.island().elastic_nodes, [&](int node) {
      const int at = bar.nodal.trees[node].first;
      return from <= at && at < to;
    });
  };
  CHECK(first.first_read == first.first);
  CHECK(count(first.end, first.end_read) == 3);
  CHECK(count(second.first_read, second.first) == 3);
  CHECK(second.end_read == second.end);
}

TEST_CASE("Island parts: little to do -> one part") {
  const Bar bar(20);
  IslandParts parts;
  parts.Divide(bar.nodal, bar.island(), 4);
  CHECK(parts.parts().size() == 1);
  CHECK_FALSE(parts.HasShared());
}

}  // namespace
}  // namespace tactus::contact
