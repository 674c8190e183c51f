#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// What all bodies of a model move in: the same everywhere, without surface and
/// without buoyancy. It resists their motion as MuJoCo has it: each body by the
/// box of its inertia (inertia_box.h), or, where it has them, by ellipsoids
/// (fluid_forces.h).
struct Fluid {
  double density{};                    ///< rho [kg/m^3]; air has 1.2.
  double viscosity{};                  ///< mu [Pa s]; air has 1.8e-5.
  Vector3d wind_W = Vector3d::Zero();  ///< The fluid's velocity [m/s].

  /// False in a vacuum, where nothing acts.
  bool resists() const { return density > 0 || viscosity > 0; }
  bool operator==(const Fluid&) const = default;
};

/// The coefficients of an ellipsoid in a flow, without units.
struct FlowCoefficients {
  double blunt_drag = 0.5;     ///< Of the area across the flow.
  double slender_drag = 0.25;  ///< Of the area along the flow.
  double angular_drag = 1.5;
  double kutta_lift = 1;   ///< Of a body at an angle to the flow.
  double magnus_lift = 1;  ///< Of a body that spins.
};

/// A part of a body that the fluid takes for an ellipsoid, with axes along E.
/// A body with such parts has no box besides.
struct FluidEllipsoid {
  int body{};
  RigidTransform X_BE = RigidTransform::Identity();
  Vector3d radii = Vector3d::Zero();  ///< [m], positive.
  FlowCoefficients coefficients = {};
};

}  // namespace tactus::multibody
