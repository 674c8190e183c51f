#pragma once

#include "tactus/common/types.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody {

/// The box of uniform density that has a body's mass distribution: with
/// principal moments I_x >= I_y >= I_z and mass m its half lengths are
///
///     h_x^2 = 3/(2m) (I_y + I_z - I_x),   and so on in turn,
///
/// so that z is its longest edge. Where moments are equal its axes are those of
/// SpatialInertia::R_BP, if these are principal ones. A fluid takes a body for
/// it (fluid.h), and MJCF fits primitive shapes to meshes with it.
struct InertiaBox {
  RigidTransform X_BE;  ///< The box's frame E, at the centre of mass.
  Vector3d half_extents{};
};

/// @pre the body has mass.
InertiaBox CalcInertiaBox(const SpatialInertia& inertia);

}  // namespace tactus::multibody
