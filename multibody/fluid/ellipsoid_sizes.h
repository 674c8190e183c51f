#pragma once

#include "tactus/multibody/fluid/fluid.h"

namespace tactus::multibody {

/// What EllipsoidFlow (flow_force.h) needs of an ellipsoid.
struct EllipsoidSizes {
  double volume{};                            ///< V [m^3]
  double mean_radius{};                       ///< r [m]
  double largest_area{};                      ///< A_max [m^2]
  Vector3d angular_drag = Vector3d::Zero();   ///< D [m^5]
  Vector3d added_mass = Vector3d::Zero();     ///< m_A / rho [m^3]
  Vector3d added_inertia = Vector3d::Zero();  ///< I_A / rho [m^5]
};

/// @pre radii are positive.
EllipsoidSizes CalcEllipsoidSizes(const Vector3d& radii,
                                  const FlowCoefficients& coefficients);

}  // namespace tactus::multibody
