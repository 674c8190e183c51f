#pragma once

#include <optional>

#include "tactus/multibody/inertia_box.h"

namespace tactus::multibody {

/// How an inertia box changes with the mass [kg] and the moments of inertia:
/// its frame turns with `turn`, in E, dR_BE = R_BE [turn]x.
struct InertiaBoxRates {
  Vector3d half_extents = Vector3d::Zero(), turn = Vector3d::Zero();
};

/// By the mass, where I_Bcm stays: dh = -h / (2m) dm.
InertiaBoxRates CalcInertiaBoxRatesByMass(const SpatialInertia& inertia);

/// Along a symmetric dI of I_Bcm: with A = R_BE' dI R_BE and principal moments
/// I_i,
///
///     dh_i = 3/(4 m h_i) (tr A - 2 A_ii),   turn_k = A_ij / (I_i - I_j)
///
/// for i, j, k in turn.
///
/// Nothing where the box has no rates: its axes are open, since A couples two
/// of equal moments, or it is flat and grows thick.
std::optional<InertiaBoxRates> CalcInertiaBoxRatesByInertia(
    const SpatialInertia& inertia, const Matrix3d& dI);

}  // namespace tactus::multibody
