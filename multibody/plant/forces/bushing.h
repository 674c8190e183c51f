#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/plant/forces/force_element.h"

namespace tactus::multibody {

/// Along and about the axes x, y, z of the half-way frame C.
struct BushingParameters {
  Vector3d rotational_stiffness = Vector3d::Zero();     ///< K_r [N m/rad]
  Vector3d rotational_damping = Vector3d::Zero();       ///< D_r [N m s/rad]
  Vector3d translational_stiffness = Vector3d::Zero();  ///< K_t [N/m]
  Vector3d translational_damping = Vector3d::Zero();    ///< D_t [N s/m]
};

/// Springs and dampers in all six directions between a frame F of body A and a
/// frame M of body B, at rest where F and M coincide: a rubber mount, a
/// flexure, a joint that gives. The half-way frame C has its origin midway
/// between Fo and Mo and its axes turned halfway from F to M:
///
///     R_FM = exp([theta]),   R_WC = R_WF exp([theta] / 2),
///     p    = R_WC' (p_WMo - p_WFo).
///
/// With w and V the angular velocity and the velocity of Mo relative to F's, in
/// C, and phi = |theta|, theta = phi n,
///
///     theta_dot = H w,                H = n n' + h (1 - n n'),
///     p_dot     = V - w_C x p,        h = (phi/2) / sin(phi/2),
///     w_C       = (w_A + w_B)/2 - tan(phi/4)/2 n x w,
///
/// and the wrench on B at Co, in C, is minus the gradient of CalcEnergy() and
/// the same map of the dampers' forces:
///
///     f = -K_t p - D_t p_dot,
///     m = -H (K_r theta + D_r theta_dot) - tan(phi/4)/2 n x (p x f).
///
/// A feels the opposite wrench at the same point Co, so that linear and angular
/// momentum are conserved exactly; F and M may change places. Energy is
/// conserved without damping, and damping never adds any, at every angle and
/// for unequal stiffnesses too: the last term of m is what C's own turning asks
/// for.
///
///   symbol     meaning                                     unit
///   theta      rotation vector, the same in F, C and M     rad
///   w_A, w_B   angular velocities of the bodies, in C      rad/s
///
/// At phi = pi, where theta jumps to -theta, torques jump too: a bushing is not
/// for turns that large.
class Bushing final : public ForceElement {
 public:
  /// @throws std::invalid_argument without a model; for bodies that do not
  /// exist or are the same; for frames that are not rigid; for parameters that
  /// are negative or not finite.
  Bushing(std::string name, std::shared_ptr<const Model> model,
          const BodyFrame& a, const BodyFrame& b,
          const BushingParameters& parameters);

  /// (theta' K_r theta + p' K_t p) / 2 [J].
  double CalcEnergy(const systems::Context& context) const override;

 private:
  struct Pose;
  Pose CalcPose(const systems::LeafContext& context) const;
  void CheckFrame(const BodyFrame& frame) const;
  Vector6d CalcWrench(const Pose& pose, const Vector3d& theta_dot,
                      const Vector3d& p_dot) const;
  void CalcRates(const systems::LeafContext& context, const Pose& pose,
                 Vector3d* theta_dot, Vector3d* p_dot) const;
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override;

  const BodyFrame a_, b_;
  const BushingParameters parameters_;
};

}  // namespace tactus::multibody
