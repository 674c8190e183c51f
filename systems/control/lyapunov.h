#pragma once

#include "tactus/systems/control/stabilizability.h"
#include "tactus/systems/types.h"

namespace tactus::systems {

/// What a linear system without input will cost, in continuous and in discrete
/// time,
///
///     x'S x = ∫ x'C x dt,       x' = F x       0 = F'S + S F + C
///     x'S x = sum of x'C x,     x+ = F x       S = F'S F + C
///
/// if it is stable: the equations of Lyapunov and Stein. With F = A - B K this
/// is the cost of any feedback u = -K x.
///
///     F  n x n       C  n x n, symmetric       S  n x n, symmetric
///
/// Method [BartelsStewart72]. With the Schur decomposition F = U T U*, T upper
/// triangular, the equations become ones for Y = U*S U, and give its columns
/// one after another by triangular systems, here with D = U*C U,
///
///     (T* + t_jj I) y_j  = -d_j - sum over i < j of t_ij y_i
///     (I - t_jj T*) y_j  =  d_j + T* (sum over i < j of t_ij y_i)
///
/// @throws std::invalid_argument if the sizes do not match. If F has
/// eigenvalues with e + f* = 0 (continuous) or e f* = 1 (discrete), which a
/// stable F has not, S is not finite.
MatrixXd SolveLyapunov(const MatrixXd& F, const MatrixXd& C, TimeDomain domain);

}  // namespace tactus::systems
