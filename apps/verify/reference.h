#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/apps/verify/trajectory.h"

namespace tactus::apps {

struct ReferenceOptions {
  double accuracy = 1e-8;  ///< Of CENIC.
  double period = 0.01;    ///< Between samples [s].
  /// References that differ by more, in a quantity's unit, have parted.
  double threshold = 1e-4;
  /// The method that shares nothing with CENIC but the diagram, at a tenth of
  /// the accuracy.
  std::string independent = "rk3";
  /// What it may take: this [s], or as long as CENIC took if that is more.
  double patience = 30;
  int num_threads = 1;  ///< Of CENIC.
  std::function<bool()> stop = {};
};

/// What other runs of a scenario are measured against: two trajectories, and
/// until when they are one. Where contact makes the independent method fail or
/// take too long, the second is CENIC's at ten times the accuracy's value,
/// which tells how far the first has converged, but not that it converges to
/// the right thing.
struct Reference {
  struct Agreement {
    std::string name;                ///< Of the quantity.
    double largest{};                ///< Difference until the horizon.
    double last{};                   ///< Difference at the end of the run.
    std::optional<double> parts_at;  ///< [s]; nothing: they agree to the end.
  };

  Trajectory first, second;
  bool is_independent = false;
  std::string why_not;  ///< What kept the independent method.
  std::vector<Agreement> agreements;
  double horizon{};  ///< Until when all quantities agree [s].

  /// Whether they agree for longer than an instant.
  bool has_horizon() const {
    return !first.times.empty() && horizon > first.times.front();
  }
  /// Whether they agree to the end.
  bool reaches_end() const {
    return !first.times.empty() && horizon >= first.times.back();
  }
  bool is_complete() const {
    return first.is_complete() && second.is_complete();
  }
};

/// Runs both. When the first does not end well, there is no second.
/// @throws std::invalid_argument for options that cannot be used.
Reference ComputeReference(const Scenario& scenario,
                           const QuantityList& quantities,
                           const ReferenceOptions& options);

/// Largest difference from the reference until its horizon, by quantity;
/// nothing where the reference has no horizon to compare up to.
std::vector<std::optional<double>> CalcErrors(const Reference& reference,
                                              const Trajectory& trajectory);

nlohmann::ordered_json MakeReferenceJson(const Reference& reference,
                                         const ReferenceOptions& options);
/// A few lines for the terminal.
std::string MakeReferenceText(const Reference& reference,
                              const ReferenceOptions& options);

}  // namespace tactus::apps
