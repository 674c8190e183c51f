#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "tactus/apps/scenario/integrator_factory.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/systems/signals/signal.h"

namespace tactus::apps {

/// Something that trajectories are compared by: numbers in one unit that belong
/// together.
struct Quantity {
  std::string name;
  int start = 0, size = 0;   ///< Its columns.
  bool is_rotation = false;  ///< Four of them, a unit quaternion.
};

/// Which signals are looked at, and as what. The quantities are those of
/// multibody/find_signals.h, but for what holds a quaternion, which comes
/// apart: "body/hand/pose" into
///
///     body/hand/position    x y z
///     body/hand/rotation    an angle, when compared
///
/// and likewise joint/J/position of a floating joint. The name of a whole means
/// both parts.
class QuantityList {
 public:
  /// @throws std::invalid_argument if nothing fits one of the `patterns`, with
  /// names near it.
  QuantityList(const systems::Diagram& diagram,
               std::span<const std::string> patterns);

  const std::vector<systems::Signal>& signals() const { return signals_; }
  const std::vector<Quantity>& quantities() const { return quantities_; }
  /// By quantity: the patterns that it fits, in their order.
  const std::vector<std::vector<int>>& patterns_of() const {
    return patterns_of_;
  }

 private:
  void Add(const systems::Signal& signal, std::string_view wanted, int pattern);

  std::vector<systems::Signal> signals_;
  std::vector<Quantity> quantities_;
  std::vector<std::vector<int>> patterns_of_;
  int num_columns_ = 0;
};

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
  /// Of the time, the part in steps whose length the accuracy chose, and not an
  /// event, the longest step or a solver; 1 is all.
  double share_by_accuracy = 0;
  double wall_time = 0;  ///< [s]

  bool is_complete() const {
    return end == End::kReached || end == End::kTerminated;
  }
  /// "cenic, accuracy 0.001" or "icf, step 0.01 s".
  std::string Describe() const;
};

struct SamplingOptions {
  double period = 0.01;  ///< Between samples [s].
  /// Asked after each step and inside of it whether to stop; may be empty.
  std::function<bool()> stop = {};
};

/// Simulates `scenario` from its start, and samples `quantities` at the times k
/// period off the steps' dense output: the steps are those of any other run
/// with these options. The scenario is left as it was.
/// @throws std::invalid_argument for options that cannot be used, and where the
/// integrator refuses the scenario (Refusal).
Trajectory RunTrajectory(const Scenario& scenario,
                         const IntegratorOptions& integrator,
                         const QuantityList& quantities,
                         const SamplingOptions& options);

/// By sample that both have: the largest difference of a number of `quantity`;
/// of a rotation, the angle between the two [rad]. Infinite where one is not
/// finite.
/// @pre both trajectories are of the same quantities and period.
VectorXd CalcGap(const Trajectory& a, const Trajectory& b,
                 const Quantity& quantity);

/// The time of the last sample before the first at which `gap` exceeds
/// `threshold`; nothing if there is none.
std::optional<double> FindParting(std::span<const double> times,
                                  const VectorXd& gap, double threshold);

/// Comma-separated values, as `tactus run --log` writes them.
void WriteCsv(const Trajectory& trajectory, std::ostream* out);

}  // namespace tactus::apps
