#pragma once

#include "tactus/multibody/fluid/ellipsoid_sizes.h"
#include "tactus/multibody/fluid/fluid.h"

namespace tactus::multibody {

/// How a FlowForce (flow_force.h) changes with V_E: its force and its damping,
/// a column for each component. Where a speed is zero, damping has a kink; it
/// counts as constant there.
struct FlowRates {
  Matrix6d force = Matrix6d::Zero();
  Matrix6d damping = Matrix6d::Zero();
};

/// Of CalcBoxFlow().
FlowRates CalcBoxFlowRates(const Fluid& fluid, const Vector3d& half_extents,
                           const Vector6d& V_E);

/// The same by the half lengths of the box [per m].
struct BoxSizeRates {
  Eigen::Matrix<double, 6, 3> force, damping;
};
BoxSizeRates CalcBoxSizeRates(const Fluid& fluid, const Vector3d& half_extents,
                              const Vector6d& V_E);

/// Of EllipsoidFlow. With P = m_A v, S = I_A w, and a = |(p_i v_i)|,
///
///     c_kutta rho cos(a) A = c_kutta rho pi g,   g = a / (|v| |n|),
///     dg = g (n / a^2 - v / |v|^2 - p^2 n / |n|^2)' dv,
///     dA = A (p^2 n / |n|^2 - n / a^2)' dv,      n = (p_i^2 v_i).
class EllipsoidFlowRates {
 public:
  /// @pre radii are positive.
  EllipsoidFlowRates(const Vector3d& radii,
                     const FlowCoefficients& coefficients);

  FlowRates Calc(const Fluid& fluid, const Vector6d& V_E) const;

 private:
  void AddAddedMass(const Fluid& fluid, const Vector3d& w, const Vector3d& v,
                    FlowRates* rates) const;
  void AddLift(const Fluid& fluid, const Vector3d& w, const Vector3d& v,
               FlowRates* rates) const;
  void AddDrag(const Fluid& fluid, const Vector3d& w, FlowRates* rates) const;

  Vector3d p_;  ///< r_j r_k [m^2].
  FlowCoefficients coefficients_;
  EllipsoidSizes sizes_;
};

}  // namespace tactus::multibody
