// Newton's equations of a step: local unknowns out first, then the velocities.
#include "tactus/common/require.h"
#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {

bool DojoProblem::Factorize(const solvers::NesterovToddScaling& scaling) {
  has_solved_poses_ = false;
  for (const int c : island_->cliques)
    dynamics_->CalcMotions(model_->trees()[c]);
  if (!FactorizeLocals(scaling)) return false;
  is_articulated_ = may_be_articulated_ && !is_dense_ && FactorizeArticulated();
  if (!is_articulated_) FactorizeCore();
  return true;
}

const Eigen::PartialPivLU<MatrixXd>& DojoProblem::FactorizeDense(
    const solvers::NesterovToddScaling& scaling) {
  for (const int c : island_->cliques)
    dynamics_->CalcMotions(model_->trees()[c]);
  Require(FactorizeLocals(scaling), "Dojo: a contact's equations are singular");
  FactorizeCore();
  return core_factor_;
}

bool DojoProblem::FactorizeLocals(const solvers::NesterovToddScaling& scaling) {
  for (Contact& contact : contacts_) {
    const ContactFeatures& features = features_[contact.point];
    CalcContactGapRates(features, dynamics_->body(features.body_a),
                        dynamics_->body(features.body_b), step_->h,
                        {.a = OffsetOf(features.body_a) >= 0,
                         .b = OffsetOf(features.body_b) >= 0},
                        &contact.gap);
    contact.block.Calc(contact.gap, contact.gap.R_WC * contact.impulse_C,
                       contact.mu);
    if (!contact.block.Condense(scaling)) return false;
  }
  for (Block& block : blocks_) {
    block.condensed = block.own;
    if (block.local.size() == 0) continue;
    if (!block.local.Factorize(scaling)) return false;
    local_ = block.motion;
    block.local.Solve(local_);
    block.condensed += block.force.dot(local_);
  }
  return true;
}

// What contacts make of the gain's rates, by the pose of their own body.
void DojoProblem::AddContactsToBodies() {
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
      by_pose_[b] = dynamics_->gain_rates()[b];
  }
  for (const Contact& contact : contacts_) {
    const ContactFeatures& features = features_[contact.point];
    const ContactBlock::Square& C = contact.block.condensed();
    if (OffsetOf(features.body_a) >= 0)
      by_pose_[features.body_a] += C.topLeftCorner<6, 6>();
    if (OffsetOf(features.body_b) >= 0)
      by_pose_[features.body_b] += C.bottomRightCorner<6, 6>();
  }
}

bool DojoProblem::FactorizeArticulated() {
  AddContactsToBodies();
  const int t = island_->cliques.front();
  const multibody::Tree& tree = model_->trees()[t];
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model_->joints()[b - 1];
    Matrix6d& d = by_joint_[b];
    d.setZero();
    for (int i = 0; i < joint.nv(); ++i)
      d(i, i) =
          joint.armature + step_->mean * step_->damping[joint.v_start + i];
  }
  for (const Block& block : blocks_) {
    for (const Term& row : TermsOf(block.along)) {
      const int b = body_of_velocity_[row.v];
      const int first = model_->joints()[b - 1].v_start - tree.v_start;
      for (const Term& column : TermsOf(block.along))
        by_joint_[b](row.v - first, column.v - first) +=
            block.condensed * row.coefficient * column.coefficient;
    }
  }
  return articulated_.Factorize(
      {.model = *model_,
       .tree = tree,
       .left = {dynamics_->motion2(), dynamics_->p2()},
       .right = {dynamics_->motion3(), dynamics_->p3()},
       .D = by_pose_,
       .d = by_joint_});
}

// Over (v, lambda of rows).
void DojoProblem::FactorizeCore() {
  const int n = num_velocities_ + static_cast<int>(rows_.size());
  core_.setZero(n, n);
  AddContactsToBodies();
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    const int at = offset_of_tree_[c];
    dynamics_->AddJacobian(model_->trees()[c], by_pose_,
                           core_.block(at, at, clique.nv, clique.nv));
    for (int i = 0; i < clique.nv; ++i)
      core_(at + i, at + i) += step_->mean * step_->damping[clique.v_start + i];
  }
  for (const Contact& contact : contacts_) AddCoupledContact(contact);
  for (const Block& block : blocks_) {
    for (const Term& row : TermsOf(block.along)) {
      for (const Term& column : TermsOf(block.along))
        core_(row.v, column.v) +=
            block.condensed * row.coefficient * column.coefficient;
    }
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const int lambda = num_velocities_ + static_cast<int>(i);
    for (const Term& term : TermsOf(rows_[i].along)) {
      core_(term.v, lambda) -= term.coefficient;
      core_(lambda, term.v) += step_->h * term.coefficient;
    }
    core_(lambda, lambda) = -rows_[i].compliance;
  }
  core_factor_.compute(core_);
}

// The wrench on one body by the pose of the other.
void DojoProblem::AddCoupledContact(const Contact& contact) {
  const ContactFeatures& features = features_[contact.point];
  const int a = OffsetOf(features.body_a), b = OffsetOf(features.body_b);
  if (a < 0 || b < 0) return;
  const ContactBlock::Square& C = contact.block.condensed();
  dynamics_->CalcJ2(features.body_a, &J_);
  dynamics_->CalcPoseRates(features.body_a, &K_);
  dynamics_->CalcJ2(features.body_b, &J_other_);
  dynamics_->CalcPoseRates(features.body_b, &K_other_);
  product_.noalias() = C.topRightCorner<6, 6>().lazyProduct(K_other_);
  core_.block(a, b, J_.cols(), K_other_.cols()).noalias() +=
      J_.transpose().lazyProduct(product_);
  product_.noalias() = C.bottomLeftCorner<6, 6>().lazyProduct(K_);
  core_.block(b, a, J_other_.cols(), K_.cols()).noalias() +=
      J_other_.transpose().lazyProduct(product_);
}

void DojoProblem::Solve(const VectorXd& E, const VectorXd& g, VectorXd* dx,
                        VectorXd* dz) {
  has_solved_poses_ = false;
  dx->resize(num_unknowns_);
  dz->resize(cones_.size());
  core_rhs_.resize(num_velocities_ + std::ssize(rows_));
  core_rhs_.head(num_velocities_) = E.head(num_velocities_);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    core_rhs_[num_velocities_ + static_cast<int>(i)] = E[rows_[i].lambda];
  ClearLoads();
  for (const Contact& contact : contacts_) {
    contact.block.local().Gather(E, g, &local_);
    AddWrench(contact, contact.block.CalcWrench(&local_), -1);
  }
  for (const Block& block : blocks_) {
    block.local.Gather(E, g, &local_);
    block.local.Solve(local_);
    AddTo(block.along, block.force.dot(local_), &core_rhs_);
  }
  is_articulated_ ? SolveArticulated() : SolveCore();
  has_solved_poses_ = true;
  dx->head(num_velocities_) = core_rhs_.head(num_velocities_);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    (*dx)[rows_[i].lambda] = core_rhs_[num_velocities_ + static_cast<int>(i)];
  for (Contact& contact : contacts_) {
    contact.motion = contact.block.CalcMotion(PosesOf(contact));
    contact.block.local().Gather(E, g, &local_);
    contact.block.SolveLocal(contact.motion, &local_);
    contact.block.local().Scatter(local_, dx, dz);
  }
  for (const Block& block : blocks_) {
    block.local.Gather(E, g, &local_);
    local_ -= Dot(block.along, core_rhs_) * block.motion;
    block.local.Solve(local_);
    block.local.Scatter(local_, dx, dz);
  }
}

// With loads_, E and solution in core_rhs_; poses into poses_.
void DojoProblem::SolveArticulated() {
  articulated_.Solve(loads_, core_rhs_, poses_);
}

void DojoProblem::SolveCore() {
  AddLoads(&core_rhs_);
  core_solution_ = core_factor_.solve(core_rhs_);
  core_rhs_.swap(core_solution_);
  CalcIslandPoses(core_rhs_);
}

void DojoProblem::ClearLoads() {
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
      loads_[b].setZero();
  }
}

// E += J(q2)' loads.
void DojoProblem::AddLoads(VectorXd* E) {
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    joint_rhs_.segment(clique.v_start, clique.nv).setZero();
    dynamics_->AddJointForces(model_->trees()[c], loads_, &joint_rhs_);
    E->segment(offset_of_tree_[c], clique.nv) +=
        joint_rhs_.segment(clique.v_start, clique.nv);
  }
}

// Those of the last solution are there.
void DojoProblem::CalcIslandPoses(const VectorXd& x) {
  if (has_solved_poses_ &&
      x.head(num_velocities_) == core_rhs_.head(num_velocities_))
    return;
  has_solved_poses_ = false;
  GetVelocity(x, &joint_rhs_);
  for (const int c : island_->cliques)
    dynamics_->CalcPoses(model_->trees()[c], joint_rhs_, poses_);
}

// Of what is not of the island: zero.
ContactBlock::Poses DojoProblem::PosesOf(const Contact& contact) const {
  const ContactFeatures& features = features_[contact.point];
  ContactBlock::Poses y = ContactBlock::Poses::Zero();
  if (OffsetOf(features.body_a) >= 0) y.head<6>() = poses_[features.body_a];
  if (OffsetOf(features.body_b) >= 0) y.tail<6>() = poses_[features.body_b];
  return y;
}

void DojoProblem::AddWrench(const Contact& contact,
                            const ContactBlock::Poses& wrench, double sign) {
  const ContactFeatures& features = features_[contact.point];
  loads_[features.body_a] += sign * wrench.head<6>();
  loads_[features.body_b] += sign * wrench.tail<6>();
}

void DojoProblem::MultiplyG(const VectorXd& dx, const VectorXd& dz,
                            VectorXd* dg) {
  CalcIslandPoses(dx);
  dg->setZero(cones_.size());
  for (const Contact& contact : contacts_) {
    const Vector3d motion = has_solved_poses_
                                ? contact.motion
                                : contact.block.CalcMotion(PosesOf(contact));
    contact.block.AddProduct(dx, dz, motion, dg);
  }
  for (const Block& block : blocks_) {
    block.local.Gather(dx, dz, &local_);
    block.local.AddProduct(local_, dg);
    block.local.AddRows(Dot(block.along, dx) * block.motion, dg);
  }
}

void DojoProblem::MultiplyE(const VectorXd& dx, const VectorXd& dz,
                            VectorXd* dE) {
  CalcIslandPoses(dx);
  dE->setZero(num_unknowns_);
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      loads_[b] = dynamics_->gain_rates()[b] * poses_[b];
      const multibody::Joint& joint = model_->joints()[b - 1];
      for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
        const int i = offset_of_tree_[c] + k - tree.v_start;
        (*dE)[i] += (joint.armature + step_->mean * step_->damping[k]) * dx[i];
      }
    }
  }
  for (const Contact& contact : contacts_) {
    contact.block.local().Gather(dx, dz, &local_);
    AddWrench(contact, contact.block.MultiplyWrench(local_, PosesOf(contact)),
              1);
    contact.block.local().AddXProduct(local_, dE);
  }
  AddLoads(dE);
  for (const Block& block : blocks_) {
    block.local.Gather(dx, dz, &local_);
    AddTo(block.along,
          block.own * Dot(block.along, dx) - block.force.dot(local_), dE);
    block.local.AddXProduct(local_, dE);
  }
  for (const Row& row : rows_) {
    AddTo(row.along, -dx[row.lambda], dE);
    (*dE)[row.lambda] =
        step_->h * Dot(row.along, dx) - row.compliance * dx[row.lambda];
  }
}

}  // namespace tactus::integrators
