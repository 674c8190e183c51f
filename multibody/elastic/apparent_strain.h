#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// What a step at whose end forces act takes a turn of an element for, if its
/// rotation R is that of the start: of F = R S, with S symmetric, that goes by
/// dF = h Fdot, and turns by theta by that,
///
///     q = sym(exp(theta)) - 1 = (1 - cos |theta|) (n n' - 1)
///
/// with n along theta and sin |theta| = h |w|, R' Rdot = [w], for dF is a
/// chord. Beyond a radian it is that of a radian, and 0 of what is flat.
Matrix3d CalcApparentStrain(const Matrix3d& F, const Matrix3d& R,
                            const Matrix3d& dF);

}  // namespace tactus::multibody
