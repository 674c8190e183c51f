#pragma once

#include "tactus/common/trace.h"
#include "tactus/integrators/step_size/statistics.h"

namespace tactus::integrators {

/// While one lives, an attempt at a step is made. Leaves its span, with
/// Newton's iterations and whether the step was accepted, in the trace of the
/// statistics' profile; without a trace it costs nothing.
class AttemptSpan {
 public:
  /// From `t` by `h` [s]. `statistics` must outlive the span.
  AttemptSpan(double t, double h, const Statistics* statistics)
      : statistics_(statistics) {
    if (statistics_->profile.trace != nullptr) Begin(t, h);
  }
  ~AttemptSpan() {
    if (statistics_->profile.trace != nullptr) End();
  }
  /// It ended after `h` [s] instead, as the method chose.
  void set_length(double h) { span_.h = h; }

  AttemptSpan(const AttemptSpan&) = delete;
  AttemptSpan& operator=(const AttemptSpan&) = delete;

 private:
  void Begin(double t, double h);
  void End();

  const Statistics* statistics_;
  Span span_;
  long steps_{}, iterations_{};  // before it
};

}  // namespace tactus::integrators
