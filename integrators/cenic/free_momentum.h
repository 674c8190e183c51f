#pragma once

#include <span>
#include <vector>

#include "tactus/contact/islands.h"
#include "tactus/integrators/cenic/step_stiffness.h"
#include "tactus/integrators/diagram/diagram_stepping.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// The momentum of trees that float, and that nothing touches or ties but one
/// another, in a step that does not extrapolate them in full (extrapolation.h).
/// Actuators, limits, loops, bushings and contacts among their links, stiff as
/// they may be, cannot act on it: neither on the common centre of mass C, nor
/// on linear or angular momentum. Had these the weight theta of the rest, a
/// robot on position servos would fall by g h t / 4 too far, with all that it
/// holds, and lose its spin. They have one of their own, theta_m, by what is
/// stiff for motions of all links as one rigid body,
///
///     y1 = y_two + theta_m (y_two - y_hat),   y = c, p, L.
///
/// The links follow as such a body. With x~ the state by theta, first its
/// positions, by the part of their difference d that is such a motion,
///
///     phi = (theta_m - theta) I_two^-1 L(q_two, d),   c1 - c,
///
/// then, there, its velocities,
///
///     w = I^-1 (L1 - L~),   u = (p1 - p~) / m.
///
///   symbol   meaning                                              unit
///   c, u     place of C, and velocity that the trees gain there   m, m/s
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

  /// Whether all trees of `island` are on floating joints, which nothing but
  /// they themselves ties, and no limit stops. Not for lone bodies that only
  /// touch one another: what they do is theirs, not a vibration within.
  bool HoldsFor(const StepOrigin& origin, const contact::Island& island);

  /// Takes those out, by clique, which the world touched in the last step from
  /// `origin`.
  static void RemoveTouching(const StepOrigin& origin,
                             std::vector<bool>* is_free);

  /// The motions of all `trees`, by number, as one rigid body at `q`: turns
  /// about C, along W's axes, and displacements. `problem` has their cliques.
  std::vector<Resistance::Part> FindMotion(
      std::span<const int> trees, const contact::VelocityProblem& problem,
      const VectorXd& q);

  /// A step to x_two, and to x_hat at once.
  struct Step {
    const HybridState* two{};
    const HybridState* hat{};
    double theta{};           ///< Of the trees.
    double theta_momentum{};  ///< theta_m
  };
  /// x1 of the momentum of `trees`; `x` has x~ of `step` before.
  void Extrapolate(std::span<const int> trees, const Step& step,
                   HybridState* x);

 private:
  /// Trees as if they were one body.
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
  Whole CalcWhole(std::span<const int> trees, const VectorXd& q,
                  const VectorXd& v);
  void CalcKinematics(std::span<const int> trees, const VectorXd& q,
                      const VectorXd& v);
  Vector3d PlaceOf(int tree) const;
  Matrix6d CalcRootRates(int tree, const Vector3d& center) const;
  void Turn(std::span<const int> trees, const Vector3d& phi, HybridState* x);
  void AddRates(std::span<const int> trees, const Vector6d& rates,
                const Vector3d& center, VectorXd* v) const;
  void Displace(std::span<const int> trees, const Vector6d& by,
                const Vector3d& center, VectorXd* q);

  const multibody::Model& model_;
  multibody::PositionKinematics position_;
  multibody::VelocityKinematics velocity_;
  VectorXd difference_, change_, q_;
};

}  // namespace tactus::integrators
