#include "tactus/apps/bench/cond/position_based_cable.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "tactus/common/require.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::apps::cond {

using multibody::Constraint;
using multibody::Model;

namespace {

Matrix3d InverseInertia(const Vector3d& inverse_inertia, const Quaterniond& R) {
  const Matrix3d R_WB = R.toRotationMatrix();
  return R_WB * inverse_inertia.asDiagonal() * R_WB.transpose();
}

// q <- q + (turn, 0) q / 2, which is a rotation by `turn` to second order.
void Turn(const Vector3d& turn_W, Quaterniond* R) {
  const Quaterniond change =
      Quaterniond(0, turn_W.x() / 2, turn_W.y() / 2, turn_W.z() / 2) * *R;
  R->coeffs() += change.coeffs();
  R->normalize();
}

RigidTransform Between(const RigidTransform& from, const RigidTransform& to,
                       double share) {
  RigidTransform between = RigidTransform::Identity();
  between.translation() =
      (1 - share) * from.translation() + share * to.translation();
  between.linear() = Quaterniond(from.linear())
                         .slerp(share, Quaterniond(to.linear()))
                         .toRotationMatrix();
  return between;
}

}  // namespace

PositionBasedCable::PositionBasedCable(const Model& model, const VectorXd& q,
                                       const VectorXd& v,
                                       const Options& options)
    : model_(model), options_(options), link_of_body_(model.num_bodies(), -1) {
  Require(options.substeps >= 1,
          "position-based dynamics needs one substep at least");
  multibody::PositionKinematics position;
  multibody::CalcPositionKinematics(model, q, &position);
  X_WB_.assign(position.X_WB.begin(), position.X_WB.end());
  const auto constraints = model.constraints();
  for (int i = 0; i < std::ssize(constraints); ++i) {
    const Constraint& tie = constraints[i];
    if (tie.type != multibody::ConstraintType::kCosserat) continue;
    AddLink(model, tie.body_a, std::abs(tie.X_AP.translation().z()), v);
    AddLink(model, tie.body_b, std::abs(tie.X_BQ.translation().z()), v);
    ties_.push_back({.constraint = i,
                     .strain0 = Vector6d::Zero(),
                     .force = Vector6d::Zero()});
  }
  Require(!links_.empty(), "position-based dynamics has no links of a cable");
}

void PositionBasedCable::AddLink(const Model& model, int body,
                                 double half_length, const VectorXd& v) {
  const int inboard = model.bodies()[body].inboard_joint;
  if (inboard < 0 || link_of_body_[body] >= 0) return;
  const multibody::Joint& joint = model.joints()[inboard];
  if (joint.type != multibody::JointType::kFloating) return;
  const multibody::SpatialInertia& inertia = model.bodies()[body].inertia;
  link_of_body_[body] = static_cast<int>(links_.size());
  Link& link = links_.emplace_back();
  link.body = body;
  link.inverse_mass = 1 / inertia.mass;
  link.half_length = half_length;
  link.inertia = inertia.I_Bcm.diagonal();
  link.inverse_inertia = link.inertia.cwiseInverse();
  link.gravity_W = model.GravityOn(body);
  link.p = X_WB_[body].translation();
  link.R = Quaterniond(X_WB_[body].linear());
  link.w = v.segment<3>(joint.v_start);
  link.v = v.segment<3>(joint.v_start + 3);
}

void PositionBasedCable::Step(double h, std::span<const RigidTransform> from,
                              std::span<const RigidTransform> to) {
  for (Tie& tie : ties_) tie.force.setZero();
  for (int k = 1; k <= options_.substeps; ++k) {
    const double share = static_cast<double>(k) / options_.substeps;
    for (Tie& tie : ties_)
      tie.strain0 = CalcStrain(model_.constraints()[tie.constraint]).e;
    for (int body = 0; body < std::ssize(X_WB_); ++body) {
      if (link_of_body_[body] < 0)
        X_WB_[body] = Between(from[body], to[body], share);
    }
    Substep(h / options_.substeps);
  }
  for (Tie& tie : ties_) tie.force /= options_.substeps;
}

void PositionBasedCable::Substep(double h) {
  for (Link& link : links_) Predict(h, &link);
  for (Tie& tie : ties_) Pull(h, &tie);
  for (Link& link : links_) Touch(&link);
  for (Link& link : links_) UpdateVelocities(h, &link);
  for (Link& link : links_) StopNormal(&link);
  for (const Link& link : links_) X_WB_[link.body] = PoseOf(link);
}

// Euler's equation in the body's axes, explicitly.
void PositionBasedCable::Predict(double h, Link* link) const {
  link->p_before = link->p;
  link->R_before = link->R;
  const Vector3d w_B = link->R.conjugate() * link->w;
  const Vector3d moment = -w_B.cross(link->inertia.cwiseProduct(w_B));
  link->w += h * (link->R * link->inverse_inertia.cwiseProduct(moment));
  link->v += h * link->gravity_W;
  link->p += h * link->v;
  Turn(h * link->w, &link->R);
}

RigidTransform PositionBasedCable::PoseOf(int body) const {
  const int link = link_of_body_[body];
  return link < 0 ? X_WB_[body] : PoseOf(links_[link]);
}

multibody::CosseratStrain PositionBasedCable::CalcStrain(
    const Constraint& tie) const {
  return multibody::CalcCosseratStrain(tie.cosserat,
                                       PoseOf(tie.body_a) * tie.X_AP,
                                       PoseOf(tie.body_b) * tie.X_BQ);
}

// l = -(W + (h^2 s K)^-1)^-1 (e - (d / h) / s e0)
void PositionBasedCable::Pull(double h, Tie* tie) {
  const Constraint& constraint = model_.constraints()[tie->constraint];
  const multibody::CosseratElement& element = constraint.cosserat;
  const multibody::CosseratStrain strain = CalcStrain(constraint);
  const Vector3d p = PoseOf(constraint.body_b) * constraint.X_BQ.translation();
  const double s = 1 + element.damping / h;
  Matrix6d W = strain.G *
               (CalcCompliance(constraint.body_a, p) +
                CalcCompliance(constraint.body_b, p)) *
               strain.G.transpose();
  W.diagonal() += (h * h * s * element.stiffness).cwiseInverse();
  const Vector6d impulse =
      W.ldlt().solve(element.damping / (h * s) * tie->strain0 - strain.e);
  const Vector6d impulse_W = strain.G.transpose() * impulse;
  Push(constraint.body_b, p, impulse_W);
  Push(constraint.body_a, p, -impulse_W);
  tie->force += impulse / (h * h);
}

// [J^-1, J^-1 r; r' J^-1, 1/m + r' J^-1 r] of a wrench (moment, force) at p,
// with r = [p - centre]x.
Matrix6d PositionBasedCable::CalcCompliance(int body,
                                            const Vector3d& p_W) const {
  Matrix6d compliance = Matrix6d::Zero();
  if (link_of_body_[body] < 0) return compliance;
  const Link& link = links_[link_of_body_[body]];
  const Matrix3d inverse = InverseInertia(link.inverse_inertia, link.R);
  const Matrix3d r = CrossMatrix(Vector3d(p_W - link.p));
  compliance << inverse, inverse * r, r.transpose() * inverse,
      link.inverse_mass * Matrix3d::Identity() + r.transpose() * inverse * r;
  return compliance;
}

void PositionBasedCable::Push(int body, const Vector3d& p_W,
                              const Vector6d& impulse) {
  if (link_of_body_[body] < 0) return;
  Link& link = links_[link_of_body_[body]];
  const Vector3d arm = p_W - link.p, force = impulse.tail<3>();
  const Vector3d moment = impulse.head<3>() + arm.cross(force);
  const Vector3d turn = InverseInertia(link.inverse_inertia, link.R) * moment;
  link.p += link.inverse_mass * force;
  Turn(turn, &link.R);
}

// The point of its axis that is nearest to the drum's.
PositionBasedCable::Nearest PositionBasedCable::FindNearest(
    const Link& link) const {
  const Vector3d along = link.R * Vector3d(0, 0, link.half_length);
  const Vector3d across(1, 0, 1);
  const Vector3d from = link.p.cwiseProduct(across);
  const Vector3d way = along.cwiseProduct(across);
  const double length2 = way.squaredNorm();
  const double at =
      length2 > 0 ? std::clamp(-from.dot(way) / length2, -1.0, 1.0) : 0;
  const Vector3d out = from + at * way;
  Nearest nearest;
  nearest.gap = out.norm() - options_.drum->radius - options_.drum->link_radius;
  nearest.n_W = out.normalized();
  nearest.arm_W = at * along - options_.drum->link_radius * nearest.n_W;
  return nearest;
}

void PositionBasedCable::Touch(Link* link) const {
  link->touches = false;
  if (!options_.drum) return;
  const Nearest nearest = FindNearest(*link);
  if (nearest.gap >= 0) return;
  link->touches = true;
  link->n_W = nearest.n_W;
  link->arm_W = nearest.arm_W;
  const Matrix3d inverse = InverseInertia(link->inverse_inertia, link->R);
  const Matrix3d r = CrossMatrix(nearest.arm_W);
  const Matrix3d S =
      link->inverse_mass * Matrix3d::Identity() + r.transpose() * inverse * r;
  const double normal =
      -nearest.gap / nearest.n_W.dot(Vector3d(S * nearest.n_W));
  // What the point of the link that touches has slid by.
  const Vector3d arm_before =
      link->R_before * (link->R.conjugate() * nearest.arm_W);
  Vector3d slid = link->p + nearest.arm_W - link->p_before - arm_before;
  slid -= slid.dot(nearest.n_W) * nearest.n_W;
  Vector3d push = normal * nearest.n_W;
  if (slid.norm() > 0) {
    const Vector3d t = slid.normalized();
    push -= std::min(slid.norm() / t.dot(Vector3d(S * t)),
                     options_.drum->friction * normal) *
            t;
  }
  link->p += link->inverse_mass * push;
  Turn(inverse * nearest.arm_W.cross(push), &link->R);
}

void PositionBasedCable::UpdateVelocities(double h, Link* link) const {
  link->v = (link->p - link->p_before) / h;
  const Quaterniond turn = link->R * link->R_before.conjugate();
  link->w = (turn.w() < 0 ? -2 : 2) / h * turn.vec();
}

// A contact has no normal velocity, neither in nor out.
void PositionBasedCable::StopNormal(Link* link) const {
  if (!link->touches) return;
  const Matrix3d inverse = InverseInertia(link->inverse_inertia, link->R);
  const Vector3d lever = link->arm_W.cross(link->n_W);
  const double out = link->n_W.dot(link->v) + lever.dot(link->w);
  const double impulse =
      -out / (link->inverse_mass + lever.dot(Vector3d(inverse * lever)));
  link->v += link->inverse_mass * impulse * link->n_W;
  link->w += impulse * (inverse * lever);
}

RigidTransform PositionBasedCable::PoseOf(const Link& link) const {
  RigidTransform pose = RigidTransform::Identity();
  pose.translation() = link.p;
  pose.linear() = link.R.toRotationMatrix();
  return pose;
}

Vector6d PositionBasedCable::force(int index) const {
  for (const Tie& tie : ties_) {
    if (tie.constraint == index) return tie.force;
  }
  Require(false, "position-based dynamics has no tie of that number");
  return {};
}

double PositionBasedCable::CalcOverlap() const {
  double deepest = 0;
  if (!options_.drum) return deepest;
  for (const Link& link : links_)
    deepest = std::max(deepest, -FindNearest(link).gap);
  return deepest;
}

Vector6d PositionBasedCable::CalcMomentum() const {
  Vector6d momentum = Vector6d::Zero();
  for (const Link& link : links_) {
    const Vector3d linear = link.v / link.inverse_mass;
    const Vector3d own = link.R * link.inertia.cwiseProduct(
                                      Vector3d(link.R.conjugate() * link.w));
    momentum.head<3>() += link.p.cross(linear) + own;
    momentum.tail<3>() += linear;
  }
  return momentum;
}

}  // namespace tactus::apps::cond
