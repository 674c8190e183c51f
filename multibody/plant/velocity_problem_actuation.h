#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/plant/input_feedback.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/plant/velocity_problem_joint_rows.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates actuators. Laws that
/// depend on the state, or whose controls follow it, become actuators of the
/// problem; what the others push with is a force. Thrusters and adhesion have
/// their own places: the former are among the applied forces (input_forces.h),
/// the latter acts along contact normals.
class VelocityProblemActuation {
 public:
  /// Both must outlive this; `rows` are of the same problem, and before this.
  VelocityProblemActuation(const ModelAtStart* start,
                           const VelocityProblemJointRows* rows)
      : start_(start), rows_(rows) {}

  /// Sets the problem's actuators, and adds what constant ones do to k0; with
  /// `feedback`, controls follow the velocity.
  void Add(const PlantInputs& inputs, const InputFeedback* feedback,
           contact::VelocityProblem* problem);

  /// Adds to k0 the pull of bodies that adhere (AdhesionShares) on the
  /// problem's contacts, with the controls of the last Add().
  void AddAdhesion(contact::VelocityProblem* problem) const;

  /// VelocityProblemBuilder::CollectEfforts()
  void CollectEfforts(std::span<const double> forces, VectorXd* efforts) const;

 private:
  contact::LinearActuator MakeLaw(
      int actuator, double u, double* gain,
      const contact::VelocityProblem& problem) const;
  double SetPlace(const Actuator& actuator, contact::LinearActuator* law) const;

  const ModelAtStart* start_;
  const VelocityProblemJointRows* rows_;
  VectorXd constant_efforts_;         ///< By actuator; zero for laws.
  std::vector<int> law_of_actuator_;  ///< Into the problem's, or -1.
};

}  // namespace tactus::multibody
