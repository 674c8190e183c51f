#include "tactus/multibody/constraint_residuals.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

constexpr double kAtLimit = 1e-9;

VelocityKinematics MakeRest(const Model& model) {
  VelocityKinematics rest;
  rest.V_WB.assign(model.num_bodies(), Vector6d::Zero());
  rest.A0_WB.assign(model.num_bodies(), Vector6d::Zero());
  return rest;
}

// Calls visit(index, body_rows) for each rigid constraint.
template <class Visit>
void VisitConstraints(const Model& model, const PositionKinematics& position,
                      const Visit& visit) {
  const VelocityKinematics rest = MakeRest(model);
  BodyRows body_rows;
  for (int i = 0; i < std::ssize(model.constraints()); ++i) {
    const Constraint& constraint = model.constraints()[i];
    if (!IsRigid(constraint)) continue;
    CalcConstraintRows(model, position, rest, constraint, &body_rows);
    visit(i, body_rows);
  }
}

VectorXd MakeRow(const Model& model, const TendonKinematics& tendon) {
  VectorXd row = VectorXd::Zero(model.num_velocities());
  for (const contact::JointTerm& term : tendon.terms)
    row[term.dof] += term.coefficient;
  return row;
}

// J of a tendon; zero without one.
VectorXd CalcTendonRow(const Model& model, const PositionKinematics& position,
                       int tendon, const VectorXd& q) {
  TendonKinematics at;
  if (tendon >= 0) CalcTendon(model, position, model.tendons()[tendon], q, &at);
  return MakeRow(model, at);
}

// Calls visit(index, difference) for each locked joint.
template <class Visit>
void VisitLocks(const Model& model, const VectorXd& q, const Visit& visit) {
  VectorXd difference;
  for (int j = 0; j < std::ssize(model.joints()); ++j) {
    const Joint& joint = model.joints()[j];
    if (!joint.is_locked || joint.nv() == 0) continue;
    difference.resize(model.num_velocities());
    CalcJointDifference(joint, model.default_positions(), q, &difference);
    visit(j, difference.segment(joint.v_start, joint.nv()));
  }
}

// One Gauss-Newton step, shortened until it helps, on the scales of its start.
// Which part of it was taken; zero if none helps.
double Step(const Model& model, ConstraintResiduals* residuals, VectorXd* q) {
  const VectorXd scale = residuals->scale().head(residuals->num_equalities());
  const double merit = residuals->CalcMerit(scale);
  const VectorXd dv = residuals->Solve(residuals->g());
  const VectorXd q0 = *q;
  for (double alpha = 1; alpha > 1e-3; alpha /= 2) {
    IntegratePositions(model, q0, dv, alpha, q);
    residuals->Evaluate(*q);
    if (residuals->CalcMerit(scale) < merit) return alpha;
  }
  *q = q0;
  residuals->Evaluate(q0);
  return 0;
}

}  // namespace

ConstraintResiduals::ConstraintResiduals(const Model& model)
    : model_(model),
      is_held_(model.num_velocities() + model.tendons().size(), false) {}

void ConstraintResiduals::Evaluate(const VectorXd& q) {
  AddErrors(q);
  G_.resize(std::ssize(rows_), model_.num_velocities());
  for (Eigen::Index i = 0; i < G_.rows(); ++i) G_.row(i) = rows_[i];
  Scale();
}

void ConstraintResiduals::EvaluateErrors(const VectorXd& q) {
  has_rows_ = false;
  AddErrors(q);
  has_rows_ = true;
  G_.resize(0, 0);
  scale_.resize(0);
}

void ConstraintResiduals::AddErrors(const VectorXd& q) {
  groups_.clear();
  limits_.clear();
  values_.clear();
  rows_.clear();
  CalcPositionKinematics(model_, q, &position_);
  AddConstraints();
  AddCouplers(q);
  AddLocks(q);
  num_equalities_ = static_cast<int>(values_.size());
  AddLimits(q);
  AddBallLimits(q);
  AddTendonLimits(q);
  g_ = Eigen::Map<const VectorXd>(values_.data(), std::ssize(values_));
}

double ConstraintResiduals::CalcMerit(const VectorXd& scale) const {
  const Eigen::Index n = num_equalities_, rest = g_.size() - n;
  return std::hypot(scale.cwiseProduct(g_.head(n)).norm(),
                    scale_.tail(rest).cwiseProduct(g_.tail(rest)).norm());
}

VectorXd ConstraintResiduals::Solve(const VectorXd& r) const {
  const MatrixXd SG = scale_.asDiagonal() * G_;
  const MatrixXd MinvGt = SolveMassMatrix(SG.transpose());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> S;
  S.setThreshold(1e-10);
  S.compute(SG * MinvGt);
  return -MinvGt * S.solve(scale_.cwiseProduct(r));
}

std::string ConstraintResiduals::Describe(const Group& group) const {
  switch (group.kind) {
    case Group::Kind::kCoupler: {
      const JointCoupler& coupler = model_.couplers()[group.index];
      const bool is_tendon = coupler.tendon_a >= 0;
      return "coupler '" + coupler.name +
             (is_tendon ? "' of tendon '" : "' of joint '") +
             (is_tendon ? model_.tendons()[coupler.tendon_a].name
                        : model_.joints()[coupler.joint_a].name) +
             "'";
    }
    case Group::Kind::kLock:
      return "the lock of joint '" + model_.joints()[group.index].name + "'";
    case Group::Kind::kLimit:
      return "a limit of joint '" + model_.joints()[group.index].name + "'";
    case Group::Kind::kTendonLimit:
      return "a limit of tendon '" + model_.tendons()[group.index].name + "'";
    case Group::Kind::kPosition:
    case Group::Kind::kRotation:
      break;
  }
  const Constraint& constraint = model_.constraints()[group.index];
  const bool turns = group.kind == Group::Kind::kRotation;
  return (turns ? "the rotation of " : "the position of ") +
         std::string(to_string(constraint.type)) + " '" + constraint.name + "'";
}

std::string ConstraintResiduals::UnitOf(const Group& group) const {
  const auto of_joint = [&](int index) -> std::string {
    return std::string(CoordinateUnit(model_.joints()[index].type));
  };
  const auto of_tendon = [&](int index) -> std::string {
    const Tendon& tendon = model_.tendons()[index];
    return tendon.is_spatial() ? "m" : of_joint(tendon.terms.front().joint);
  };
  switch (group.kind) {
    case Group::Kind::kPosition:
      return "m";
    case Group::Kind::kRotation:
      return "rad";
    case Group::Kind::kCoupler: {
      const JointCoupler& coupler = model_.couplers()[group.index];
      return coupler.tendon_a >= 0 ? of_tendon(coupler.tendon_a)
                                   : of_joint(coupler.joint_a);
    }
    case Group::Kind::kTendonLimit:
      return of_tendon(group.index);
    case Group::Kind::kLock:
    case Group::Kind::kLimit:
      break;
  }
  return of_joint(group.index);
}

void ConstraintResiduals::Add(double value, const VectorXd& row) {
  values_.push_back(value);
  if (has_rows_) rows_.push_back(row);
}

void ConstraintResiduals::AddGroup(Group::Kind kind, int index, int size) {
  groups_.push_back({kind, index, static_cast<int>(values_.size()), size});
}

VectorXd ConstraintResiduals::UnitRow(int dof) const {
  if (!has_rows_) return {};
  return VectorXd::Unit(model_.num_velocities(), dof);
}

void ConstraintResiduals::AddConstraints() {
  VectorXd row;
  VisitConstraints(model_, position_, [&](int index, const BodyRows& body) {
    const int size = static_cast<int>(body.rows.size());
    for (int i = 0; i < size; ++i) {
      if (i == 0) AddGroup(Group::Kind::kPosition, index, std::min(size, 3));
      if (i == 3) AddGroup(Group::Kind::kRotation, index, size - 3);
      if (has_rows_) {
        CalcRowJacobian(model_, position_, body, i, &row);
        if (size >= 3 && i < 3) AddTurnOfGap(body, i, &row);
      }
      Add(body.rows[i].error, row);
    }
  });
}

// Rows take the velocities of the point C halfway along r = p_PQ
// (constraint_rows.h). Where r is not small the derivative of r itself is
// needed, or steps end where G dv = -g is met by turning r away:
//
//     v_Q - v_P = v_C of B - v_C of A + (w_A + w_B) x r / 2.
void ConstraintResiduals::AddTurnOfGap(const BodyRows& body, int i,
                                       VectorXd* row) const {
  const Vector3d r(body.rows[0].error, body.rows[1].error, body.rows[2].error);
  const Vector3d half = r.cross(Vector3d::Unit(i)) / 2;
  Matrix6Xd J;
  for (const int b : {body.body_a, body.body_b}) {
    const int t = model_.bodies()[b].tree;
    if (t < 0) continue;
    CalcBodyJacobian(model_, position_, b, &J);
    const Tree& tree = model_.trees()[t];
    row->segment(tree.v_start, tree.nv) += J.topRows<3>().transpose() * half;
  }
}

void ConstraintResiduals::AddCouplers(const VectorXd& q) {
  for (int i = 0; i < std::ssize(model_.couplers()); ++i) {
    const JointCoupler& coupler = model_.couplers()[i];
    const CouplerError at = CalcCouplerError(model_, coupler, q);
    VectorXd row;
    if (has_rows_ && coupler.tendon_a >= 0) {
      row = CalcTendonRow(model_, position_, coupler.tendon_a, q) -
            at.slope * CalcTendonRow(model_, position_, coupler.tendon_b, q);
    } else if (has_rows_) {
      row = UnitRow(model_.joints()[coupler.joint_a].v_start);
      if (coupler.joint_b >= 0)
        row -= at.slope * UnitRow(model_.joints()[coupler.joint_b].v_start);
    }
    AddGroup(Group::Kind::kCoupler, i, 1);
    Add(at.error, row);
  }
}

void ConstraintResiduals::AddLocks(const VectorXd& q) {
  VisitLocks(model_, q, [&](int j, const auto& difference) {
    AddGroup(Group::Kind::kLock, j, static_cast<int>(difference.size()));
    for (int i = 0; i < difference.size(); ++i)
      Add(difference[i], UnitRow(model_.joints()[j].v_start + i));
  });
}

// A limit that this or an earlier evaluation has found exceeded, by `beyond`,
// stays while its coordinate is no farther than rounding from it. `place` is
// in is_held_.
void ConstraintResiduals::AddLimit(Group::Kind kind, int index,
                                   std::size_t place, double beyond,
                                   bool is_near, const VectorXd& row) {
  if (beyond != 0) is_held_[place] = true;
  if (!is_held_[place] || (beyond == 0 && !is_near)) return;
  limits_.push_back({.kind = kind,
                     .index = index,
                     .first = static_cast<int>(values_.size()),
                     .size = 1});
  Add(beyond, row);
}

void ConstraintResiduals::AddLimits(const VectorXd& q) {
  const auto joints = model_.joints();
  for (int j = 0; j < std::ssize(joints); ++j) {
    const Joint& joint = joints[j];
    const auto add = [&](int i, double lower, double upper) {
      const int dof = joint.v_start + i;
      const double at = q[joint.q_start + i];
      AddLimit(Group::Kind::kLimit, j, dof, at - std::clamp(at, lower, upper),
               std::min(at - lower, upper - at) <= kAtLimit, UnitRow(dof));
    };
    if (joint.nq() == 1) add(0, joint.lower, joint.upper);
    if (joint.nq() != 2 && joint.nq() != 3) continue;
    for (int i = 0; i < joint.nq(); ++i)
      add(i, joint.lower_each[i], joint.upper_each[i]);
  }
}

void ConstraintResiduals::AddBallLimits(const VectorXd& q) {
  const auto joints = model_.joints();
  BodyRows body;
  VectorXd row;
  for (int j = 0; j < std::ssize(joints); ++j) {
    if (!std::isfinite(joints[j].max_angle)) continue;
    CalcBallLimitRow(model_, position_, q, joints[j], &body);
    if (body.rows.empty()) continue;
    const double beyond = body.rows[0].error - joints[j].max_angle;
    CalcRowJacobian(model_, position_, body, 0, &row);
    AddLimit(Group::Kind::kLimit, j, joints[j].v_start, std::max(beyond, 0.0),
             beyond >= -kAtLimit, row);
  }
}

void ConstraintResiduals::AddTendonLimits(const VectorXd& q) {
  const int first = model_.num_velocities();
  TendonKinematics here;
  for (int i = 0; i < std::ssize(model_.tendons()); ++i) {
    const Tendon& tendon = model_.tendons()[i];
    if (!std::isfinite(tendon.lower) && !std::isfinite(tendon.upper)) continue;
    CalcTendon(model_, position_, tendon, q, &here);
    const double at = here.length;
    AddLimit(Group::Kind::kTendonLimit, i, first + i,
             at - std::clamp(at, tendon.lower, tendon.upper),
             std::min(at - tendon.lower, tendon.upper - at) <= kAtLimit,
             MakeRow(model_, here));
  }
}

// Rows to a mobility of one, or, where nothing moves, out of the way. The rows
// of a group are parts of one vector, and share the largest of theirs.
void ConstraintResiduals::Scale() {
  CalcMassMatrix(model_, position_, &M_);
  const MatrixXd MinvGt = SolveMassMatrix(G_.transpose());
  const VectorXd mobility = G_.cwiseProduct(MinvGt.transpose()).rowwise().sum();
  scale_.resize(mobility.size());
  for (const auto* groups : {&groups_, &limits_}) {
    for (const Group& group : *groups) {
      const double w = mobility.segment(group.first, group.size).maxCoeff();
      scale_.segment(group.first, group.size)
          .setConstant(w > 1e-20 ? 1 / std::sqrt(w) : 0.0);
    }
  }
}

// M^-1 b, tree by tree; most have no constraints.
MatrixXd ConstraintResiduals::SolveMassMatrix(const MatrixXd& b) const {
  if (ignores_mass_ || b.cols() == 0) return b;
  MatrixXd x = MatrixXd::Zero(b.rows(), b.cols());
  for (std::size_t t = 0; t < M_.size(); ++t) {
    const Tree& tree = model_.trees()[t];
    const auto part = b.middleRows(tree.v_start, tree.nv);
    if (part.isZero(0)) continue;
    x.middleRows(tree.v_start, tree.nv) = M_[t].llt().solve(part);
  }
  return x;
}

void ReduceResiduals(const Model& model, ConstraintResiduals* residuals,
                     VectorXd* q) {
  constexpr int kMostSteps = 100;
  constexpr double kDone = 1e-13, kSmallPart = 0.1;
  for (int i = 0; i < kMostSteps; ++i) {
    const VectorXd& g = residuals->g();
    if (g.size() == 0 || g.cwiseAbs().maxCoeff() < kDone) break;
    const double taken = Step(model, residuals, q);
    if (residuals->ignores_mass()) {
      if (taken == 0) break;
    } else if (taken <= kSmallPart) {
      residuals->set_ignores_mass(true);
      residuals->Evaluate(*q);
    }
  }
  if (!residuals->ignores_mass()) return;
  residuals->set_ignores_mass(false);
  residuals->Evaluate(*q);
}

double CalcLargestResidual(const Model& model, const VectorXd& q) {
  double most = 0;
  const auto add = [&](double g) {
    most = std::max(most, std::abs(g));
  };
  if (std::ranges::any_of(model.constraints(), IsRigid)) {
    PositionKinematics position;
    CalcPositionKinematics(model, q, &position);
    VisitConstraints(model, position, [&](int, const BodyRows& body) {
      for (const contact::ConstraintRow& row : body.rows) add(row.error);
    });
  }
  for (const JointCoupler& coupler : model.couplers())
    add(CalcCouplerError(model, coupler, q).error);
  VisitLocks(model, q, [&](int, const auto& difference) {
    add(difference.cwiseAbs().maxCoeff());
  });
  return most;
}

}  // namespace tactus::multibody
