#pragma once

#include "tactus/systems/types.h"

namespace tactus::systems {

/// The algebraic Riccati equations of optimal control:
///
///     continuous    0 = A'S + S A - S B R^-1 B'S + Q
///     discrete      S = A'S A - A'S B (R + B'S B)^-1 B'S A + Q
///
/// Of their many solutions the stabilising one is meant: symmetric, and such
/// that
///
///     A - B K  has its eigenvalues in the left half-plane, for K = R^-1 B'S
///     (continuous), or inside the unit circle, for K = (R + B'S B)^-1 B'S A
///
/// It is unique if it exists, and it exists if and only if every mode of A that
/// does not decay is reached by B (stabilisability), and every mode that
/// neither decays nor grows is seen by Q.
///
/// Method [Laub79]. If G = B R^-1 B', then [I; S] spans the space that
/// belongs to the n decaying eigenvalues of the Hamiltonian matrix
///
///         [  A   -G ]
///     H = [         ]
///         [ -Q   -A']
///
/// whose eigenvalues come in pairs +-e. A Schur decomposition with these first
/// gives a basis [U1; U2] of it, and S = U2 U1^-1. The discrete equation has
/// the space of the pencil (M, L) inside the unit circle instead,
///
///         [  A   0 ]        [ I   G  ]
///     M = [        ]    L = [        ]      H = (M + L)^-1 (M - L)
///         [ -Q   I ]        [ 0   A' ]
///
/// which this H has in the left half-plane: it takes z to (z - 1) / (z + 1).
/// No inverse of A is needed, so A may hold delays.
///
/// Where costs differ by many orders of magnitude this S may have lost digits.
/// They come back by Newton's method [Kleinman68], two steps of it: S becomes
/// the cost of the feedback K that belongs to the S before (see lyapunov.h).
/// Nine digits and more are to be had for R between 1e-4 and 1e12 times Q. With
/// a cheaper u the continuous equation is ill-conditioned; six digits were left
/// at 1e-8, with six states and two inputs.
///
///     A  n x n, the system: x' = A x + B u or x+ = A x + B u      B  n x m
///     Q  n x n, symmetric, positive semidefinite: cost of x       S  n x n
///     R  m x m, symmetric, positive definite: cost of u
///
/// Both throw std::invalid_argument if sizes or properties are not as above or
/// a number is not finite, and if there is no such S; the message then names
/// the eigenvalue of A that is the trouble, where there is one.

MatrixXd SolveContinuousRiccati(const MatrixXd& A, const MatrixXd& B,
                                const MatrixXd& Q, const MatrixXd& R);

MatrixXd SolveDiscreteRiccati(const MatrixXd& A, const MatrixXd& B,
                              const MatrixXd& Q, const MatrixXd& R);

/// Checks sizes and properties of A, B, Q and R, as listed above.
/// @throws std::invalid_argument
void CheckRiccatiProblem(const MatrixXd& A, const MatrixXd& B,
                         const MatrixXd& Q, const MatrixXd& R);

}  // namespace tactus::systems
