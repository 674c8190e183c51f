#pragma once

#include <memory>

#include "tactus/integrators/step_size/error_control_options.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

/// CVODE of SUNDIALS [Hindmarsh05], variable-order, variable-step BDF with
/// Newton's method, dense algebra and its own difference-quotient Jacobian: a
/// reference that is not ours, for any diagram. One Step() is one of its steps.
///
///     error = sqrt( sum_i (W_i e_i)^2 / n ) <= accuracy
///
///   e    CVODE's estimate for the raw state
///   W    DiagramErrorNorm::CalcWeights()
///   n    how many entries of W are not zero
///
/// the root mean square where other methods take the maximum, so that equal
/// accuracies are close, not equal. Under ErrorNorm::kPositions a velocity's W
/// is not zero but a millionth of that in the full norm: CVODE divides by it.
/// Its Newton iteration goes by the same norm.
///
/// Its first step is its own choice, whatever the options say.
///
/// A stop of its is never passed: event times are met exactly. CVODE starts
/// anew, at order one, when f has jumped at such a time, or when the Context is
/// not the one that it left last: its history lives here, not in the Context,
/// so that a copied Context continues within the accuracy but not bit for bit,
/// and checkpoints are refused.
class Cvode final : public systems::Integrator {
 public:
  /// Whether this build has it.
  static bool IsAvailable();

  /// @throws std::invalid_argument for options out of range, and a build
  /// without SUNDIALS.
  explicit Cvode(const ErrorControlOptions& options = {});
  ~Cvode() override;

  std::string_view name() const override { return "cvode"; }
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) override;
  void Step(const systems::Diagram& diagram, double t_limit,
            systems::Context* context) override;
  void UndoStep() override { statistics_.UndoStep(before_step_); }

  const ErrorControlOptions& options() const { return options_; }
  const Statistics& statistics() const { return statistics_; }
  /// Where to leave spans; null: nowhere.
  void set_trace(Trace* trace) { statistics_.profile.trace = trace; }

 private:
  class Solver;

  ErrorControlOptions options_;
  Statistics statistics_, before_step_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace tactus::integrators
