#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// Returns true if something bounds an actuator's force or control.
bool HasLimits(const multibody::Actuator& actuator);

/// Of the actuators that are free so far, keeps those that are linear
/// (control_slopes.h) and clear of their limits at positions q, velocities v
/// and these controls, by actuator.
void KeepFree(const multibody::Model& model, const VectorXd& q,
              const VectorXd& v, const VectorXd& control,
              std::vector<bool>* is_free);

/// These efforts have been taken for linear in a step, which has ended at v1.
struct LinearEfforts {
  const contact::VelocityProblem& problem;
  const VectorXd& length_times;  ///< InputFeedback::length_times
  /// By actuator and velocity: an effort is that of its law in the problem, and
  /// this, less this row times `change` [N s/m or N m s].
  const MatrixXd& effort_slope;
  const VectorXd& effort_offset;  ///< By actuator [N or N m].
  VectorXd change;                ///< v1 - v0.
  const VectorXd& v1;             ///< At the end of the step.
};

/// Takes those from the free ones that have ended beyond their limits, and
/// returns true if there are some.
bool FindSaturated(const LinearEfforts& efforts, std::vector<bool>* is_free);

}  // namespace tactus::integrators
