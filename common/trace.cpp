#include "tactus/common/trace.h"

namespace tactus {

Trace::Trace(std::size_t limit)
    : origin_(std::chrono::steady_clock::now()), limit_(limit) {}

void Trace::Add(const Span& span) {
  const std::lock_guard lock(mutex_);
  if (spans_.size() < limit_) {
    spans_.push_back(span);
  } else {
    ++num_left_out_;
  }
}

}  // namespace tactus
