#pragma once

#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::solvers {

/// Condition numbers by the 2-norm, the largest over the smallest singular
/// value, of Newton's matrix at an iterate of an interior-point method: with z
/// and s among its unknowns, with s eliminated, and with both,
///
///     [ E_x  E_z        ]      K = [ E_x   E_z       ]
///     [ g_x  g_z    -1  ]          [ g_x   g_z + W^2 ]
///     [      L(s)  L(z) ]      K_x = E_x - E_z (g_z + W^2)^-1 g_x
///
/// with the product u o w = L(u) w of the cones. W^2 is s / z on the central
/// path, from kappa / z^2 to s^2 / kappa, so that K says little of how well the
/// step is known: a solve that eliminates z pair by pair does not meet it.
///
/// On the central path W^-2 is kappa times the Hessian of the cones' barrier at
/// s, so that K_x is there the matrix of a method that has x alone.
struct Conditioning {
  double full{};         ///< Of the matrix over x, z, s.
  double primal_dual{};  ///< Of K.
  double primal{};       ///< Of K_x.
};

/// Of the last Factorize().
/// @param num_unknowns  entries of x.
/// @param z, s  of the iterate.
Conditioning CalcConditioning(int num_unknowns,
                              const NesterovToddScaling& scaling,
                              const VectorXd& z, const VectorXd& s,
                              ComplementarityProblem* problem);

}  // namespace tactus::solvers
