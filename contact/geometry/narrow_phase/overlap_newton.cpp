#include "tactus/contact/geometry/narrow_phase/overlap_newton.h"

#include <algorithm>
#include <cmath>

namespace tactus::contact {
namespace {

/// Edges within this sine of being across the first direction are tried.
constexpr double kNearlyAcross = 0.3;
constexpr int kMaxSteps = 20;

/// Two tangents of the sphere; the second is zero where one direction is fixed.
using Tangents = Eigen::Matrix<double, 3, 2>;

class Refinement {
 public:
  Refinement(const ConvexSolid& p, const ConvexSolid& q, OverlapAxis* best)
      : p_(p), q_(q), best_(best), start_(best->normal) {}

  /// Takes the direction of n, turned towards the start, if it is better.
  void Try(const Vector3d& n) {
    const double length = n.norm();
    if (!(length > 1e-6)) return;
    const Vector3d unit = (n.dot(start_) < 0 ? -n : n) / length;
    const double overlap = CalcOverlap(p_, q_, unit);
    if (overlap < best_->overlap) *best_ = {unit, overlap};
  }

  void TryFaces() {
    const int face_p = p_.FindFaceAlong(start_);
    if (face_p >= 0) Try(p_.FacePlane(face_p).normal);
    const int face_q = q_.FindFaceAlong(-start_);
    if (face_q >= 0) Try(q_.FacePlane(face_q).normal);
  }

  void TryEdges() {
    ConvexSolid::Edges edges_p, edges_q;
    p_.FindEdgesAcross(start_, kNearlyAcross, &edges_p);
    q_.FindEdgesAcross(-start_, kNearlyAcross, &edges_q);
    for (int i = 0; i < edges_p.count; ++i) {
      for (int j = 0; j < edges_q.count; ++j) {
        Try(edges_p.direction[i].cross(edges_q.direction[j]));
      }
    }
    for (int i = 0; i < edges_p.count; ++i) Descend(&edges_p.direction[i]);
    for (int j = 0; j < edges_q.count; ++j) Descend(&edges_q.direction[j]);
  }

  /// Newton's method from the start, among the directions across `edge` if
  /// there is one.
  void Descend(const Vector3d* edge) {
    Vector3d n = start_;
    if (edge) n = (n - edge->dot(n) * *edge).normalized();
    double overlap = CalcOverlap(p_, q_, n);
    for (int i = 0; i < kMaxSteps; ++i) {
      const Tangents T = MakeTangents(n, edge);
      const Vector2d step = CalcStep(n, overlap, T);
      // So near, o is the same to round-off but its gradient is not: Newton's
      // method converges without a watch.
      const bool near = step.norm() < 1e-5;
      bool falls = false;
      for (double length = 1; length > 1e-3 && !falls; length *= 0.5) {
        const Vector3d next = (n + T * (length * step)).normalized();
        const double o = CalcOverlap(p_, q_, next);
        falls = o < overlap || near;
        if (falls) n = next, overlap = o;
      }
      if (!falls || step.norm() < 1e-14) break;
    }
    if (overlap < best_->overlap) *best_ = {n, overlap};
  }

 private:
  static Tangents MakeTangents(const Vector3d& n, const Vector3d* edge) {
    Tangents T = Tangents::Zero();
    T.col(0) = edge ? Vector3d(edge->cross(n)) : n.unitOrthogonal();
    if (!edge) T.col(1) = n.cross(T.col(0));
    return T;
  }

  Vector2d CalcStep(const Vector3d& n, double overlap,
                    const Tangents& T) const {
    const Vector2d gradient = T.transpose() * (p_.Support(n) - q_.Support(-n));
    Eigen::Matrix2d H =
        T.transpose() * (p_.SupportHessian(n) + q_.SupportHessian(-n)) * T;
    H.diagonal().array() -= overlap;
    if (T.col(1).isZero(0)) H(1, 1) = 1;
    if (H(0, 0) > 0 && H.determinant() > 0) return -H.inverse() * gradient;
    // Far from a minimum: a tenth of a radian down the slope.
    return (-0.1 / std::max(gradient.norm(), 1e-300)) * gradient;
  }

  const ConvexSolid& p_;
  const ConvexSolid& q_;
  OverlapAxis* best_;
  Vector3d start_;
};

}  // namespace

void RefineOverlap(const ConvexSolid& p, const ConvexSolid& q,
                   OverlapAxis* axis, bool is_rough) {
  Refinement refinement(p, q, axis);
  refinement.TryFaces();
  if (!is_rough && p.is_polytope() && q.is_polytope()) return;
  refinement.TryEdges();
  refinement.Descend(nullptr);
}

}  // namespace tactus::contact
