#include "tactus/contact/pressure/cell_pairs.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Pairs Collect(const CellPairs& pairs) {
  Pairs all;
  for (std::size_t k = 0; k < pairs.size(); ++k) all.push_back(pairs[k]);
  return all;
}

TEST_CASE("CellPairs: random pairs, some again -> in order, each once") {
  std::mt19937 random(1);
  CellPairs pairs;
  for (const int count : {0, 1, 10, 64, 65, 3000}) {
    for (const int most : {3, 300, 1'000'000}) {
      for (const bool by_second : {false, true}) {
        pairs.clear();
        Pairs expected;
        for (int k = 0; k < count; ++k) {
          const int i = static_cast<int>(random() % most);
          const int j = static_cast<int>(random() % most);
          for (int times = 0; times < 1 + k % 2; ++times) pairs.Add(i, j);
          expected.emplace_back(i, j);
        }
        std::ranges::sort(expected, {}, [&](const auto& pair) {
          return by_second ? std::pair(pair.second, pair.first) : pair;
        });
        const auto repeated = std::ranges::unique(expected);
        expected.erase(repeated.begin(), repeated.end());
        pairs.Sort(by_second);
        CHECK(Collect(pairs) == expected);
      }
    }
  }
}

}  // namespace
}  // namespace tactus::contact
