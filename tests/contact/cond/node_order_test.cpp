#include "tactus/contact/cond/node_order.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

// A strip of tetrahedra, each of four consecutive nodes, under other names.
struct Strip {
  Strip(int num_nodes, unsigned seed) : names(num_nodes) {
    std::iota(names.begin(), names.end(), 0);
    std::ranges::shuffle(names, std::mt19937(seed));
  }
  void Add(int first, int end) {
    for (int i = first; i + 3 < end; ++i)
      elements.push_back({names[i], names[i + 1], names[i + 2], names[i + 3]});
  }
  std::vector<int> names;
  std::vector<std::array<int, 4>> elements;
};

// How far apart the numbers of nodes are that share an element.
int CalcBandwidth(const Strip& strip, const std::vector<int>& number) {
  int bandwidth = 0;
  for (const auto& element : strip.elements) {
    for (const int a : element) {
      for (const int b : element)
        bandwidth = std::max(bandwidth, number[a] - number[b]);
    }
  }
  return bandwidth;
}

TEST_CASE("NumberByPlace: shuffled strip -> neighbours stand together") {
  Strip strip(200, 3);
  strip.Add(0, 200);
  const std::vector<int> number = NumberByPlace(200, strip.elements);
  std::vector<int> sorted = number;
  std::ranges::sort(sorted);
  std::vector<int> all(200);
  std::iota(all.begin(), all.end(), 0);
  CHECK(sorted == all);
  CHECK(CalcBandwidth(strip, number) <= 6);
}

TEST_CASE("NumberByPlace: two strips and a node alone -> one after the other") {
  Strip strip(81, 5);
  strip.Add(0, 40);
  strip.Add(40, 80);
  const std::vector<int> number = NumberByPlace(81, strip.elements);
  const auto range = [&](int first, int end) {
    int least = 81, most = -1;
    for (int i = first; i < end; ++i) {
      least = std::min(least, number[strip.names[i]]);
      most = std::max(most, number[strip.names[i]]);
    }
    return most - least;
  };
  CHECK(range(0, 40) == 39);
  CHECK(range(40, 80) == 39);
  CHECK(CalcBandwidth(strip, number) <= 6);
}

}  // namespace
}  // namespace tactus::contact
