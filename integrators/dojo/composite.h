#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// Motions of a tree's bodies by joints: a body's own joint moves its centre of
/// mass p by a column of S, angular rows first, and all that it carries with
/// it:
///
///     y_b = y_a + (0, theta_a x (p_b - p_a)) + S_b v_b,    a before b.
struct Motions {
  const Matrix6Xd& S;  ///< Columns by velocity of the model.
  std::span<const Vector3d> p;
};

/// J_b, 6 x nv of the body's tree, y_b = J_b v.
void CalcJacobian(const multibody::Model& model, int body,
                  const Motions& motions, Matrix6Xd* J);

/// rates += sum over the tree's bodies J_b' D_b K_b, with J of `left` motions
/// and K of `right` ones, by the recursion of composite bodies,
/// [Featherstone08, section 6.2], for D_b of any kind: in time of the pairs of
/// joints that stand before each other.
/// @param D  by body of the model; of the tree's, sums over what they carry on
///   return.
void AddComposite(const multibody::Model& model, const multibody::Tree& tree,
                  const Motions& left, const Motions& right,
                  std::span<Matrix6d> D, Eigen::Ref<MatrixXd> rates);

/// D, of wrenches and poses about a body's point, about its parent's, which are
/// at -left and -right from it: X' D Y.
void AddShifted(const Matrix6d& D, const Vector3d& left, const Vector3d& right,
                Matrix6d* sum);

}  // namespace tactus::integrators
