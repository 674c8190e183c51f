#pragma once

#include <vector>

#include "tactus/contact/islands.h"
#include "tactus/integrators/diagram/diagram_stepping.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// The momentum of a tree that floats and that nothing touches or ties, in a
/// step that does not extrapolate the tree in full (doubled_step.h). Actuators,
/// limits, loops and contacts among its own links, stiff as they may be, cannot
/// act on it: neither on the centre of mass C, nor on linear or angular
/// momentum. Had these the weight theta of the rest, a robot on position servos
/// would fall by g h t / 4 too far, and lose its spin. They have one of their
/// own, theta_m, by what is stiff for the floating joint,
///
///     y1 = y_two + theta_m (y_two - y_hat),   y = c, p, L.
///
/// The links follow as one rigid body. With x~ the state by theta, first its
/// positions, by the part of their difference d that is such a motion,
///
///     phi = (theta_m - theta) I_two^-1 L(q_two, d),   c1 - c,
///
/// then, there, its velocities,
///
///     w = I^-1 (L1 - L~),   u = (p1 - p~) / m.
///
///   symbol   meaning                                              unit
///   c, u     place of C, and velocity that the tree gains there   m, m/s
///   p        linear momentum                                      kg m/s
///   L        angular momentum about C, in W                       kg m^2/s
///   m, I     mass, and rotational inertia about C                 kg, kg m^2
///   d        q_two - q_hat as displacements (kinematics.h)        rad, m
///   phi, w   turn about C, and angular velocity that is gained    rad, rad/s
///
/// The difference of momenta at the states themselves counts, not its part
/// S' M (v_two - v_hat): links that are out of place by order h^2 change I.
class FreeMomentum {
 public:
  explicit FreeMomentum(const multibody::Model& model) : model_(model) {}

  /// Whether `island` is one tree of several links on a floating joint, which
  /// nothing but itself ties, and no limit stops.
  bool HoldsFor(const contact::VelocityProblem& problem,
                const contact::Island& island) const;

  /// Takes those out, by clique, which the world touched in the last step from
  /// `origin`.
  static void RemoveTouching(const StepOrigin& origin,
                             std::vector<bool>* is_free);

  /// A step to x_two, and to x_hat at once.
  struct Step {
    const HybridState* two{};
    const HybridState* hat{};
    double theta{};           ///< Of the tree.
    double theta_momentum{};  ///< theta_m
  };
  /// x1 of a tree's momentum; `x` has x~ of `step` before.
  void Extrapolate(const multibody::Tree& tree, const Step& step,
                   HybridState* x);

 private:
  /// A tree as if it were one body.
  struct Whole {
    double mass{};
    Vector3d center = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();  ///< About C, in W.
    Vector3d linear = Vector3d::Zero();
    Vector3d angular = Vector3d::Zero();

    Vector3d CalcRate(const Vector3d& angular_momentum) const {
      return inertia.ldlt().solve(angular_momentum);
    }
  };
  Whole CalcWhole(const multibody::Tree& tree, const VectorXd& q,
                  const VectorXd& v);
  Vector6d CalcRootRate(const multibody::Tree& tree, const Vector3d& w,
                        const Vector3d& u, const Vector3d& center) const;
  void Displace(const multibody::Tree& tree, const Vector6d& by, VectorXd* q);

  const multibody::Model& model_;
  multibody::PositionKinematics position_;
  multibody::VelocityKinematics velocity_;
  VectorXd difference_, q_;
};

}  // namespace tactus::integrators
