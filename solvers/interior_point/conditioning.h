#pragma once

#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::solvers {

/// Condition numbers by the 2-norm, the largest over the smallest singular
/// value, of Newton's matrix at an iterate of an interior-point method: with z
/// among its unknowns, and with z eliminated,
///
///     K = [ E_x   E_z       ]      K_x = E_x - E_z (g_z + W^2)^-1 g_x.
///         [ g_x   g_z + W^2 ]
///
/// On the central path W^-2 is kappa times the Hessian of the cones' barrier at
/// s, so that K_x is there the matrix of a method that has x alone.
struct Conditioning {
  double primal_dual{};  ///< Of K.
  double primal{};       ///< Of K_x.
};

/// Of the last Factorize().
/// @param num_unknowns  entries of x.
Conditioning CalcConditioning(int num_unknowns,
                              const NesterovToddScaling& scaling,
                              ComplementarityProblem* problem);

}  // namespace tactus::solvers
