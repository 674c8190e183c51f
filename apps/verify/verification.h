#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/verify/reference.h"
#include "tactus/apps/verify/trajectory.h"
#include "tactus/apps/verify/witness.h"
#include "tactus/recording/verify/estimate.h"

namespace tactus::apps {

using recording::Assess;
using recording::Doubt;
using recording::Estimate;
using recording::TrustUntil;

struct VerificationOptions {
  int levels = 3;
  double period = 0.01;  ///< Between samples [s].
  /// One for each quantity, in its unit.
  std::vector<double> tolerances = {};
  std::function<bool()> stop = {};
  /// Whether to call a witness, and for how many seconds at least; twice the
  /// time of all levels if that is more.
  std::optional<double> witness_patience = {};
  int num_threads = 1;  ///< Of a witness.
  /// Told what is about to run, and its level; may be empty.
  std::function<void(const IntegratorOptions&, int)> before_level = {};
};

struct Verification {
  std::vector<Trajectory> levels;
  std::vector<Estimate> estimates;  ///< None unless all levels are complete.
  std::optional<Witness> witness;

  /// All levels ran to their end.
  bool is_complete() const;
  bool held() const;
};

/// The settings of level `level`, of which 0 is `base`: a tenth of the accuracy
/// per level, and half the longest step that `first`, the run of level 0, took,
/// so that steps shrink where something else than the accuracy limits them; of
/// methods of fixed step, half the step, or half the longest that events let
/// `first` take.
IntegratorOptions Refine(const IntegratorOptions& base, const Trajectory& first,
                         int level);

/// Runs all levels and assesses each quantity.
/// @throws std::invalid_argument for options that cannot be used.
Verification Verify(const Scenario& scenario, const IntegratorOptions& base,
                    const QuantityList& quantities,
                    const VerificationOptions& options);

/// Holds the estimates against a reference, of the same quantities and period:
/// up to its horizon by the distance from it, and where its two runs part
/// within the span that is trusted, no farther.
void HoldAgainst(const Reference& reference, Verification* verification);

}  // namespace tactus::apps
