#pragma once

#include "tactus/common/types.h"

namespace tactus::contact {

/// The axes (t1, t2, n) of a contact's frame, in the axes of n: t1 and t2
/// anywhere, but the same, up to sign, for n and -n: bodies may change places.
/// Next to the pole that is nearer to n, which the frame turns from the
/// shortest way.
/// @param n  of length 1.
Matrix3d MakeContactFrame(const Vector3d& n);

/// How that frame spins about n as n moves: t2 . dt1 = this . dn. It is the
/// same for frames that follow -n.
Vector3d CalcContactFrameSpin(const Vector3d& n);

}  // namespace tactus::contact
