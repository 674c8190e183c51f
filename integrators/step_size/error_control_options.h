#pragma once

#include <optional>

#include "tactus/integrators/step_size/error_norm.h"
#include "tactus/solvers/stop.h"

namespace tactus::integrators {

/// What methods with error control are told.
struct ErrorControlOptions {
  double accuracy = 1e-3;  ///< Per step, in units of the error norm.
  double h_max = 0.1;      ///< [s]
  double h_min = 1e-12;    ///< Below this the run fails [s].
  /// The first step as a fraction of h_max; nothing: from the derivatives
  /// (first_step.h).
  std::optional<double> first_step{};
  ErrorNorm error_norm = ErrorNorm::kState;
  /// Metres that weigh as much as one radian in the error norm.
  double length_scale = 1;
  /// Asked at every attempt and every evaluation of derivatives; Step() throws
  /// solvers::Stopped where it asks to stop.
  const solvers::StopRequest* stop = nullptr;
  bool operator==(const ErrorControlOptions&) const = default;
};

/// @throws std::invalid_argument for options out of range.
void CheckErrorControlOptions(const ErrorControlOptions& options);

}  // namespace tactus::integrators
