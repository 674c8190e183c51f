#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "tactus/systems/context.h"
#include "tactus/systems/dense_output.h"
#include "tactus/systems/diagram.h"

namespace tactus::systems {

/// No step of at least the minimum size succeeds. The Context is left as it
/// was after the last accepted step.
class IntegrationError : public std::runtime_error {
 public:
  /// `time` [s] is where the failing step starts.
  IntegrationError(double time, const std::string& message);

  double time() const { return time_; }

 private:
  double time_;
};

/// Advances the continuous state of a Context from t to t + h, where it
/// chooses h by itself:
///
///     x(t + h)  ~  x(t) + ∫ f(s, x(s)) ds  over [t, t + h]
///
/// All memory that bears on the result (warm starts, the step it would like to
/// take next) lives in Context::integrator_memory(), so that a copied Context
/// replays bit for bit and an event that cuts a step short does not make the
/// integrator forget its ideal step. Members are for options and scratch space.
class Integrator {
 public:
  virtual ~Integrator() = default;

  virtual std::string_view name() const = 0;

  /// Checks that the diagram suits this method, and prepares. Called by
  /// Simulator::Initialize(), and before an advance of a Context that holds no
  /// integrator memory. Memory found in the Context is kept if it is of this
  /// integrator's own type, and replaced otherwise.
  /// @throws std::invalid_argument if the diagram does not suit the method.
  /// @throws CheckpointError if memory that a checkpoint brought cannot be the
  /// method's own.
  virtual void Initialize(const Diagram& diagram, Context* context) = 0;

  /// One accepted step that ends after `context`'s time and at or before
  /// `t_limit` [s], the next event or the end of the simulation. When it ends
  /// there, context->time() == t_limit exactly.
  /// Whatever leaves as an exception, the Simulator restores time and state;
  /// the integrator's memory must be in order by then.
  /// @pre context->time() < t_limit
  /// @throws IntegrationError when no step of at least the minimum size
  /// succeeds.
  virtual void Step(const Diagram& diagram, double t_limit,
                    Context* context) = 0;

  /// The last Step() was taken back, while the zero of a witness is located: it
  /// is to be counted as work, not as a step. The Context, and with it the
  /// memory, are as they were before it.
  virtual void UndoStep() {}

  /// Fills in the slopes of `step`, which was just accepted and has its ends.
  /// Here: the time derivatives f at both ends, which suits methods that
  /// evaluate f. `scratch` may be left at any time and state.
  virtual void CalcSlopes(const Diagram& diagram, Context* scratch,
                          DenseOutput* step) const;

  /// Puts `x`, which was interpolated inside `step`, back where states lie.
  /// Here: every block's share, Diagram::ProjectContinuousState().
  virtual void ProjectInside(const Diagram& diagram, const DenseOutput& step,
                             VectorXd* x) const;
};

}  // namespace tactus::systems
