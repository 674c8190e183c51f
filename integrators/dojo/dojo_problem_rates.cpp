#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/integrators/dojo/dojo_problem.h"
#include "tactus/multibody/jacobian_rates.h"

namespace tactus::integrators {

// The momentum's rows are J(q2)' W, joint by joint, with the wrenches W on
// bodies: what they gain, less what acts on them. They change as J(q2) and as W
// do, W by the poses at q1, q2, q3.
void DojoProblem::CalcRates(const VectorXd& z, DojoColumns* columns,
                            MatrixXd* E, MatrixXd* g) {
  RequireRates();
  columns->num_velocities = num_velocities_;
  columns->num_controls = model_->num_actuators();
  E->setZero(num_unknowns_, columns->size());
  g->setZero(cones_.size(), columns->size());
  Rates rates{*E, *g};
  CalcWrenches(z, columns->inputs);
  AddStateRates(z, *columns, &rates);
  AddEffortRates(*columns, &rates);
  AddControlRates(*columns, &rates);
  for (std::size_t i = 0; i < columns->parameters.size(); ++i)
    AddParameterRates(columns->parameters[i],
                      columns->parameter() + static_cast<int>(i), z, &rates);
}

void DojoProblem::RequireRates() const {
  Require(!model_->fluid().resists(),
          "Dojo's derivatives do not pass through what a fluid does");
  Require(island_->constraints.empty(),
          "Dojo's derivatives do not pass through loops of joints");
  for (const multibody::Tendon& tendon : model_->tendons()) {
    Require(!tendon.is_spatial(),
            fmt::format("Dojo's derivatives do not pass through the path of "
                        "tendon '{}'",
                        tendon.name));
  }
  for (const multibody::Actuator& actuator : model_->actuators()) {
    Require(!actuator.muscle,
            fmt::format("Dojo's derivatives do not pass through muscle '{}'",
                        actuator.name));
  }
  for (const multibody::JointCoupler& coupler : model_->couplers()) {
    const bool is_linear = std::all_of(coupler.coefficients.begin() + 2,
                                       coupler.coefficients.end(),
                                       [](double c) { return c == 0; });
    Require(is_linear,
            fmt::format("Dojo's derivatives do not pass through coupler '{}', "
                        "which is not linear",
                        coupler.name));
  }
}

// gained - mean m g - contacts - mean applied.
void DojoProblem::CalcWrenches(const VectorXd& z,
                               const multibody::PlantInputs* inputs) {
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
  for (const Contact& contact : contacts_) {
    const ContactFeatures& features = features_[contact.point];
    CalcContactWrench(contact.gap, contact.gap.R_WC * ImpulseOf(contact, z),
                      &wrench_);
    wrenches_[features.body_b] -= wrench_.F_b;
    wrenches_[features.body_a] += wrench_.F_a;
  }
  if (inputs != nullptr) AddApplied(*inputs);
}

// Forces that keep to the world's axes, and thrusters, which turn with their
// bodies, about the centres of mass.
void DojoProblem::AddApplied(const multibody::PlantInputs& inputs) {
  const double mean = step_->mean;
  for (const multibody::SpatialForce& applied : inputs.spatial_forces) {
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
    const double thrust = CalcThrust(actuator, inputs, i);
    const Vector6d F = mean * thrust * CalcThrustDirection(actuator);
    wrenches_[actuator.body] -= F;
    applied_[actuator.body] -= F.tail<3>();
    applied_turns_[actuator.body].topRows<3>() += CrossMatrix(F.head<3>());
    applied_turns_[actuator.body].bottomRows<3>() += CrossMatrix(F.tail<3>());
  }
}

double DojoProblem::CalcThrust(const multibody::Actuator& actuator,
                               const multibody::PlantInputs& inputs, int i) {
  const double u = inputs.actuation.size() == 0
                       ? 0
                       : std::clamp(inputs.actuation[i], actuator.control_lower,
                                    actuator.control_upper);
  return std::clamp(actuator.gain * u + actuator.bias0, actuator.force_lower,
                    actuator.force_upper);
}

// Torque about the centre of mass and force, per unit, in W.
Vector6d DojoProblem::CalcThrustDirection(
    const multibody::Actuator& actuator) const {
  const Matrix3d R_WS = dynamics_->R2(actuator.body) * actuator.X_BS.linear();
  const Vector3d arm =
      dynamics_->R2(actuator.body) *
      (actuator.X_BS.translation() -
       Vector3d(model_->bodies()[actuator.body].inertia.p_BoBcm));
  Vector6d F;
  F.tail<3>() = R_WS * actuator.wrench_S.tail<3>();
  F.head<3>() =
      R_WS * actuator.wrench_S.head<3>() + arm.cross(Vector3d(F.tail<3>()));
  return F;
}

void DojoProblem::AddStateRates(const VectorXd& z, const DojoColumns& columns,
                                Rates* to) {
  const contact::VelocityProblem& problem = step_->velocity;
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    const int at = offset_of_tree_[c], n = tree.nv;
    dynamics_->CalcStartRates(tree);
    AddJacobianTransposeRates(*model_, tree, dynamics_->J2(), dynamics_->p2(),
                              wrenches_,
                              to->E.block(at, columns.q() + at, n, n));
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const DiscreteDynamics::StartRates& rates = dynamics_->start_rates(b);
      const Matrix6Xd none = Matrix6Xd::Zero(6, n);
      AddBodyRates(b, rates.y1_q, {dynamics_->J2(b), rates.y3_q},
                   columns.q() + at, z, to);
      AddBodyRates(b, rates.y1_v1, {none, none}, columns.v() + at, z, to);
      const multibody::Joint& joint = model_->joints()[b - 1];
      const int own = at + joint.v_start - tree.v_start;
      for (int i = own; i < own + joint.nv(); ++i)
        to->E(i, columns.v() + i) -= joint.armature;
    }
    to->E.block(at, columns.q() + at, n, n).diagonal() +=
        step_->mean * problem.stiffness.segment(tree.v_start, n);
    to->E.block(at, columns.force() + at, n, n)
        .diagonal()
        .setConstant(-step_->mean);
  }
  // g(q3) = g(q2) + h G v of what is linear.
  for (const Row& row : rows_)
    to->E.row(row.lambda).segment(columns.q(), num_velocities_) +=
        row.coefficients.transpose();
  for (const Bound& bound : bounds_)
    to->g.row(bound.z).segment(columns.q(), num_velocities_) +=
        bound.coefficients.transpose();
}

// Of gains and contacts by the poses of one body.
void DojoProblem::AddBodyRates(int body, const Matrix6Xd& y1,
                               const BodyRates& of, int column,
                               const VectorXd& z, Rates* to) {
  const int at = OffsetOf(body);
  if (at >= 0) {
    const DiscreteDynamics::GainRates gain = dynamics_->CalcGainRates(body);
    Matrix6Xd dW = gain.y1 * y1 + gain.y2 * of.y2 + gain.y3 * of.y3;
    dW += applied_turns_[body] * of.y2.topRows<3>();
    const Matrix6Xd& J = dynamics_->J2(body);
    to->E.block(at, column, J.cols(), y1.cols()).noalias() +=
        J.transpose() * dW;
  }
  if (of.y3.isZero(0)) return;
  ContactRates rates;
  for (const Contact& contact : contacts_) {
    const ContactFeatures& features = features_[contact.point];
    for (const bool is_b : {false, true}) {
      if ((is_b ? features.body_b : features.body_a) != body) continue;
      CalcContactRates(contact.gap, dynamics_->body(body), is_b, of, step_->h,
                       &rates);
      AddContactRates(contact, rates, column, z, to);
    }
  }
}

// E changes by -J_B' dF_B + J_A' dF_A with F = (arm x f, f), df = turn x f, and
// g by the gap and the slip, d(t' v) = t' dv + (t x v)' turn.
void DojoProblem::AddContactRates(const Contact& contact,
                                  const ContactRates& of, int column,
                                  const VectorXd& z, Rates* to) const {
  const ContactFeatures& features = features_[contact.point];
  const ContactGap& gap = contact.gap;
  const auto k = of.gap.cols();
  const Vector3d f = gap.R_WC * ImpulseOf(contact, z);
  const Eigen::Matrix3Xd df = -CrossMatrix(f) * of.turn;
  const auto add = [&](int body, double sign, const Vector3d& arm,
                       const Eigen::Matrix3Xd& darm) {
    const int at = OffsetOf(body);
    if (at < 0) return;
    Matrix6Xd dF(6, k);
    dF.topRows<3>() = CrossMatrix(arm) * df - CrossMatrix(f) * darm;
    dF.bottomRows<3>() = df;
    const Matrix6Xd& J = dynamics_->J2(body);
    to->E.block(at, column, J.cols(), k).noalias() += sign * J.transpose() * dF;
  };
  add(features.body_b, -1, gap.arm_b, of.arm_b);
  add(features.body_a, 1, gap.arm_a, of.arm_a);

  to->g.block(contact.normal, column, 1, k) += of.gap;
  if (contact.friction < 0) return;
  Eigen::Matrix<double, 2, Eigen::Dynamic> slip(2, k);
  for (int i = 0; i < 2; ++i) {
    const Vector3d t = gap.R_WC.col(i);
    slip.row(i) = t.transpose() * of.v + t.cross(gap.v).transpose() * of.turn;
  }
  if (contact.psi >= 0) {
    to->g.block(contact.friction + 1, column, 2, k) += slip;
  } else {
    to->g.block(contact.friction, column, 4, k) +=
        PyramidFacets().transpose() * slip;
  }
}

// E and g change with a force that acts along `row`, by `slope` of what stands
// in `column`.
void DojoProblem::AddForceRate(const Effort& effort, double slope, int column,
                               const VectorXd& row, Rates* to) const {
  if (slope == 0) return;
  const double c = CalcStiffness(effort);
  to->E.col(column).head(num_velocities_) -= step_->mean * slope * row;
  if (effort.upper >= 0) to->g(effort.upper, column) -= step_->h / c * slope;
  if (effort.lower >= 0) to->g(effort.lower, column) += step_->h / c * slope;
}

// force0 follows the position at q2; a force that does not follow the velocity
// is taken at v1, and clamped.
void DojoProblem::AddEffortRates(const DojoColumns& columns, Rates* to) const {
  for (const Effort& effort : efforts_) {
    const contact::LinearActuator& law = *effort.law;
    const double c = law.damping + step_->h * law.stiffness;
    const bool is_explicit = c <= 0;
    if (is_explicit && IsClamped(effort)) continue;
    for (int i = 0; i < num_velocities_; ++i) {
      const double along = effort.coefficients[i];
      if (along == 0) continue;
      AddForceRate(effort, effort.slope * along, columns.q() + i,
                   effort.coefficients, to);
      if (is_explicit)
        AddForceRate(effort, -c * along, columns.v() + i, effort.coefficients,
                     to);
    }
    if (law.id < 0 || !FollowsControl(columns.inputs, law.id)) continue;
    AddForceRate(effort, model_->actuators()[law.id].gain,
                 columns.control() + law.id, effort.coefficients, to);
  }
}

bool DojoProblem::IsClamped(const Effort& effort) const {
  const contact::LinearActuator& law = *effort.law;
  const double force =
      law.force0 - (law.damping + step_->h * law.stiffness) * effort.x0;
  return force <= law.lower || force >= law.upper;
}

bool DojoProblem::FollowsControl(const multibody::PlantInputs* inputs,
                                 int i) const {
  const multibody::Actuator& actuator = model_->actuators()[i];
  const double u = inputs == nullptr || inputs->actuation.size() == 0
                       ? 0
                       : inputs->actuation[i];
  return u > actuator.control_lower && u < actuator.control_upper;
}

// Actuators that are forces: thrusters, and motors that follow nothing but
// their controls.
void DojoProblem::AddControlRates(const DojoColumns& columns, Rates* to) const {
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const multibody::Actuator& actuator = model_->actuators()[i];
    const bool is_law =
        std::any_of(efforts_.begin(), efforts_.end(),
                    [&](const Effort& effort) { return effort.law->id == i; });
    if (is_law || actuator.bias1 != 0 || actuator.bias2 != 0) continue;
    if (!FollowsControl(columns.inputs, i)) continue;
    const bool has_control =
        columns.inputs != nullptr && columns.inputs->actuation.size() > 0;
    const double u = has_control ? columns.inputs->actuation[i] : 0;
    const double force = actuator.gain * u + actuator.bias0;
    if (force <= actuator.force_lower || force >= actuator.force_upper)
      continue;
    const int column = columns.control() + i;
    if (actuator.body >= 0) {
      AddForce(actuator.body,
               -step_->mean * actuator.gain * CalcThrustDirection(actuator),
               column, to);
      continue;
    }
    const multibody::Tendon* tendon =
        actuator.tendon < 0 ? nullptr : &model_->tendons()[actuator.tendon];
    const multibody::Tendon::Term own{.joint = actuator.joint};
    const auto terms =
        tendon == nullptr
            ? std::span(&own, 1)
            : std::span<const multibody::Tendon::Term>(tendon->terms);
    for (const multibody::Tendon::Term& term : terms) {
      const multibody::Joint& joint = model_->joints()[term.joint];
      const int at = OffsetOf(joint.child);
      if (at < 0) continue;
      const int tree = model_->bodies()[joint.child].tree;
      const int row = at + joint.v_start - model_->trees()[tree].v_start;
      to->E(row, column) -=
          step_->mean * actuator.gear * actuator.gain * term.coefficient;
    }
  }
}

// E += J2' F.
void DojoProblem::AddForce(int body, const Vector6d& F, int column,
                           Rates* to) const {
  const int at = OffsetOf(body);
  if (at < 0) return;
  const Matrix6Xd& J = dynamics_->J2(body);
  to->E.col(column).segment(at, J.cols()).noalias() += J.transpose() * F;
}

}  // namespace tactus::integrators
