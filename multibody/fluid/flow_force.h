#pragma once

#include "tactus/common/types.h"
#include "tactus/multibody/fluid/fluid.h"

namespace tactus::multibody {

/// What a flow does to a part of a body, in the part's frame E, at its origin;
/// torque first.
struct FlowForce {
  Vector6d F_E = Vector6d::Zero();  ///< [N m], [N]
  /// -dF/dV of what resists, by component, not negative [N m s], [N s/m].
  Vector6d damping = Vector6d::Zero();
};

/// MuJoCo's inertia model, a box that creeps (Stokes) and drags:
///
///     f_i = -6 pi mu r v_i   - 2 rho h_j h_k |v_i| v_i,
///     t_i = -8 pi mu r^3 w_i - rho/2 h_i (h_j^4 + h_k^4) |w_i| w_i
///
/// for i, j, k in turn.
///
///   symbol  meaning                                          unit
///   h       half lengths of the box, along the axes of E     m
///   r       their mean                                       m
///   w, v    angular and linear velocity against the fluid,   rad/s, m/s
///           V_E, in E
FlowForce CalcBoxFlow(const Fluid& fluid, const Vector3d& half_extents,
                      const Vector6d& V_E);

/// MuJoCo's ellipsoid model, in terms of the radii r_i, of the volume
/// V = 4/3 pi r_x r_y r_z and of A, the area of the shadow along v:
///
///     f =   m_A v x w                                    added mass
///         + c_magnus rho V w x v                         Magnus
///         + c_kutta rho cos(a) A (n x v) x v             Kutta, Joukowski
///         - (6 pi mu r + rho |v| (c_blunt A + c_slender (A_max - A))) v,
///     t =   m_A v x v + I_A w x w                        added mass
///         - (8 pi mu r^3 + rho |D w|) w,
///     D_i = c_angular J_i + c_slender (J_max - J_i).
///
///   symbol  meaning                                          unit
///   r       mean of the radii                                m
///   n       (r_j r_k)^2 v_i, a normal of the surface where   m^5/s
///           v is normal to the shadow's rim
///   a       angle between n and v                            rad
///   A_max   pi times the product of the longer two radii     m^2
///   J_i     8/15 pi r_i max(r_j, r_k)^4                      m^5
///   J_max   8/15 pi r_mid r_max^4                            m^5
///
/// The fluid carried along has mass and inertia, from the potential flow about
/// an ellipsoid ([Lamb32, sections 114, 115]):
///
///     kappa_i = r_x r_y r_z int_0^inf dl
///                 / sqrt((r_i^2 + l)^3 (r_j^2 + l) (r_k^2 + l)),
///     m_A,i = rho V kappa_i / (2 - kappa_i),
///     I_A,i = rho V/5 (r_j^2 - r_k^2)^2 (kappa_k - kappa_j)
///             / (2 (r_j^2 - r_k^2) + (r_j^2 + r_k^2) (kappa_j - kappa_k)).
///
/// Its forces by accelerations are left out, as MuJoCo leaves them out.
class EllipsoidFlow {
 public:
  /// @pre radii are positive.
  EllipsoidFlow(const Vector3d& radii, const FlowCoefficients& coefficients);

  FlowForce Calc(const Fluid& fluid, const Vector6d& V_E) const;

  /// m_A / rho [m^3] and I_A / rho [m^5].
  const Vector3d& added_mass() const { return added_mass_; }
  const Vector3d& added_inertia() const { return added_inertia_; }

 private:
  void AddLift(const Fluid& fluid, const Vector3d& w, const Vector3d& v,
               FlowForce* flow) const;
  void AddDrag(const Fluid& fluid, const Vector3d& w, const Vector3d& v,
               FlowForce* flow) const;

  Vector3d radii_;
  FlowCoefficients coefficients_;
  double volume_{}, mean_radius_{};
  double largest_area_{};  // A_max
  Vector3d angular_drag_;  // D
  Vector3d added_mass_, added_inertia_;
};

}  // namespace tactus::multibody
