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

TEST_CASE(
    "ParallelRounds: any parts and threads -> each part once in each round") {
  constexpr int kRounds = 200;
  for (int num_threads : {1, 2, 3, 8}) {
    for (int num_parts : {1, 2, 5}) {
      std::vector<int> calls(num_parts, 0);
      int rounds = 0;
      bool are_whole = true;
      ParallelRounds(
          num_parts, num_threads, [&](int part) { ++calls[part]; },
          [&] {
            ++rounds;
            are_whole = are_whole && std::ranges::all_of(calls, [&](int n) {
                          return n == rounds;
                        });
            return rounds < kRounds;
          });
      CHECK(rounds == kRounds);
      CHECK(are_whole);
    }
  }
}

// As an iteration does: parts read what their neighbours wrote before.
TEST_CASE("ParallelRounds: parts that read each other's -> what was written") {
  constexpr int kRounds = 1000;
  for (int num_threads : {1, 2, 4}) {
    std::vector<long> from{1, 2, 3, 4}, to(4);
    long shift = 0;
    int rounds = 0;
    ParallelRounds(
        4, num_threads,
        [&](int part) {
          to[part] = (from[part] + 3 * from[(part + 1) % 4] + shift) % 1009;
        },
        [&] {
          from.swap(to);
          shift = from[2];
          return ++rounds < kRounds;
        });
    std::vector<long> expected{1, 2, 3, 4}, next(4);
    for (int round = 0; round < kRounds; ++round) {
      const long last_shift = round == 0 ? 0 : expected[2];
      for (int part = 0; part < 4; ++part)
        next[part] =
            (expected[part] + 3 * expected[(part + 1) % 4] + last_shift) % 1009;
      expected.swap(next);
    }
    CHECK(from == expected);
  }
}

TEST_CASE("ParallelRounds: a part throws -> its round is the last one") {
  for (int num_threads : {1, 2, 4}) {
    int rounds = 0;
    std::atomic<int> calls{0};
    const auto body = [&](int part) {
      ++calls;
      if (rounds == 3 && part >= 1)
        throw std::runtime_error(std::to_string(part));
    };
    CHECK_THROWS_WITH(ParallelRounds(4, num_threads, body,
                                     [&] {
                                       ++rounds;
                                       return true;
                                     }),
                      "1");
    CHECK(rounds == 3);
    CHECK(calls <= 16);
  }
}

TEST_CASE("ParallelRounds: what ends a round throws -> it is thrown on") {
  for (int num_threads : {1, 2}) {
    const auto next = []() -> bool {
      throw std::runtime_error("over");
    };
    CHECK_THROWS_WITH(ParallelRounds(
                          2, num_threads, [](int) {}, next),
                      "over");
  }
}

TEST_CASE("ParallelRounds: within a loop -> all parts in order") {
  std::vector<std::vector<int>> orders(6);
  ParallelFor(6, 3, [&](int i, int) {
    int rounds = 0;
    ParallelRounds(
        2, 3, [&](int part) { orders[i].push_back(part); },
        [&] { return ++rounds < 2; });
  });
  CHECK(orders == std::vector<std::vector<int>>(6, {0, 1, 0, 1}));
}

}  // namespace
}  // namespace tactus
