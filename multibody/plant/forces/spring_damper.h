#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/plant/forces/force_element.h"

namespace tactus::multibody {

struct SpringDamperParameters {
  double free_length{};  ///< l0 [m]
  double stiffness{};    ///< k [N/m]
  double damping{};      ///< d [N s/m]
};

/// A spring and a damper side by side, without mass, between a point P of body
/// A and a point Q of body B:
///
///     T = k (l - l0) + d l_dot,
///     force on A at P:  T u,     force on B at Q:  -T u.
///
///   symbol     meaning                                    unit
///   r          from P to Q
///   l          sqrt(|r|^2 + s^2), s = 1e-6 m: its length  m
///   u          r / l, the gradient of l
///   l_dot      u . (v_Q - v_P)                            m/s
///   T          tension; negative when it pushes           N
///
/// The two forces have one line of action and are equal and opposite, so they
/// change neither linear nor angular momentum. Without damping they conserve
/// energy together with CalcEnergy(), k (l - l0)^2 / 2.
///
/// The rounding s stands for the direction that |r| = 0 lacks: there the force
/// is zero and smooth, while a spring of 1 mm is longer by a part in 2e6 only.
/// A spring with l0 = 0 has exactly the force k r with or without it.
///
/// A model's own joint springs (Joint::stiffness) are for one joint's
/// coordinate and cost less.
class SpringDamper final : public ForceElement {
 public:
  /// @throws std::invalid_argument without a model; for bodies that do not
  /// exist or are the same; for parameters that are negative or not finite.
  SpringDamper(std::string name, std::shared_ptr<const Model> model,
               const BodyPoint& a, const BodyPoint& b,
               const SpringDamperParameters& parameters);

  const SpringDamperParameters& parameters() const { return parameters_; }
  /// Where it is fixed: P and Q.
  const BodyPoint& a() const { return a_; }
  const BodyPoint& b() const { return b_; }

  /// T, of size 1 [N].
  const systems::OutputPort& tension_output() const { return tension_; }

  /// k (l - l0)^2 / 2 [J].
  double CalcEnergy(const systems::Context& context) const override;

 private:
  struct Line {
    Vector3d u;
    double length;
  };
  Line CalcLine(const systems::LeafContext& context) const;
  void CalcTension(const systems::LeafContext& context, VectorXd* T) const;
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override;

  const BodyPoint a_, b_;
  const SpringDamperParameters parameters_;
  systems::OutputPort tension_;
};

}  // namespace tactus::multibody
