#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/plant/forces/force_element.h"

namespace tactus::multibody {

/// The drag of a body in a fluid; a point's, since the flow around it is not
/// resolved.
struct DragCoefficients {
  double linear{};                ///< c1 [N s/m]
  double quadratic{};             ///< c2 [N s^2/m^2]
  double rotational_linear{};     ///< b1 [N m s]
  double rotational_quadratic{};  ///< b2 [N m s^2]
};

/// Linear and quadratic drag on a body, at its centre of pressure C:
///
///     F = -(c1 + c2 |v|) v,   v = v_C - v_fluid,
///     T = -(b1 + b2 |w|) w.
///
///   symbol    meaning                                        unit
///   v         of C against the fluid                         m/s
///   w         the body's angular velocity                    rad/s
///   c1        6 pi mu r for a sphere that creeps (Stokes)    N s/m
///   c2        rho c_d A / 2 for the area A and the drag      N s^2/m^2
///             coefficient c_d
///   b1        8 pi mu r^3 for a sphere that creeps           N m s
///
/// The fluid velocity, input fluid_velocity of size 3 in world axes, is the
/// same everywhere and zero when unconnected. Falling, a body of weight m g
/// approaches the speed at which c1 v + c2 v^2 = m g.
class Drag final : public ForceElement {
 public:
  /// @throws std::invalid_argument without a model; for a body that does not
  /// exist; for coefficients that are negative or not finite.
  Drag(std::string name, std::shared_ptr<const Model> model,
       const BodyPoint& center_of_pressure,
       const DragCoefficients& coefficients);

  const systems::InputPort& fluid_velocity_input() const {
    return fluid_velocity_;
  }

 private:
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override;

  const BodyPoint center_;
  const DragCoefficients coefficients_;
  systems::InputPort fluid_velocity_;
};

}  // namespace tactus::multibody
