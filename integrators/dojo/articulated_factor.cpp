#include "tactus/integrators/dojo/articulated_factor.h"

#include <algorithm>
#include <cmath>

namespace tactus::integrators {
namespace {

// Of a joint's pivots against its largest entries: less is rounding.
constexpr double kSmallestPivot = 1e-13;

}  // namespace

bool ArticulatedFactor::Factorize(const Equations& equations) {
  const multibody::Tree& tree = equations.tree;
  first_body_ = tree.first_body;
  links_.resize(tree.num_bodies);
  for (int i = tree.num_bodies - 1; i >= 0; --i) {
    const int b = tree.first_body + i;
    const multibody::Joint& joint = equations.model.joints()[b - 1];
    Link& link = links_[i];
    link.parent = joint.parent < first_body_ ? -1 : joint.parent - first_body_;
    link.v = joint.v_start - tree.v_start;
    link.nv = joint.nv();
    for (int k = 0; k < link.nv; ++k) {
      link.J.col(k) = equations.left.S.col(joint.v_start + k);
      link.K.col(k) = equations.right.S.col(joint.v_start + k);
    }
    Matrix6d& A = equations.D[b];
    if (!Eliminate(equations.d[b], &link, &A)) return false;
    if (link.parent < 0) continue;
    link.left = equations.left.p[b] - equations.left.p[joint.parent];
    link.right = equations.right.p[b] - equations.right.p[joint.parent];
    AddShifted(A, link.left, link.right, &equations.D[joint.parent]);
  }
  return true;
}

// A - U k^-1 V.
bool ArticulatedFactor::Eliminate(const Matrix6d& d, Link* link, Matrix6d* A) {
  const int n = link->nv;
  Matrix6d k;
  for (int j = 0; j < n; ++j) {
    link->U.col(j).noalias() = *A * link->K.col(j);
    link->V.row(j).noalias() = link->J.col(j).transpose() * *A;
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i)
      k(i, j) = link->J.col(i).dot(link->U.col(j)) + d(i, j);
  }
  for (int i = 0; i < n; ++i) {
    double largest = 0, scale = std::abs(d(i, i));
    for (int j = 0; j < n; ++j) {
      largest = std::max(largest, std::abs(k(i, j)));
      scale = std::max(scale, link->J.col(i).norm() * link->U.col(j).norm());
    }
    if (!(largest > kSmallestPivot * scale)) return false;
  }
  if (!link->k.Factorize(k.topLeftCorner(n, n), kSmallestPivot)) return false;
  Matrix6d quotient;
  for (int j = 0; j < n; ++j) quotient.row(j) = link->V.row(j);
  link->k.Solve(quotient.topRows(n));
  for (int j = 0; j < n; ++j) A->noalias() -= link->U.col(j) * quotient.row(j);
  return true;
}

// Inwards, with f the wrench of a subtree at y = 0 of its parent's,
//
//     u_b = k^-1 (r - J' f_b),   f_parent += f_b + U u_b,   f_b = -W_b + ...;
//
// outwards, y = the parent's, moved: v_b = u_b - k^-1 V y, y_b = y + K v_b.
void ArticulatedFactor::Solve(std::span<Vector6d> W, Eigen::Ref<VectorXd> v,
                              std::span<Vector6d> y) const {
  const int num_links = static_cast<int>(links_.size());
  for (int i = num_links - 1; i >= 0; --i) {
    const Link& link = links_[i];
    Vector6d& rest = W[first_body_ + i];  // -f
    for (int k = 0; k < link.nv; ++k) v[link.v + k] += link.J.col(k).dot(rest);
    link.k.Solve(v.segment(link.v, link.nv));
    if (link.parent < 0) continue;
    for (int k = 0; k < link.nv; ++k) rest -= v[link.v + k] * link.U.col(k);
    Vector6d& sum = W[first_body_ + link.parent];
    sum.head<3>() += rest.head<3>() + link.left.cross(Vector3d(rest.tail<3>()));
    sum.tail<3>() += rest.tail<3>();
  }
  for (int i = 0; i < num_links; ++i) {
    const Link& link = links_[i];
    Vector6d& own = y[first_body_ + i];
    own.setZero();
    if (link.parent >= 0) {
      own = y[first_body_ + link.parent];
      own.tail<3>() += own.head<3>().cross(link.right);
      Vector6d corrections;
      for (int k = 0; k < link.nv; ++k) corrections[k] = link.V.row(k).dot(own);
      link.k.Solve(corrections.head(link.nv));
      v.segment(link.v, link.nv) -= corrections.head(link.nv);
    }
    for (int k = 0; k < link.nv; ++k) own += v[link.v + k] * link.K.col(k);
  }
}

}  // namespace tactus::integrators
