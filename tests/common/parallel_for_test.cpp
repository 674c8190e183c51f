#include "tactus/common/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE(
    "ParallelFor: any count and threads -> each index once, workers in range") {
  for (int num_threads : {1, 2, 3, 8}) {
    for (int count : {0, 1, 2, 100}) {
      std::vector<std::atomic<int>> calls(count);
      std::atomic<bool> worker_exists{true};
      ParallelFor(count, num_threads, [&](int i, int worker) {
        ++calls[i];
        if (worker < 0 || worker >= num_threads) worker_exists = false;
      });
      CHECK(std::ranges::all_of(calls, [](const auto& n) { return n == 1; }));
      CHECK(worker_exists);
    }
  }
}

TEST_CASE("ParallelFor: one thread -> worker 0 takes all indices in order") {
  std::vector<int> order;
  ParallelFor(5, 1, [&](int i, int worker) {
    CHECK(worker == 0);
    order.push_back(i);
  });
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("ParallelFor: 4 threads -> no worker is in two calls at a time") {
  constexpr int kThreads = 4;
  std::vector<std::atomic<int>> busy(kThreads);
  std::atomic<bool> shared{false};
  ParallelFor(200, kThreads, [&](int, int worker) {
    if (++busy[worker] > 1) shared = true;
    --busy[worker];
  });
  CHECK_FALSE(shared);
}

TEST_CASE(
    "ParallelFor: several calls throw -> the smallest index's exception") {
  for (int num_threads : {2, 4}) {
    std::atomic<int> calls{0};
    const auto body = [&](int i, int) {
      ++calls;
      if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
    };
    CHECK_THROWS_WITH(ParallelFor(50, num_threads, body), "7");
    CHECK(calls >= 8);
  }
}

TEST_CASE(
    "ParallelFor: a loop within a loop -> worker 0 runs all of the inner one") {
  std::vector<int> sums(6, 0);
  ParallelFor(6, 3, [&](int i, int) {
    ParallelFor(10, 3, [&](int j, int worker) {
      if (worker == 0) sums[i] += j;
    });
  });
  CHECK(sums == std::vector<int>(6, 45));
}

}  // namespace
}  // namespace tactus
