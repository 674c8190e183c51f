#include "tactus/multibody/plant/velocity_problem_joint_rows.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/inverse_mass.h"
#include "tactus/multibody/joint_kinematics.h"

namespace tactus::multibody {

using contact::CalcInverseMass;
using contact::RowLaw;
using contact::VelocityProblem;

void VelocityProblemJointRows::Add(VelocityProblem* problem) {
  problem->joint_terms.clear();
  problem->joint_rows.clear();
  AddLimits(problem);
  AddDryFriction(problem);
  AddTendons(problem);
  AddCouplers(problem);
  AddLocks(problem);
  num_rows_ = problem->joint_rows.size();
  num_terms_ = problem->joint_terms.size();
}

void VelocityProblemJointRows::DropInputRows(VelocityProblem* problem) const {
  problem->joint_rows.resize(num_rows_);
  problem->joint_terms.resize(num_terms_);
}

void VelocityProblemJointRows::AddLimits(VelocityProblem* problem) const {
  const auto add = [&](const Joint& joint, int offset, double lower,
                       double upper) {
    if (!std::isfinite(lower) && !std::isfinite(upper)) return;
    const int dof = joint.v_start + offset;
    problem->AddRow({.law = RowLaw::Law::kLimit,
                     .error = start_->q[joint.q_start + offset],
                     .lower = lower,
                     .upper = upper,
                     .inverse_mass = CalcInverseMass(*problem, dof)},
                    {{.dof = dof}});
  };
  for (const Joint& joint : start_->model->joints()) {
    add(joint, 0, joint.lower, joint.upper);
    for (int i = 0; i < 3; ++i)
      add(joint, i, joint.lower_each[i], joint.upper_each[i]);
  }
}

void VelocityProblemJointRows::AddDryFriction(VelocityProblem* problem) const {
  for (const Joint& joint : start_->model->joints()) {
    if (joint.dry_friction == 0) continue;
    for (int i = 0; i < joint.nv(); ++i) {
      const int dof = joint.v_start + i;
      problem->AddRow({.law = RowLaw::Law::kDryFriction,
                       .dry_friction = joint.dry_friction,
                       .inverse_mass = CalcInverseMass(*problem, dof)},
                      {{.dof = dof}});
    }
  }
}

void VelocityProblemJointRows::AddTendons(VelocityProblem* problem) {
  const auto tendons = start_->model->tendons();
  tendons_.resize(tendons.size());
  first_term_of_tendon_.clear();
  tendon_shares_.clear();
  for (int i = 0; i < std::ssize(tendons); ++i) {
    TendonKinematics& at = tendons_[i];
    CalcTendon(*start_->model, start_->position, tendons[i], start_->q, &at);
    first_term_of_tendon_.push_back(
        static_cast<int>(problem->joint_terms.size()));
    problem->joint_terms.insert(problem->joint_terms.end(), at.terms.begin(),
                                at.terms.end());
    AddTendonRows(tendons[i], i, problem);
  }
}

// A row for each law that a tendon has. What is near-rigid needs a mass to
// hold: where no joint changes the length, as a path through the axis of a
// hinge, it has no row.
void VelocityProblemJointRows::AddTendonRows(const Tendon& tendon, int index,
                                             VelocityProblem* problem) {
  using Law = RowLaw::Law;
  constexpr double kNothing = 1e-20;
  const TendonKinematics& at = tendons_[index];
  if (at.terms.empty()) return;
  const int first = first_term_of_tendon_[index];
  RowLaw law{.error = at.length,
             .inverse_mass = CalcInverseMass(*problem, at.terms)};
  const auto add = [&](Law kind) {
    law.law = kind;
    tendon_shares_.push_back(
        {.row = static_cast<int>(problem->joint_rows.size()), .tendon = index});
    problem->joint_rows.push_back(
        {law, first, static_cast<int>(at.terms.size()), index});
  };
  const bool moves = law.inverse_mass > kNothing;
  law.lower = tendon.lower;
  law.upper = tendon.upper;
  if (moves && (std::isfinite(tendon.lower) || std::isfinite(tendon.upper)))
    add(Law::kLimit);
  law.lower = tendon.rest_lower;
  law.upper = tendon.rest_upper;
  law.stiffness = tendon.stiffness;
  law.damping = tendon.damping;
  law.dry_friction = tendon.dry_friction;
  if (tendon.stiffness != 0 || tendon.damping != 0) add(Law::kSpring);
  if (moves && tendon.dry_friction != 0) add(Law::kDryFriction);
}

void VelocityProblemJointRows::AddCouplers(VelocityProblem* problem) {
  for (const JointCoupler& coupler : start_->model->couplers()) {
    const CouplerError at =
        CalcCouplerError(*start_->model, coupler, start_->q);
    if (coupler.tendon_a >= 0) {
      AddTendonCoupler(coupler, at, problem);
    } else {
      AddJointCoupler(coupler, at, problem);
    }
  }
}

// g = q_a - f(q_b):  gdot = v_a - f' v_b,  and with vdot = 0  -f'' v_b^2.
void VelocityProblemJointRows::AddJointCoupler(const JointCoupler& coupler,
                                               const CouplerError& at,
                                               VelocityProblem* problem) const {
  const Joint& a = start_->model->joints()[coupler.joint_a];
  contact::JointRow row{
      {.error = at.error, .inverse_mass = CalcInverseMass(*problem, a.v_start)},
      static_cast<int>(problem->joint_terms.size()),
      1};
  problem->joint_terms.push_back({.dof = a.v_start});
  if (coupler.joint_b >= 0) {
    const Joint& b = start_->model->joints()[coupler.joint_b];
    row.inverse_mass +=
        at.slope * at.slope * CalcInverseMass(*problem, b.v_start);
    row.num_terms = 2;
    const double rate = problem->v0[b.v_start];
    row.bias_acceleration = -at.curvature * rate * rate;
    problem->joint_terms.push_back(
        {.dof = b.v_start, .coefficient = -at.slope});
  }
  problem->joint_rows.push_back(row);
}

// g = L_a - f(L_b). How J itself changes is left to RigidRows, which looks
// where a step has led.
void VelocityProblemJointRows::AddTendonCoupler(const JointCoupler& coupler,
                                                const CouplerError& at,
                                                VelocityProblem* problem) {
  constexpr double kLeast = 1e-20;
  const int first = static_cast<int>(problem->joint_terms.size());
  const int place = static_cast<int>(problem->joint_rows.size());
  tendon_shares_.push_back({.row = place, .tendon = coupler.tendon_a});
  if (coupler.tendon_b >= 0)
    tendon_shares_.push_back(
        {.row = place, .tendon = coupler.tendon_b, .factor = -at.slope});
  const VectorXd row = CalcTendonCouplerRow(coupler, at.slope);
  for (int dof = 0; dof < row.size(); ++dof) {
    if (row[dof] != 0)
      problem->joint_terms.push_back({.dof = dof, .coefficient = row[dof]});
  }
  if (std::ssize(problem->joint_terms) == first)
    problem->joint_terms.push_back({.dof = 0, .coefficient = 0});
  const int size = static_cast<int>(problem->joint_terms.size()) - first;
  const double w = CalcInverseMass(
      *problem, std::span(problem->joint_terms).subspan(first, size));
  problem->joint_rows.push_back(
      {{.error = at.error, .inverse_mass = std::max(w, kLeast)}, first, size});
}

// J_a - f'(L_b) J_b.
VectorXd VelocityProblemJointRows::CalcTendonCouplerRow(
    const JointCoupler& coupler, double slope) const {
  VectorXd row = VectorXd::Zero(start_->model->num_velocities());
  for (const contact::JointTerm& term : tendons_[coupler.tendon_a].terms)
    row[term.dof] += term.coefficient;
  if (coupler.tendon_b < 0) return row;
  for (const contact::JointTerm& term : tendons_[coupler.tendon_b].terms)
    row[term.dof] -= slope * term.coefficient;
  return row;
}

// One held velocity after the other.
void VelocityProblemJointRows::AddLocks(VelocityProblem* problem) {
  const Model& model = *start_->model;
  for (const Joint& joint : model.joints()) {
    if (!joint.is_locked) continue;
    difference_.resize(model.num_velocities());
    CalcJointDifference(joint, model.default_positions(), start_->q,
                        &difference_);
    for (int i = 0; i < joint.nv(); ++i) {
      const int dof = joint.v_start + i;
      problem->AddRow({.error = difference_[dof],
                       .inverse_mass = CalcInverseMass(*problem, dof)},
                      {{.dof = dof}});
    }
  }
}

void VelocityProblemJointRows::CollectTendonForces(
    std::span<const double> forces, VectorXd* along) const {
  along->setZero(std::ssize(tendons_));
  for (const TendonShare& share : tendon_shares_)
    (*along)[share.tendon] += share.factor * forces[share.row];
}

}  // namespace tactus::multibody
