#include "tactus/multibody/plant/velocity_problem_constraints.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "tactus/contact/body_motion.h"

namespace tactus::multibody {

using contact::VelocityProblem;

namespace {

bool IsCosserat(const Constraint& constraint) {
  return constraint.type == ConstraintType::kCosserat;
}

}  // namespace

void VelocityProblemConstraints::Add(VelocityProblem* problem) {
  problem->constraints.clear();
  problem->constraint_rows.clear();
  is_factorized_.assign(start_->model->trees().size(), false);
  for (const Constraint& constraint : start_->model->constraints()) {
    CalcConstraintRows(*start_->model, start_->position, start_->velocity,
                       constraint, &body_rows_);
    AddBodyRows(problem);
  }
  for (const Joint& joint : start_->model->joints()) {
    if (!std::isfinite(joint.max_angle)) continue;
    CalcBallLimitRow(*start_->model, start_->position, start_->q, joint,
                     &body_rows_);
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
void VelocityProblemConstraints::AddTurningStiffness(VelocityProblem* problem) {
  if (std::ranges::none_of(start_->model->constraints(), IsCosserat)) return;
  const std::vector<Matrix3d> stiffness = CalcTurningStiffness();
  for (int body = 1; body < start_->model->num_bodies(); ++body) {
    if (start_->model->bodies()[body].tree < 0) continue;
    Eigen::SelfAdjointEigenSolver<Matrix3d> S;
    S.computeDirect(stiffness[body]);
    body_rows_.body_a = 0;
    body_rows_.body_b = body;
    body_rows_.p_AoBo_W = start_->position.X_WB[body].translation();
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
std::vector<Matrix3d> VelocityProblemConstraints::CalcTurningStiffness() const {
  std::vector<Matrix3d> stiffness(start_->model->num_bodies(),
                                  Matrix3d::Zero());
  for (const Constraint& constraint : start_->model->constraints()) {
    if (!IsCosserat(constraint)) continue;
    const CosseratElement& element = constraint.cosserat;
    const int a = constraint.body_a, b = constraint.body_b;
    const RigidTransform X_WP = start_->position.X_WB[a] * constraint.X_AP;
    const RigidTransform X_WQ = start_->position.X_WB[b] * constraint.X_BQ;
    const Vector6d e = CalcCosseratStrain(element, X_WP, X_WQ).e;
    const Vector3d F_W =  // On A at Qo, and its opposite on B.
        X_WP.linear() * element.stiffness.cwiseProduct(e).head<3>();
    const auto arm = [&](int body) -> Vector3d {
      return X_WQ.translation() - start_->position.X_WB[body].translation();
    };
    stiffness[a] += multibody::CalcTurningStiffness(F_W, arm(a));
    stiffness[b] += multibody::CalcTurningStiffness(-F_W, arm(b));
  }
  return stiffness;
}

// A row that hardly moves anything, beside the others of its kind, is held with
// as much mass as theirs times 1e8; where none moves anything, there are none.
void VelocityProblemConstraints::AddBodyRows(VelocityProblem* problem) {
  constexpr double kFloor = 1e-8, kNothing = 1e-20;
  contact::BodyConstraint constraint{
      .body_a = bodies_->FindOrAdd(body_rows_.body_a, problem),
      .body_b = bodies_->FindOrAdd(body_rows_.body_b, problem),
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

// w = G M^-1 G' of G = row' (J_B - Phi J_A), whose part by the velocities of a
// tree is J' row, in column_.
double VelocityProblemConstraints::CalcInverseMass(
    const contact::BodyConstraint& constraint, const Vector6d& row,
    const VelocityProblem& problem) {
  const Vector6d row_a = contact::CarryToA(row, constraint.p_AoBo_W);
  const contact::ContactBody& A = problem.bodies[constraint.body_a];
  const contact::ContactBody& B = problem.bodies[constraint.body_b];
  column_.setZero(problem.cliques[B.clique].nv);
  contact::AddToClique(B, row, column_);
  if (A.clique == B.clique) contact::AddToClique(A, row_a, column_);
  const double w = CalcMobility(B.clique, problem);
  if (A.clique < 0 || A.clique == B.clique) return w;
  column_.setZero(problem.cliques[A.clique].nv);
  contact::AddToClique(A, row_a, column_);
  return w + CalcMobility(A.clique, problem);
}

// g' M^-1 g = |L^-1 g|^2 of a tree, with M = L L' and g in column_.
double VelocityProblemConstraints::CalcMobility(
    int tree, const VelocityProblem& problem) {
  if (!is_factorized_[tree]) {
    factor_of_tree_.resize(problem.cliques.size());
    factor_of_tree_[tree].compute(problem.cliques[tree].M);
    is_factorized_[tree] = true;
  }
  factor_of_tree_[tree].matrixL().solveInPlace(column_);
  return column_.squaredNorm();
}

}  // namespace tactus::multibody
