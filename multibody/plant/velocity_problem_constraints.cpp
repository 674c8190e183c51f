#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "tactus/contact/body_motion.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

// The parts of VelocityProblemBuilder that turn limits, tendons, couplers,
// locks and constraints between bodies into numbers.
namespace tactus::multibody {

using contact::VelocityProblem;

namespace {

bool IsCosserat(const Constraint& constraint) {
  return constraint.type == ConstraintType::kCosserat;
}

}  // namespace

// 1 / M_ii.
double VelocityProblemBuilder::CalcInverseMass(
    const Joint& joint, int offset, const VelocityProblem& problem) const {
  const int t = model_->bodies()[joint.child].tree;
  const int local = joint.v_start - model_->trees()[t].v_start + offset;
  return 1 / problem.cliques[t].M(local, local);
}

void VelocityProblemBuilder::AddJointRows(const VectorRef& q,
                                          VelocityProblem* problem) {
  problem->joint_terms.clear();
  problem->joint_rows.clear();
  AddLimits(q, problem);
  AddDryFriction(problem);
  AddTendons(q, problem);
  AddCouplers(q, problem);
  AddLocks(q, problem);
  num_joint_rows_ = problem->joint_rows.size();
  num_joint_terms_ = problem->joint_terms.size();
}

void VelocityProblemBuilder::AddLimits(const VectorRef& q,
                                       VelocityProblem* problem) {
  const auto add = [&](const Joint& joint, int offset, double lower,
                       double upper) {
    if (!std::isfinite(lower) && !std::isfinite(upper)) return;
    problem->AddRow({.law = contact::RowLaw::Law::kLimit,
                     .error = q[joint.q_start + offset],
                     .lower = lower,
                     .upper = upper,
                     .inverse_mass = CalcInverseMass(joint, offset, *problem)},
                    {{.dof = joint.v_start + offset}});
  };
  for (const Joint& joint : model_->joints()) {
    add(joint, 0, joint.lower, joint.upper);
    for (int i = 0; i < 3; ++i)
      add(joint, i, joint.lower_each[i], joint.upper_each[i]);
  }
}

void VelocityProblemBuilder::AddDryFriction(VelocityProblem* problem) {
  for (const Joint& joint : model_->joints()) {
    if (joint.dry_friction == 0) continue;
    for (int i = 0; i < joint.nv(); ++i)
      problem->AddRow({.law = contact::RowLaw::Law::kDryFriction,
                       .dry_friction = joint.dry_friction,
                       .inverse_mass = CalcInverseMass(joint, i, *problem)},
                      {{.dof = joint.v_start + i}});
  }
}

// sum_i c_i^2 / M_ii.
double VelocityProblemBuilder::CalcInverseMass(
    std::span<const contact::JointTerm> terms,
    const VelocityProblem& problem) const {
  double w = 0;
  for (const contact::JointTerm& term : terms) {
    const auto clique =
        std::ranges::find_if(problem.cliques, [&](const contact::Clique& each) {
          return term.dof < each.v_start + each.nv;
        });
    const int i = term.dof - clique->v_start;
    w += term.coefficient * term.coefficient / clique->M(i, i);
  }
  return w;
}

// All rows and actuators of a tendon share its terms.
void VelocityProblemBuilder::AddTendons(const VectorRef& q,
                                        VelocityProblem* problem) {
  const auto tendons = model_->tendons();
  tendons_.resize(tendons.size());
  first_term_of_tendon_.clear();
  tendon_shares_.clear();
  for (int i = 0; i < std::ssize(tendons); ++i) {
    TendonKinematics& at = tendons_[i];
    CalcTendon(*model_, position_, tendons[i], q, &at);
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
void VelocityProblemBuilder::AddTendonRows(const Tendon& tendon, int index,
                                           VelocityProblem* problem) {
  using Law = contact::RowLaw::Law;
  constexpr double kNothing = 1e-20;
  const TendonKinematics& at = tendons_[index];
  if (at.terms.empty()) return;
  const int first = first_term_of_tendon_[index];
  contact::RowLaw law{.error = at.length,
                      .inverse_mass = CalcInverseMass(at.terms, *problem)};
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

void VelocityProblemBuilder::CollectTendonForces(std::span<const double> forces,
                                                 VectorXd* along) const {
  along->setZero(std::ssize(tendons_));
  for (const TendonShare& share : tendon_shares_)
    (*along)[share.tendon] += share.factor * forces[share.row];
}

// J_a - f'(L_b) J_b. How J itself changes is left to RigidRows, which looks
// where a step has led.
void VelocityProblemBuilder::AddTendonCoupler(const JointCoupler& coupler,
                                              const CouplerError& at,
                                              VelocityProblem* problem) {
  constexpr double kLeast = 1e-20;
  const int first = static_cast<int>(problem->joint_terms.size());
  const int place = static_cast<int>(problem->joint_rows.size());
  tendon_shares_.push_back({.row = place, .tendon = coupler.tendon_a});
  if (coupler.tendon_b >= 0)
    tendon_shares_.push_back(
        {.row = place, .tendon = coupler.tendon_b, .factor = -at.slope});
  VectorXd row = VectorXd::Zero(model_->num_velocities());
  for (const auto& term : tendons_[coupler.tendon_a].terms)
    row[term.dof] += term.coefficient;
  if (coupler.tendon_b >= 0) {
    for (const auto& term : tendons_[coupler.tendon_b].terms)
      row[term.dof] -= at.slope * term.coefficient;
  }
  for (int dof = 0; dof < row.size(); ++dof) {
    if (row[dof] != 0)
      problem->joint_terms.push_back({.dof = dof, .coefficient = row[dof]});
  }
  if (std::ssize(problem->joint_terms) == first)
    problem->joint_terms.push_back({.dof = 0, .coefficient = 0});
  const int size = static_cast<int>(problem->joint_terms.size()) - first;
  const double w = CalcInverseMass(
      std::span(problem->joint_terms).subspan(first, size), *problem);
  problem->joint_rows.push_back(
      {{.error = at.error, .inverse_mass = std::max(w, kLeast)}, first, size});
}

void VelocityProblemBuilder::AddCouplers(const VectorRef& q,
                                         VelocityProblem* problem) {
  for (const JointCoupler& coupler : model_->couplers()) {
    const CouplerError at = CalcCouplerError(*model_, coupler, q);
    if (coupler.tendon_a >= 0) {
      AddTendonCoupler(coupler, at, problem);
      continue;
    }
    const Joint& a = model_->joints()[coupler.joint_a];
    contact::JointRow row{
        {.error = at.error, .inverse_mass = CalcInverseMass(a, 0, *problem)},
        static_cast<int>(problem->joint_terms.size()),
        1};
    problem->joint_terms.push_back({.dof = a.v_start});
    if (coupler.joint_b >= 0) {
      const Joint& b = model_->joints()[coupler.joint_b];
      row.inverse_mass += at.slope * at.slope * CalcInverseMass(b, 0, *problem);
      row.num_terms = 2;
      const double rate = problem->v0[b.v_start];
      row.bias_acceleration = -at.curvature * rate * rate;
      problem->joint_terms.push_back(
          {.dof = b.v_start, .coefficient = -at.slope});
    }
    problem->joint_rows.push_back(row);
  }
}

// One held velocity after the other.
void VelocityProblemBuilder::AddLocks(const VectorRef& q,
                                      VelocityProblem* problem) {
  for (const Joint& joint : model_->joints()) {
    if (!joint.is_locked) continue;
    difference_.resize(model_->num_velocities());
    CalcJointDifference(joint, model_->default_positions(), q, &difference_);
    for (int i = 0; i < joint.nv(); ++i) {
      problem->AddRow({.error = difference_[joint.v_start + i],
                       .inverse_mass = CalcInverseMass(joint, i, *problem)},
                      {{.dof = joint.v_start + i}});
    }
  }
}

// The model's constraints, in its order, then the limits of ball joints and
// what pulls in Cosserat elements makes of turns.
void VelocityProblemBuilder::AddConstraints(VelocityProblem* problem) {
  problem->constraints.clear();
  problem->constraint_rows.clear();
  is_factorized_.assign(model_->trees().size(), false);
  for (const Constraint& constraint : model_->constraints()) {
    CalcConstraintRows(*model_, position_, velocity_, constraint, &body_rows_);
    AddBodyRows(problem);
  }
  for (const Joint& joint : model_->joints()) {
    if (!std::isfinite(joint.max_angle)) continue;
    CalcBallLimitRow(*model_, position_, q_, joint, &body_rows_);
    if (!body_rows_.rows.empty()) AddBodyRows(problem);
  }
  AddTurningStiffness(problem);
}

// What the elements' G'K G lacks of the Hessian of their energy, where it is
// positive: springs at rest on the angular velocities of bodies,
//
//     S = sum of S(F, arm) over the ends of elements on the body
//       = sum of s_i n_i n_i',
//     torque = -h s_i n_i'w  about n_i  for s_i > 0.
//
// It is of first order in the step; without it the pull of a hanging cable
// turns its links explicitly, and a long step blows it up.
void VelocityProblemBuilder::AddTurningStiffness(VelocityProblem* problem) {
  if (std::ranges::none_of(model_->constraints(), IsCosserat)) return;
  const std::vector<Matrix3d> stiffness = CalcTurningStiffness();
  for (int body = 1; body < model_->num_bodies(); ++body) {
    if (model_->bodies()[body].tree < 0) continue;
    Eigen::SelfAdjointEigenSolver<Matrix3d> S;
    S.computeDirect(stiffness[body]);
    body_rows_.body_a = 0;
    body_rows_.body_b = body;
    body_rows_.p_AoBo_W = position_.X_WB[body].translation();
    body_rows_.rows.clear();
    for (int i = 0; i < 3; ++i) {
      if (!(S.eigenvalues()[i] > 0)) continue;
      contact::ConstraintRow spring;
      spring.law = contact::RowLaw::Law::kSpring;
      spring.lower = spring.upper = 0;
      spring.stiffness = S.eigenvalues()[i];
      spring.row.head<3>() = S.eigenvectors().col(i);
      body_rows_.rows.push_back(spring);
    }
    if (!body_rows_.rows.empty()) AddBodyRows(problem);
  }
}

// By body.
std::vector<Matrix3d> VelocityProblemBuilder::CalcTurningStiffness() const {
  std::vector<Matrix3d> stiffness(model_->num_bodies(), Matrix3d::Zero());
  for (const Constraint& constraint : model_->constraints()) {
    if (!IsCosserat(constraint)) continue;
    const CosseratElement& element = constraint.cosserat;
    const int a = constraint.body_a, b = constraint.body_b;
    const RigidTransform X_WP = position_.X_WB[a] * constraint.X_AP;
    const RigidTransform X_WQ = position_.X_WB[b] * constraint.X_BQ;
    const Vector6d e = CalcCosseratStrain(element, X_WP, X_WQ).e;
    const Vector3d F_W =  // On A at Qo, and its opposite on B.
        X_WP.linear() * element.stiffness.cwiseProduct(e).head<3>();
    const auto arm = [&](int body) -> Vector3d {
      return X_WQ.translation() - position_.X_WB[body].translation();
    };
    stiffness[a] += multibody::CalcTurningStiffness(F_W, arm(a));
    stiffness[b] += multibody::CalcTurningStiffness(-F_W, arm(b));
  }
  return stiffness;
}

// A row that hardly moves anything, beside the others of its kind, is held with
// as much mass as theirs times 1e8; where none moves anything, there are none.
void VelocityProblemBuilder::AddBodyRows(VelocityProblem* problem) {
  constexpr double kFloor = 1e-8, kNothing = 1e-20;
  contact::BodyConstraint constraint{
      .body_a = ContactBodyIndex(body_rows_.body_a, problem),
      .body_b = ContactBodyIndex(body_rows_.body_b, problem),
      .p_AoBo_W = body_rows_.p_AoBo_W,
      .first_row = static_cast<int>(problem->constraint_rows.size())};
  std::vector<contact::ConstraintRow>& rows = body_rows_.rows;
  for (contact::ConstraintRow& row : rows)
    row.inverse_mass = CalcInverseMass(constraint, row.row, *problem);
  for (std::size_t first = 0; first < rows.size(); first += 3) {
    const std::size_t end = std::min(first + 3, rows.size());
    double most = 0;
    for (std::size_t i = first; i < end; ++i)
      most = std::max(most, rows[i].inverse_mass);
    if (most < kNothing) continue;
    for (std::size_t i = first; i < end; ++i) {
      rows[i].inverse_mass = std::max(rows[i].inverse_mass, kFloor * most);
      problem->constraint_rows.push_back(rows[i]);
      ++constraint.num_rows;
    }
  }
  problem->constraints.push_back(constraint);
}

// G M^-1 G' of G = row' (J_B - Phi J_A).
double VelocityProblemBuilder::CalcInverseMass(
    const contact::BodyConstraint& constraint, const Vector6d& row,
    const VelocityProblem& problem) {
  const Vector6d row_a = contact::CarryToA(row, constraint.p_AoBo_W);
  const contact::ContactBody& A = problem.bodies[constraint.body_a];
  const contact::ContactBody& B = problem.bodies[constraint.body_b];
  const auto mobility = [&](int tree) {
    if (!is_factorized_[tree]) {
      factor_of_tree_.resize(model_->trees().size());
      factor_of_tree_[tree].compute(problem.cliques[tree].M);
      is_factorized_[tree] = true;
    }
    factor_of_tree_[tree].matrixL().solveInPlace(column_);
    return column_.squaredNorm();
  };
  column_.setZero(model_->trees()[B.clique].nv);
  contact::AddToClique(B, row, column_);
  if (A.clique == B.clique) contact::AddToClique(A, row_a, column_);
  double w = mobility(B.clique);
  if (A.clique < 0 || A.clique == B.clique) return w;
  column_.setZero(model_->trees()[A.clique].nv);
  contact::AddToClique(A, row_a, column_);
  return w + mobility(A.clique);
}

}  // namespace tactus::multibody
