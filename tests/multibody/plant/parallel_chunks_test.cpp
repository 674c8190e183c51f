#include "tactus/multibody/plant/parallel_chunks.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("Parallel chunks: any count, size and threads -> each index once") {
  for (const int count : {0, 1, 31, 32, 33, 1000}) {
    for (const int size : {1, 32, 5000}) {
      for (const int num_threads : {1, 3}) {
        INFO(count << " in chunks of " << size << " on " << num_threads);
        std::vector<std::atomic<int>> calls(count);
        ForEachInChunks(count, size, num_threads, [&](int i) { ++calls[i]; });
        CHECK(std::ranges::all_of(calls, [](const auto& n) { return n == 1; }));
      }
    }
  }
}

TEST_CASE("Parallel chunks: one thread -> in order") {
  std::vector<int> order;
  ForEachInChunks(5, 2, 1, [&](int i) { order.push_back(i); });
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}

}  // namespace
}  // namespace tactus::multibody
