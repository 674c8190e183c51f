#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/plant/forces/force_element.h"

namespace tactus::multibody {

/// A force and a torque on a point of a body, from other blocks:
///
///   input    size   what                         when unconnected
///   force    3      at the point [N]             zero
///   torque   3      besides that force's [N m]   zero
///
/// in the world's axes, or in the body's: a hand that pushes, a propeller that
/// pulls along its own axis.
class AppliedForce final : public ForceElement {
 public:
  enum class Axes {
    kWorld,
    kBody,  ///< They turn with the body.
  };

  /// @throws std::invalid_argument without a model, for a body that does not
  /// exist and a point that is not finite.
  AppliedForce(std::string name, std::shared_ptr<const Model> model,
               const BodyPoint& point, Axes axes = Axes::kWorld);

  const systems::InputPort& force_input() const { return force_; }
  const systems::InputPort& torque_input() const { return torque_; }

 private:
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override;

  const BodyPoint point_;
  const Axes axes_;
  systems::InputPort force_, torque_;
};

}  // namespace tactus::multibody
