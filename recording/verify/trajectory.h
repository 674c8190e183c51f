#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/recording/verify/quantity_list.h"

namespace tactus::recording {

/// Quantities over time, as one run had them, and what the run cost.
struct Trajectory {
  enum class End {
    kReached,      ///< The time asked for.
    kTerminated,   ///< By a block of the diagram, earlier.
    kInterrupted,  ///< By the caller.
    kFailed        ///< The integration, see `message`.
  };

  std::vector<std::string> columns;
  std::vector<Quantity> quantities;
  std::vector<double> times;  ///< [s]
  /// A row per time, a column per number.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values;

  std::string integrator;
  std::optional<double> accuracy, step;  ///< As it was set; one of them.
  End end = End::kReached;
  std::string message;
  long steps = 0, rejected_steps = 0;
  long contacts_max = 0;
  double longest_step = 0, mean_step = 0;  ///< Of those that were taken [s].
  /// The part of the time in steps whose length the accuracy chose, and not an
  /// event, the longest step or a solver; 1 is all.
  double share_by_accuracy = 0;
  double wall_time = 0;  ///< [s]

  bool is_complete() const {
    return end == End::kReached || end == End::kTerminated;
  }
  /// "cenic, accuracy 0.001" or "icf, step 0.01 s".
  std::string Describe() const;
};

/// At each sample that both have: the largest difference of a number of
/// `quantity`; of a rotation, the angle between the two [rad]. Infinite where
/// one is not finite.
/// @pre both trajectories are of the same quantities and period.
VectorXd CalcGap(const Trajectory& a, const Trajectory& b,
                 const Quantity& quantity);

/// The time of the last sample before the first at which `gap` exceeds
/// `threshold`; nothing if there is none.
std::optional<double> FindParting(std::span<const double> times,
                                  const VectorXd& gap, double threshold);

/// Comma-separated values, as `tactus run --log` writes them.
void WriteCsv(const Trajectory& trajectory, std::ostream* out);

}  // namespace tactus::recording
