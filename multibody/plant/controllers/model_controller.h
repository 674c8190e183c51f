#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// What controllers that know a model have in common: the measured state in,
/// generalized forces out, and controls for the joints' actuators.
///
///   input              size       what
///   estimated_state    nq + nv    [q; v], such as the plant's state
///
///   output
///   generalized_force  nv         tau [N m or N]
///   actuation          actuators  u with gear (gain u + bias) = tau at joints
///
/// A joint without an actuator gets nothing from `actuation`, one with several
/// is shared out evenly; an actuator's limits are the plant's to keep.
/// Thrusters on bodies are left at zero. The model may be another than the
/// plant's, so long as the coordinates are the same: a controller that is wrong
/// about a mass, say.
class ModelController : public systems::LeafSystem {
 public:
  const Model& model() const { return *model_; }

  const systems::InputPort& estimated_state_input() const {
    return estimated_state_;
  }
  const systems::OutputPort& generalized_force_output() const {
    return generalized_force_;
  }
  const systems::OutputPort& actuation_output() const { return actuation_; }

 protected:
  /// @throws std::invalid_argument without a model.
  ModelController(std::string name, std::shared_ptr<const Model> model);

  /// tau, from state and inputs.
  virtual void CalcForce(const systems::LeafContext& context,
                         VectorXd* tau) const = 0;

 private:
  void CalcActuation(const systems::LeafContext& context, VectorXd* u) const;

  std::shared_ptr<const Model> model_;
  std::vector<int> actuators_of_dof_;
  systems::InputPort estimated_state_;
  systems::OutputPort generalized_force_, actuation_;
};

}  // namespace tactus::multibody
