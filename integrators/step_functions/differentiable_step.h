#pragma once

#include <span>

#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/parameters.h"

namespace tactus::integrators {

/// Derivatives of a vector y of nv entries by what a step depends on.
struct StepJacobian {
  MatrixXd by_q;          ///< nv x nv, by q0 along velocities [y per m or rad].
  MatrixXd by_v;          ///< nv x nv, by v0.
  MatrixXd by_force;      ///< nv x nv, by generalized forces [N or N m].
  MatrixXd by_control;    ///< nv x actuators of the model, by their controls.
  MatrixXd by_parameter;  ///< nv x parameters.
};

/// The derivatives of the state at the end, of q1 by the velocity that leads to
/// a neighbour, as CalcPositionDifference() has it.
struct StepDerivatives {
  StepJacobian q, v;
};

/// The derivatives of a scalar, by the same.
struct StepGradient {
  VectorXd by_q, by_v, by_force, by_control, by_parameter;
};

/// A step function whose next state can be differentiated, by the implicit
/// function theorem at the solution of its step. Inputs are held over the step,
/// as the start's: a controller's own slopes chain through by_control and
/// by_force. Contacts are those that the step found, by the features of their
/// bodies that it found, and as these slide where q0, a shape or a place on a
/// body changes: that alone is by differences, of the pair's query
/// (dojo/feature_slopes.h); all else is analytic. Left out are contacts that
/// come and go; no step has a derivative where its contacts jump.
class DifferentiableStep {
 public:
  virtual ~DifferentiableStep() = default;

  /// StepFunction::Step(), kept for the two functions below until the next
  /// step. @throws std::invalid_argument for a parameter that does not exist.
  virtual void StepAndLinearize(
      const StepProblem& problem,
      std::span<const multibody::Parameter> parameters, systems::Value* memory,
      StepResult* result) = 0;

  /// Forward, as matrices. @pre the last step had a next state.
  virtual void CalcDerivatives(StepDerivatives* derivatives) = 0;

  /// Backward, as a product: the gradient of a function of (q1, v1) whose own
  /// is (q_bar, v_bar), for the price of one solve.
  virtual void CalcGradient(const VectorXd& q_bar, const VectorXd& v_bar,
                            StepGradient* gradient) = 0;
};

}  // namespace tactus::integrators
