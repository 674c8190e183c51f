#include "tactus/multibody/rigid_rows.h"

#include <algorithm>
#include <cmath>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/coupler_rates.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::multibody {

using contact::VelocityProblem;

namespace {

// More than limits give under load [m or rad].
constexpr double kFar = 1e-4;
constexpr double kFastestReturn = 1;  // [m/s or rad/s]

}  // namespace

void RigidRows::Remember(const Model& model, const VelocityProblem& problem) {
  model_ = &model;
  has_constraints_ = std::ranges::any_of(model.constraints(), IsRigid);
  start_.constraint_rows.clear();
  start_.joint_rows.clear();
  for (const contact::ConstraintRow& row : problem.constraint_rows)
    start_.constraint_rows.push_back(row.error);
  beyond_.clear();
  for (const contact::JointRow& row : problem.joint_rows) {
    const int index = static_cast<int>(start_.joint_rows.size());
    start_.joint_rows.push_back(row.error);
    if (row.tendon < 0 || row.law != contact::RowLaw::Law::kLimit) continue;
    const double limit = std::clamp(row.error, row.lower, row.upper);
    if (std::abs(row.error - limit) > kFar)
      beyond_.push_back({.row = index, .limit = limit});
  }
}

void RigidRows::Begin(double h) {
  rests_.clear();
  num_solves_ = 0;
  is_straight_ = false;
  largest_ = std::numeric_limits<double>::infinity();
  Restart(h);
}

// From the errors at the start of the step.
void RigidRows::Restart(double h) {
  errors_ = start_;
  for (const Beyond& beyond : beyond_) {
    double& error = errors_.joint_rows[beyond.row];
    const double most = h * kFastestReturn;
    error = beyond.limit + std::clamp(error - beyond.limit, -most, most);
  }
}

bool RigidRows::GoStraight(int constraint, double h,
                           const VelocityProblem& problem) {
  rests_.resize(problem.constraints.size(), false);
  if (rests_[constraint]) return false;
  rests_[constraint] = true;
  Rest(constraint, h, problem);
  return true;
}

// Aims at g0 + h x + h^2/2 b = h^2/2 b.
void RigidRows::Rest(int constraint, double h, const VelocityProblem& problem) {
  const contact::BodyConstraint& at = problem.constraints[constraint];
  for (int i = at.first_row; i < at.first_row + at.num_rows; ++i) {
    const contact::RowLaw& law = problem.constraint_rows[i];
    if (law.law == contact::RowLaw::Law::kRigid)
      errors_.constraint_rows[i] = -h * h / 2 * law.bias_acceleration;
  }
}

bool RigidRows::UpdateErrors(const VectorXd& q1, double h,
                             const VelocityProblem& problem) {
  constexpr int kMostSolves = 4;
  if (is_empty()) return false;
  if (!q1.allFinite()) return false;  // The caller looks for its cause.
  FindRows(q1, problem);
  double largest = 0;
  for (const Row& row : rows_) largest = std::max(largest, std::abs(row.g));
  ++num_solves_;
  if (largest <= kPositionTolerance || is_straight_) return false;
  if (largest > largest_ / 2) {
    Restart(h);
    is_straight_ = true;
    for (const Row& row : rows_)
      *row.error -= h * h / 2 * row.law->bias_acceleration;
    for (std::size_t i = 0; i < rests_.size(); ++i)
      if (rests_[i]) Rest(static_cast<int>(i), h, problem);
    return true;
  }
  if (num_solves_ == kMostSolves) return false;
  largest_ = largest;
  for (const Row& row : rows_) *row.error += row.g;
  return true;
}

void RigidRows::FindRows(const VectorXd& q1, const VelocityProblem& problem) {
  rows_.clear();
  if (has_constraints_) FindConstraints(q1, problem);
  const int first = FindFirstCouplerRow(*model_, problem);
  for (std::size_t i = 0; i < model_->couplers().size(); ++i) {
    rows_.push_back(
        {.law = &problem.joint_rows[first + i],
         .error = &errors_.joint_rows[first + i],
         .g = CalcCouplerError(*model_, model_->couplers()[i], q1).error});
  }
}

// The problem's first constraints are the model's, in its order; those that
// nothing can move have lost rows.
void RigidRows::FindConstraints(const VectorXd& q1,
                                const VelocityProblem& problem) {
  PositionKinematics position;
  CalcPositionKinematics(*model_, q1, &position);
  VelocityKinematics rest;
  rest.V_WB.assign(model_->num_bodies(), Vector6d::Zero());
  rest.A0_WB.assign(model_->num_bodies(), Vector6d::Zero());
  BodyRows at_end;
  for (std::size_t i = 0; i < model_->constraints().size(); ++i) {
    if (!IsRigid(model_->constraints()[i])) continue;
    if (i < rests_.size() && rests_[i]) continue;
    CalcConstraintRows(*model_, position, rest, model_->constraints()[i],
                       &at_end);
    const contact::BodyConstraint& in_problem = problem.constraints[i];
    if (in_problem.num_rows != std::ssize(at_end.rows)) continue;
    for (int k = 0; k < in_problem.num_rows; ++k) {
      const int index = in_problem.first_row + k;
      rows_.push_back({.law = &problem.constraint_rows[index],
                       .error = &errors_.constraint_rows[index],
                       .g = at_end.rows[k].error});
    }
  }
}

}  // namespace tactus::multibody
