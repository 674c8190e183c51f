#pragma once

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The inverse of CalcPositionDifference(): q_b with
///
///     q_b - q_a = difference,
///
/// for a rotation vector phi of a quaternion, in the axes of frame F,
///
///     q_b = exp(phi / 2) q_a,
///
/// and sums elsewhere. Quaternions come out with unit length. Differences that
/// turn by pi or more come back the shorter way round.
/// @pre q_b is not the vector behind q_a.
void RetractPositions(const Model& model, const VectorRef& q_a,
                      const VectorXd& difference, VectorXd* q_b);
/// The share of one tree, of vectors of the model's sizes.
void RetractPositions(const Model& model, const Tree& tree,
                      const VectorRef& q_a, const VectorXd& difference,
                      VectorXd* q_b);

/// The left Jacobian of SO(3), w = T dphi/dt of the rotation exp([phi]x), theta
/// = |phi|,
///
///     T = sin(theta)/theta 1 + (1 - cos(theta))/theta^2 [phi]x
///         + (1 - sin(theta)/theta) phi phi'/theta^2.
Matrix3d CalcRotationJacobian(const Vector3d& phi);

/// J <- J T for a matrix J that acts on velocities at q_b, with
///
///     v(q_b) = T d(difference)/dt:
///
/// CalcRotationJacobian() for each rotation vector and 1 elsewhere. Columns of
/// J are the model's velocities; those of `tree` are multiplied.
void MultiplyByRetractionJacobian(const Model& model, const Tree& tree,
                                  const VectorXd& difference, Matrix6Xd* J);

/// The same by where the retraction starts, v(q_b) = A v(q_a): J <- J A, with
/// A = exp([phi]x) for each rotation vector and 1 elsewhere.
void MultiplyByRetractionTurn(const Model& model, const Tree& tree,
                              const VectorXd& difference, Matrix6Xd* J);

/// The rates of q_b = q_a (+) difference, by anything: rates_b = A rates_a + T
/// rates of the difference, nv x any number of columns.
void CalcRetractionRates(const Model& model, const VectorXd& difference,
                         const MatrixXd& rates_a,
                         const MatrixXd& rates_of_difference,
                         MatrixXd* rates_b);

/// The transpose: of a function of q_b with gradient `at_b`, its gradients by
/// q_a and by the difference.
void CalcRetractionGradient(const Model& model, const VectorXd& difference,
                            const VectorXd& at_b, VectorXd* at_a,
                            VectorXd* of_difference);

}  // namespace tactus::multibody
