#include "tactus/integrators/dojo/dojo_linearization.h"

#include <algorithm>
#include <cmath>

#include "tactus/integrators/dojo/composite.h"
#include "tactus/integrators/dojo/frame_rates.h"
#include "tactus/multibody/jacobian_rates.h"
#include "tactus/multibody/plant/input_forces.h"

namespace tactus::integrators {

const DojoColumns& DojoLinearization::Calc(const DojoProblem& problem,
                                           const VectorXd& x, const VectorXd& z,
                                           const DojoVariables& given,
                                           DiscreteDynamics* dynamics,
                                           MatrixXd* E) {
  Begin(problem, x, z, given, dynamics);
  FindPaths();
  E->setZero(problem.num_velocities() + std::ssize(problem.rows()),
             columns_.size());
  CalcBodyMatrices();
  CalcWrenches();
  CalcConstraintImpulses();
  CalcEffortRates();
  FindCouplers();
  AddStateRates(E);
  AddRelativeTurnRates(E);
  AddEndSlides(E);
  AddConstraintStateRates(E);
  AddBallLimitRates(E);
  AddPathStateRates(E);
  AddCouplerStateRates(E);
  AddFluidStateRates(E);
  AddEffortRates(E);
  AddControlRates(E);
  for (std::size_t i = 0; i < given_.parameters.size(); ++i)
    AddParameterRates(static_cast<int>(i), E);
  return columns_;
}

void DojoLinearization::Begin(const DojoProblem& problem, const VectorXd& x,
                              const VectorXd& z, const DojoVariables& given,
                              DiscreteDynamics* dynamics) {
  problem_ = &problem;
  step_ = &problem.step();
  island_ = &problem.island();
  dynamics_ = dynamics;
  model_ = &dynamics->model();
  given_ = given;
  x_ = x;
  z_ = z;
  columns_.num_velocities = problem.num_velocities();
  columns_.num_controls = model_->num_actuators();
  columns_.num_parameters = static_cast<int>(given.parameters.size());
  by_pose_.resize(model_->num_bodies());
  joint_rhs_.resize(model_->num_velocities());
  CalcPositionKinematics(*model_, dynamics->q2(), &position_);
}

void DojoLinearization::CalcBodyMatrices() {
  J2_.resize(model_->num_bodies());
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    dynamics_->CalcStartMotions(tree);
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
      dynamics_->CalcJ2(b, &J2_[b]);
  }
}

// gained - mean m g - contacts - mean applied.
void DojoLinearization::CalcWrenches() {
  const auto n = static_cast<std::size_t>(model_->num_bodies());
  wrenches_.assign(n, Vector6d::Zero());
  applied_.assign(n, Vector3d::Zero());
  applied_turns_.assign(n, Eigen::Matrix<double, 6, 3>::Zero());
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      wrenches_[b] = dynamics_->gained(b);
      wrenches_[b].tail<3>() -=
          step_->mean * model_->bodies()[b].inertia.mass * model_->GravityOn(b);
    }
  }
  for (const Contact& contact : problem_->contacts()) {
    const ContactFeatures& features = problem_->FeaturesOf(contact);
    CalcContactWrench(contact.gap,
                      contact.gap.R_WC * problem_->ImpulseOf(contact, z_),
                      &wrench_);
    wrenches_[features.body_b] -= wrench_.F_b;
    wrenches_[features.body_a] += wrench_.F_a;
  }
  AddApplied();
}

// Forces that keep to the world's axes, and thrusters, which turn with their
// bodies, about the centres of mass.
void DojoLinearization::AddApplied() {
  const double mean = step_->mean;
  for (const multibody::SpatialForce& applied : given_.inputs->spatial_forces) {
    const multibody::SpatialInertia& inertia =
        model_->bodies()[applied.body].inertia;
    const Vector3d arm =
        dynamics_->R2(applied.body) * (applied.p_BoQ_B - inertia.p_BoBcm);
    const Vector3d f = applied.F_Q_W.tail<3>();
    wrenches_[applied.body].head<3>() -=
        mean * (applied.F_Q_W.head<3>() + arm.cross(f));
    wrenches_[applied.body].tail<3>() -= mean * f;
    applied_[applied.body] -= mean * f;
    applied_turns_[applied.body].topRows<3>() -=
        mean * CrossMatrix(f) * CrossMatrix(arm);
  }
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const multibody::Actuator& actuator = model_->actuators()[i];
    if (actuator.body < 0) continue;
    const double thrust =
        CalcThrust(actuator, CalcControl(*model_, *given_.inputs, i));
    const Vector6d F = mean * thrust * CalcThrustDirection(actuator);
    wrenches_[actuator.body] -= F;
    applied_[actuator.body] -= F.tail<3>();
    applied_turns_[actuator.body].topRows<3>() += CrossMatrix(F.head<3>());
    applied_turns_[actuator.body].bottomRows<3>() += CrossMatrix(F.tail<3>());
  }
}

void DojoLinearization::AddStateRates(MatrixXd* E) {
  const contact::VelocityProblem& problem = step_->velocity;
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    const int at = problem_->OffsetOfTree(c), n = tree.nv;
    AddJacobianTransposeRates(*model_, tree, J2_, dynamics_->p2(), wrenches_,
                              E->block(at, columns_.q() + at, n, n));
    AddGainRates(tree, E);
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      if (!HasContact(b)) continue;
      dynamics_->CalcStartRates(b, &K_);
      AddBodyContactRates(b, {J2_[b], K_}, columns_.q() + at, E);
    }
    for (int i = 0; i < n; ++i) {
      const int k = tree.v_start + i;
      const double armature =
          model_->joints()[problem_->BodyOf(at + i) - 1].armature;
      (*E)(at + i, columns_.v() + at + i) -= armature;
      (*E)(at + i, columns_.q() + at + i) += step_->mean * problem.stiffness[k];
      (*E)(at + i, columns_.force() + at + i) = -step_->mean;
    }
  }
  // g(q3) = g(q2) + h G v of what is linear.
  for (std::size_t i = 0; i < problem_->rows().size(); ++i) {
    if (problem_->rows()[i].source.constraint_row() >= 0) continue;
    for (const Term& term : problem_->TermsOf(problem_->rows()[i].along))
      (*E)(problem_->num_velocities() + static_cast<int>(i),
           columns_.q() + term.v) += term.coefficient;
  }
  for (const Bound& bound : problem_->bounds()) {
    for (const Term& term : problem_->TermsOf(bound.along))
      AddBlockRate(problem_->blocks()[bound.block],
                   LocalBlock::Vector::Constant(1, term.coefficient),
                   columns_.q() + term.v, E);
  }
}

bool DojoLinearization::HasContact(int body) const {
  return std::any_of(
      problem_->contacts().begin(), problem_->contacts().end(),
      [&](const Contact& contact) {
        const ContactFeatures& features = problem_->FeaturesOf(contact);
        return features.body_a == body || features.body_b == body;
      });
}

// The momentum gained, by q2 with v1 and v held, and by v1.
void DojoLinearization::AddGainRates(const multibody::Tree& tree, MatrixXd* E) {
  const int at = problem_->OffsetOfTree(model_->bodies()[tree.first_body].tree);
  const DiscreteDynamics::StartMotions& start = dynamics_->start_motions();
  const auto add = [&](Matrix6d DiscreteDynamics::GainRates::*by,
                       const Matrix6Xd& S, std::span<const Vector3d> p,
                       int column) {
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      by_pose_[b] = gain_rates_[b].*by;
      if (by == &DiscreteDynamics::GainRates::y2)
        by_pose_[b].leftCols<3>() += applied_turns_[b];
    }
    AddComposite(*model_, tree, {dynamics_->motion2(), dynamics_->p2()}, {S, p},
                 by_pose_, E->block(at, column + at, tree.nv, tree.nv));
  };
  gain_rates_.resize(model_->num_bodies());
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
    gain_rates_[b] = dynamics_->CalcGainRates(b);
  using Rates = DiscreteDynamics::GainRates;
  add(&Rates::y1, start.y1_q, dynamics_->p1(), columns_.q());
  add(&Rates::y2, dynamics_->motion2(), dynamics_->p2(), columns_.q());
  add(&Rates::y3, start.y3_q, dynamics_->p3(), columns_.q());
  add(&Rates::y1, start.y1_v1, dynamics_->p1(), columns_.v());
}

// With rows r of a block that change.
void DojoLinearization::AddBlockRate(const Block& block, LocalBlock::Vector row,
                                     int column, MatrixXd* E) const {
  block.local.Solve(row);
  const double force = block.force.dot(row);
  for (const Term& term : problem_->TermsOf(block.along))
    (*E)(term.v, column) += force * term.coefficient;
}

// Of gains and contacts by the poses of one body.
void DojoLinearization::AddBodyRates(int body, const Vector6d& y1,
                                     const BodyRates& of, int column,
                                     MatrixXd* E) {
  if (problem_->OffsetOf(body) >= 0) {
    const DiscreteDynamics::GainRates gain = dynamics_->CalcGainRates(body);
    Vector6d dW = gain.y1 * y1 + gain.y2 * of.y2 + gain.y3 * of.y3;
    dW += applied_turns_[body] * of.y2.topRows<3>();
    AddForce(body, dW, column, E);
  }
  AddBodyContactRates(body, of, column, E);
}

// By the body's poses, features held, and by what these slide by its pose at
// q2.
void DojoLinearization::AddBodyContactRates(int body, const BodyRates& of,
                                            int column, MatrixXd* E) const {
  ContactRates rates, slide;
  for (const Contact& contact : problem_->contacts()) {
    const ContactFeatures& features = problem_->FeaturesOf(contact);
    for (const bool is_b : {false, true}) {
      if ((is_b ? features.body_b : features.body_a) != body) continue;
      CalcContactRates(features, contact.gap, dynamics_->body(body), is_b, of,
                       step_->h, &rates);
      if (SlopesOf(contact) != nullptr) {
        CalcContactRates(
            features, contact.gap, dynamics_->body(features.body_a),
            dynamics_->body(features.body_b),
            CalcSlideOf(contact, is_b, Matrix6d::Identity()), &slide);
        rates.AddProduct(slide, of.y2);
      }
      if (features.least_gap.rate != 0) {
        rates.gap -=
            features.least_gap.rate * CalcStartGapRates(contact, is_b) * of.y2;
      }
      if (step_->cone == FrictionCone::kLinear &&
          contact.point < std::ssize(step_->velocity.points)) {
        dojo::AddFrameSpin(
            features,
            {.a = StartOf(features.body_a), .b = StartOf(features.body_b)},
            contact.gap, is_b, CalcSlideOf(contact, is_b, Matrix6d::Identity()),
            of.y2, &rates);
      }
      AddContactRates(contact, rates, column, E);
    }
  }
}

// How the gap at q2 changes with the pose of one body there, and by what slides
// by it.
Eigen::RowVectorXd DojoLinearization::CalcStartGapRates(const Contact& contact,
                                                        bool is_b) const {
  const ContactFeatures& features = problem_->FeaturesOf(contact);
  const DiscreteDynamics::BodyState a = StartOf(features.body_a);
  const DiscreteDynamics::BodyState b = StartOf(features.body_b);
  ContactGap gap;
  CalcContactGap(features, a, b, &gap);
  CalcContactGapRates(features, a, b, step_->h, {}, &gap);
  Eigen::RowVectorXd rates = gap.dgap.segment<6>(is_b ? 6 : 0);
  if (SlopesOf(contact) == nullptr) return rates;
  ContactRates slide;
  CalcContactRates(features, gap, a, b,
                   CalcSlideOf(contact, is_b, Matrix6d::Identity()), &slide);
  return rates + slide.gap;
}

// The body at q2, at rest.
DiscreteDynamics::BodyState DojoLinearization::StartOf(int body) const {
  return {.R = dynamics_->R2(body),
          .p_Bcm_W = dynamics_->p2()[body],
          .p2_Bcm_W = dynamics_->p2()[body]};
}

// Wrenches change by -dF_B and dF_A with F = (arm x f, f), df = turn x f, and g
// by the gap and the slip, d(t' v) = t' dv + (t x v)' turn.
void DojoLinearization::AddContactRates(const Contact& contact,
                                        const ContactRates& of, int column,
                                        MatrixXd* E) const {
  const ContactGap& gap = contact.gap;
  const auto k = of.gap.cols();
  const Vector3d f = gap.R_WC * problem_->ImpulseOf(contact, z_);
  const Eigen::Matrix3Xd df = -CrossMatrix(f) * of.turn;
  Wrenches wrenches(12, k);
  wrenches.middleRows<3>(0) =
      CrossMatrix(gap.arm_a) * df - CrossMatrix(f) * of.arm_a;
  wrenches.middleRows<3>(3) = df;
  wrenches.middleRows<3>(6) =
      CrossMatrix(f) * of.arm_b - CrossMatrix(gap.arm_b) * df;
  wrenches.middleRows<3>(9) = -df;
  Eigen::Matrix3Xd rates(3, k);
  for (int i = 0; i < 2; ++i) {
    const Vector3d t = gap.R_WC.col(i);
    rates.row(i) = t.transpose() * of.v + t.cross(gap.v).transpose() * of.turn;
  }
  rates.row(2) = of.gap;
  contact.block.SubtractWrenches(rates, &wrenches);
  AddContactWrenches(contact, wrenches, column, E);
}

// E += J_A(q2)' W_A + J_B(q2)' W_B.
void DojoLinearization::AddContactWrenches(const Contact& contact,
                                           const Wrenches& wrenches, int column,
                                           MatrixXd* E) const {
  const ContactFeatures& features = problem_->FeaturesOf(contact);
  const auto add = [&](int body, const auto& W) {
    const int at = problem_->OffsetOf(body);
    if (at < 0) return;
    const Matrix6Xd& J = J2_[body];
    E->block(at, column, J.cols(), W.cols()).noalias() += J.transpose() * W;
  };
  add(features.body_a, wrenches.topRows<6>());
  add(features.body_b, wrenches.bottomRows<6>());
}

// E += J2' F.
void DojoLinearization::AddForce(int body, const Vector6d& F, int column,
                                 MatrixXd* E) const {
  const int at = problem_->OffsetOf(body);
  if (at < 0) return;
  const Matrix6Xd& J = J2_[body];
  E->col(column).segment(at, J.cols()).noalias() += J.transpose() * F;
}

}  // namespace tactus::integrators
