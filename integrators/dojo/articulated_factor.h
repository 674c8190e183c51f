#pragma once

#include <span>
#include <vector>

#include "tactus/integrators/dojo/composite.h"
#include "tactus/solvers/small_lu.h"

namespace tactus::integrators {

/// The equations of one tree,
///
///     sum over bodies J_b' (D_b y_b - W_b) + d v = r,    y_b = K_b v,
///
/// for v, in time linear in the bodies, by the recursion of articulated bodies
/// [Featherstone08, section 7.3], here for matrices D and d of any kind and
/// motions J and K of their own: an elimination from the leaves inwards, that
/// chooses pivots within joints alone. With sums of the children's matrices,
/// seen from p_b,
///
///     A_b = D_b + sum (A_c - U_c k_c^-1 V_c),
///     U = A K_own,   V = J_own' A,   k = V K_own + d.
class ArticulatedFactor {
 public:
  /// What is to be factorized; kept until the solve.
  struct Equations {
    const multibody::Model& model;
    const multibody::Tree& tree;
    Motions left, right;  ///< J, K.
    /// By body of the model; articulated on return.
    std::span<Matrix6d> D;
    /// By body of the model, its joint's corner.
    std::span<const Matrix6d> d;
  };
  /// False: no pivot in a joint is above rounding.
  [[nodiscard]] bool Factorize(const Equations& equations);

  /// @param W  by body of the model; overwritten.
  /// @param v  r, over the tree's velocities; v on return.
  /// @param y  by body of the model: of the tree's, y_b on return.
  void Solve(std::span<Vector6d> W, Eigen::Ref<VectorXd> v,
             std::span<Vector6d> y) const;

 private:
  struct Link {
    int parent = -1;       ///< Among links; -1: of another tree.
    int v{}, nv{};         ///< Of the tree's velocities.
    Vector3d left, right;  ///< From the parent's point, for J and K.
    Matrix6d K, J, U, V;   ///< Columns of v; V's rows.
    solvers::SmallLu k;
  };
  bool Eliminate(const Matrix6d& d, Link* link, Matrix6d* A);

  int first_body_{};
  std::vector<Link> links_;
};

}  // namespace tactus::integrators
