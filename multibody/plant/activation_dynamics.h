#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// The dynamics of actuators that do not follow their controls at once:
/// filters, integrators and muscles (Activation in model.h). Other actuators'
/// controls pass through.
///
///   input    size                  from
///   control  one per actuator, c   a controller
///
///   output   size                  to the plant
///   u        one per actuator      actuation
///
/// The continuous state is u of the actuators with dynamics, in their order.
/// CENIC and the methods of fixed steps take it implicitly with the rest of the
/// diagram: fast filters do not shorten the step.
class ActivationDynamics final : public systems::LeafSystem {
 public:
  /// Activations start at zero, or at the nearest of their bounds.
  /// @throws std::invalid_argument without a model.
  ActivationDynamics(std::string name, std::shared_ptr<const Model> model);

  const systems::InputPort& control_input() const { return control_; }

  /// Sets the activations of all actuators that have one.
  /// @param activations  by actuator, as in Keyframe.
  void SetActivations(systems::Context* context,
                      const VectorRef& activations) const;

  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* udot) const override;
  bool CalcOutputJacobians(const systems::LeafContext& context, int output,
                           systems::LeafJacobians* jacobians) const override;
  bool CalcTimeDerivativesJacobians(
      const systems::LeafContext& context,
      systems::LeafJacobians* jacobians) const override;
  /// Holds activations within their bounds.
  void ProjectContinuousState(Eigen::Ref<VectorXd> u) const override;

 private:
  const Actuator& actuator(std::size_t k) const {
    return model_->actuators()[static_cast<std::size_t>(indices_[k])];
  }
  void CalcActivations(const systems::LeafContext& context, VectorXd* u) const;
  double CalcRate(const Actuator& actuator, double control, double u,
                  double* by_control, double* by_u) const;

  std::shared_ptr<const Model> model_;
  std::vector<int> indices_;  ///< Of the actuators with dynamics.
  systems::InputPort control_;
};

/// Whether some of a model's actuators have dynamics.
bool HasActivationDynamics(const Model& model);

/// The input that takes the controls of a plant's actuators: that of an
/// ActivationDynamics block "PLANT_activation", which is added to `builder` and
/// connected to the plant, where actuators have dynamics; otherwise the plant's
/// own actuation input.
systems::InputPort AddActivationDynamics(const MultibodyPlant& plant,
                                         systems::DiagramBuilder* builder);

/// The block before the plant's actuation input, if there is one.
const ActivationDynamics* FindActivationDynamics(
    const systems::Diagram& diagram, const MultibodyPlant& plant);

/// Where the controls of a plant's actuators enter a diagram: at that block's
/// input, or the plant's.
systems::InputPort FindControlInput(const systems::Diagram& diagram,
                                    const MultibodyPlant& plant);

}  // namespace tactus::multibody
