#include "tactus/integrators/step_size/attempt_span.h"

namespace tactus::integrators {

void AttemptSpan::Begin(double t, double h) {
  span_ = {.name = "attempt",
           .lane = statistics_->profile.lane,
           .start = std::chrono::steady_clock::now(),
           .t = t,
           .h = h};
  steps_ = statistics_->steps;
  iterations_ = statistics_->newton_iterations;
}

void AttemptSpan::End() {
  span_.end = std::chrono::steady_clock::now();
  span_.iterations =
      static_cast<int>(statistics_->newton_iterations - iterations_);
  span_.accepted = statistics_->steps > steps_;
  statistics_->profile.trace->Add(span_);
}

}  // namespace tactus::integrators
