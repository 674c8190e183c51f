#pragma once

#include "tactus/solvers/comfree/backend.h"
#include "tactus/solvers/stop.h"

namespace tactus::contact {

/// How firmly a contact is held, as a function of its distance; eq. (13) of
/// [Borse26]:
///
///     r(|phi|) = r_min + (r_max - r_min) gamma(x),   x = min(|phi| / width, 1)
///
///     gamma(x) = m (x / m)^p                             for x < m,
///                1 - (1 - m) ((1 - x) / (1 - m))^p       for x >= m,
///
/// a sigmoid of power p about the midpoint m, MuJoCo's solimp. Constraints are
/// scaled by rho = r / (1 - r).
struct ComFreeImpedance {
  double r_min = 0.9, r_max = 0.95;
  double width = 0.001;  ///< [m or rad]
  double midpoint = 0.5;
  double power = 2;
  bool operator==(const ComFreeImpedance&) const = default;
};

/// rho = r / (1 - r) at signed distance `phi`.
double CalcRho(const ComFreeImpedance& impedance, double phi);

struct ComFreeOptions {
  double stiffness = 0.1;  ///< k [1/s]
  double damping = 0.001;  ///< d, without unit.
  ComFreeImpedance impedance{};
  /// Contacts act below this distance, or their geometries' own margins [m].
  /// Sliding lifts a body by (h + d / k) mu u, and refined contact leaves no
  /// overlap: without a margin beyond that, contacts flicker.
  double margin = 0;
  /// Sweeps beyond the paper's one of solver.h.
  int refinement_iterations = 0;
  /// Bounds gains, where many contacts meet, so that no sweep feeds energy in
  /// (gains.h). Refinement always does.
  bool mass_splitting = false;

  solvers::comfree::BackendKind backend =
      solvers::comfree::BackendKind::kSerial;
  int num_threads = 0;            ///< Of OpenMP; 0: its own choice.
  bool single_precision = false;  ///< Contact forces in fp32.
  const solvers::StopRequest* stop = nullptr;  ///< Asked in every sweep.
  bool operator==(const ComFreeOptions&) const = default;
};

/// @throws std::invalid_argument, naming the option, for values out of range.
void RequireValid(const ComFreeOptions& options);

}  // namespace tactus::contact
