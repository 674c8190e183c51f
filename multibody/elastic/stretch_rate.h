#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// How the stretch S of F = R S follows F. With A = R' Fdot and R' Rdot = [w],
///
///     A = [w] S + Sdot,   (tr S - S) w = ax(A) = (A21 - A12, A02 - A20,
///     A10 - A01),
///     Sdot = sym(A) - sym([w] S),
///
/// in the axes of S, of the stretches s_i,
///
///     Sdot_ij = (s_i A_ij + s_j A_ji) / (s_i + s_j).
///
/// sym(A), which Sdot is where nothing is strained, is not zero for what is
/// stretched and only turns.
struct StretchRate {
  /// voigt(sym([w] S)) = of_turn ax(A), on (xx, yy, zz, yz, zx, xy), shear
  /// doubled.
  Eigen::Matrix<double, 6, 3> of_turn;
  /// The largest of |s_i - s_j| / (s_i + s_j): |Sdot_ij|^2 is not larger than
  /// (1 + asymmetry^2) / 2 (A_ij^2 + A_ji^2). At most 1: of what is inside out,
  /// s_3 < 0, only so much of the turn counts that it is 1, and nothing where
  /// s_2 + s_3 = 0, where R jumps.
  double asymmetry{};
};
StretchRate CalcStretchRate(const Matrix3d& S);

}  // namespace tactus::multibody
