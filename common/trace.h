#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string_view>
#include <vector>

namespace tactus {

/// When something took place, and what. Those of one lane either follow each
/// other or lie one in the other.
struct Span {
  using Time = std::chrono::steady_clock::time_point;

  std::string_view name;  ///< Of static storage.
  int lane = 0;           ///< One per thread.
  Time start = {}, end = {};
  /// Of attempts at a step; others have no length.
  double t = 0, h = 0;  ///< Where it starts, its length [s].
  int iterations = 0;   ///< Of Newton's method.
  bool accepted = false;

  bool is_attempt() const { return h > 0; }
};

/// The spans of a run, as they end: an inner one before the outer. So many are
/// kept; those that come later are counted only. Threads may add at once.
class Trace {
 public:
  static constexpr std::size_t kDefaultLimit = 500'000;

  explicit Trace(std::size_t limit = kDefaultLimit);

  void Add(const Span& span);

  /// The time that spans are told from: when the trace was made.
  Span::Time origin() const { return origin_; }
  const std::vector<Span>& spans() const { return spans_; }
  std::size_t num_left_out() const { return num_left_out_; }

 private:
  Span::Time origin_;
  std::size_t limit_;
  std::mutex mutex_;
  std::vector<Span> spans_;
  std::size_t num_left_out_ = 0;
};

}  // namespace tactus
