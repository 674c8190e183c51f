// The part of ExternalSystem that differentiates inputs and outer states.
#include <algorithm>
#include <cmath>

#include "tactus/integrators/diagram/difference_step.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/diagram/force_slopes.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/motion_transport.h"
#include "tactus/multibody/plant/input_forces.h"

namespace tactus::integrators {

using multibody::Actuator;
using multibody::SpatialForce;
using systems::Context;
using systems::LeafSystem;

// dx~/dv = [dt N(q~), 1, 0] and dx/dz = [0, 0, 1]; of sprung joints also the
// first part alone, [dt N(q~), 0, 0].
void ExternalSystem::CalcDirections(const Start& start) {
  const auto& [state, plant, dt, context] = start;
  const Eigen::Index nv = state.v.size(), nz = state.z.size();
  const Eigen::Index followed = CountFollowed(plant_.model());
  directions_.resize(diagram_.num_continuous_states(),
                     followed + nz + std::ssize(sprung_));
  VectorXd qdot, column;
  for (Eigen::Index j = 0; j < followed; ++j) {
    const VectorXd unit = VectorXd::Unit(nv, j);
    multibody::MapVelocityToQDot(plant_.model(), q_end_, unit, &qdot);
    layout_.Join(dt * qdot, unit, VectorXd::Zero(nz), &column);
    directions_.col(j) = column;
  }
  for (Eigen::Index k = 0; k < nz; ++k) {
    layout_.Join(VectorXd::Zero(state.q.size()), VectorXd::Zero(nv),
                 VectorXd::Unit(nz, k), &column);
    directions_.col(followed + k) = column;
  }
  for (std::size_t i = 0; i < sprung_.size(); ++i) {
    multibody::MapVelocityToQDot(plant_.model(), q_end_,
                                 VectorXd::Unit(nv, sprung_[i]), &qdot);
    layout_.Join(dt * qdot, VectorXd::Zero(nv), VectorXd::Zero(nz), &column);
    directions_.col(followed + nz + static_cast<Eigen::Index>(i)) = column;
  }
}

namespace {

/// Slopes of something: by the velocities that are followed, by z, and by the
/// places of servos, a column each.
struct SlopeParts {
  MatrixXd *by_v{}, *by_z{}, *by_place{};
};

// Of directions in that order; `all` without a size is zero. False: it is null,
// of a block that does not know its derivatives.
bool TakeApart(const MatrixXd* all, Eigen::Index rows, Eigen::Index num_v,
               Eigen::Index num_z, Eigen::Index num_places,
               const SlopeParts& parts) {
  if (all == nullptr) return false;
  parts.by_v->setZero(rows, num_v);
  parts.by_z->setZero(rows, num_z);
  parts.by_place->setZero(rows, num_places);
  if (all->size() == 0) return true;
  *parts.by_v = all->leftCols(num_v);
  *parts.by_z = all->middleCols(num_v, num_z);
  *parts.by_place = all->rightCols(num_places);
  return true;
}

}  // namespace

bool ExternalSystem::DifferentiateByChainRule(const Start& start,
                                              ExternalResponse* response) {
  if (elements_feed_back_) return false;
  const Eigen::Index nv = start.state.v.size(), nz = start.state.z.size();
  const Eigen::Index followed = CountFollowed(plant_.model());
  const Eigen::Index num_sprung = std::ssize(sprung_);
  CalcDirections(start);
  tangents_.Reset(*start.context, directions_);
  MatrixXd control_q, force_q;
  if (!TakeApart(tangents_.Eval(plant_.actuation_input()),
                 plant_.model().num_actuators(), followed, nz, num_sprung,
                 {&control_v_, &control_z_, &control_q}) ||
      !TakeApart(tangents_.Eval(plant_.generalized_force_input()), nv, followed,
                 nz, num_sprung, {&force_v_, &force_z_, &force_q})) {
    return false;
  }
  response->h_v.setZero(nz, nv);
  response->h_z.resize(nz, nz);
  if (!DifferentiateZByChainRule(response)) return false;
  ClearClampedControls(&control_q);
  AddThrusterSlopes(start.plant, control_v_, &force_v_);
  AddThrusterSlopes(start.plant, control_z_, &force_z_);
  AddThrusterSlopes(start.plant, control_q, &force_q);
  ClearPlaceSlopes();
  for (std::size_t i = 0; i < sprung_.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    control_q_.col(sprung_[i]) = control_q.col(column);
    force_q_[sprung_[i]] = force_q(sprung_[i], column);
  }
  return true;
}

// h_v and h_z, block by block.
bool ExternalSystem::DifferentiateZByChainRule(ExternalResponse* response) {
  const Eigen::Index followed = CountFollowed(plant_.model());
  MatrixXd by_v, by_z, by_place;
  for (const LeafSystem* leaf : diagram_.leaves()) {
    const int n = leaf->num_continuous_states();
    if (leaf == &plant_ || n == 0) continue;
    if (!TakeApart(tangents_.EvalTimeDerivatives(*leaf), n, followed,
                   layout_.num_z(), std::ssize(sprung_),
                   {&by_v, &by_z, &by_place})) {
      return false;
    }
    const int start = layout_.z_start(*leaf);
    response->h_v.middleRows(start, n).leftCols(followed) = by_v;
    response->h_z.middleRows(start, n) = by_z;
  }
  return true;
}

// A control at its limit stays there.
void ExternalSystem::ClearClampedControls(MatrixXd* control_q) {
  const auto actuators = plant_.model().actuators();
  for (int i = 0; i < std::ssize(actuators); ++i) {
    if (base_.control[i] > actuators[i].control_lower &&
        base_.control[i] < actuators[i].control_upper)
      continue;
    for (MatrixXd* slopes : {&control_v_, &control_z_, control_q})
      slopes->row(i).setZero();
  }
}

void ExternalSystem::AddThrusterSlopes(const PlantAtStart& plant,
                                       const MatrixXd& control,
                                       MatrixXd* force) const {
  const auto actuators = plant_.model().actuators();
  VectorXd direction;
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const Actuator& actuator = actuators[i];
    if (actuator.body < 0 || control.row(i).isZero(0)) continue;
    const double f = actuator.gain * base_.control[i] + actuator.bias0;
    if (f <= actuator.force_lower || f >= actuator.force_upper) continue;
    CalcThrustDirection(plant_.model(), plant.position, actuator, &direction);
    force->noalias() += actuator.gain * direction * control.row(i);
  }
}

void ExternalSystem::ClearPlaceSlopes() {
  const Eigen::Index followed = CountFollowed(plant_.model());
  control_q_.setZero(base_.control.size(), followed);
  force_q_.setZero(followed);
}

// The rest of h_v is zero.
void ExternalSystem::DifferentiateByV(const Start& start,
                                      ExternalResponse* response) {
  const HybridState& state = start.state;
  const Eigen::Index followed = CountFollowed(plant_.model());
  response->h_v.setZero(layout_.num_z(), state.v.size());
  control_v_.setZero(base_.control.size(), followed);
  force_v_.setZero(state.v.size(), followed);
  ClearPlaceSlopes();
  if (!only_elements_feed_back_) {
    const auto move = [&](const VectorXd& v) {
      multibody::IntegratePositions(plant_.model(), q_end_, v - state.v,
                                    start.dt, &q_);
      MoveTo(q_, v, state.z, start.context);
    };
    DifferentiateAlong(
        state.v, followed, move, start,
        {.h = &response->h_v, .control = &control_v_, .force = &force_v_});
  }
  if (elements_feed_back_) DifferentiateElements(start);
}

void ExternalSystem::DifferentiateByPlaces(std::span<const int> dofs,
                                           const Start& start) {
  const auto& [state, plant, dt, context] = start;
  for (const int k : dofs) {
    perturbed_ = DifferenceStep(0) * VectorXd::Unit(state.v.size(), k);
    multibody::IntegratePositions(plant_.model(), q_end_, perturbed_, 1, &q_);
    MoveTo(q_, state.v, state.z, context);
    Evaluate(*context, plant, &moved_);
    const double share = dt / perturbed_[k];
    control_q_.col(k) = share * (moved_.control - base_.control);
    force_q_[k] = share * (moved_.force[k] - base_.force[k]);
  }
}

void ExternalSystem::DifferentiateByZ(const Start& start,
                                      ExternalResponse* response) {
  const auto move = [&](const VectorXd& z) {
    MoveTo(q_end_, start.state.v, z, start.context);
  };
  response->h_z.resize(layout_.num_z(), layout_.num_z());
  DifferentiateAlong(start.state.z, layout_.num_z(), move, start,
                     {.h = &response->h_z,
                      .control = &control_z_,
                      .force = &force_z_,
                      .element = elements_feed_back_ ? &element_z_ : nullptr});
}

// (f(x + e) - f(x)) / e, column by column.
void ExternalSystem::DifferentiateAlong(
    const VectorXd& at, Eigen::Index count,
    const std::function<void(const VectorXd&)>& move, const Start& start,
    const Slopes& slopes) {
  slopes.control->resize(base_.control.size(), count);
  slopes.force->resize(base_.force.size(), count);
  if (slopes.element) slopes.element->resize(base_.force.size(), count);
  perturbed_ = at;
  for (Eigen::Index k = 0; k < count; ++k) {
    perturbed_[k] = at[k] + DifferenceStep(at[k]);
    const double change = perturbed_[k] - at[k];
    move(perturbed_);
    Evaluate(*start.context, start.plant, &moved_);
    slopes.h->col(k) = (moved_.zdot - base_.zdot) / change;
    slopes.control->col(k) = (moved_.control - base_.control) / change;
    slopes.force->col(k) = (moved_.force - base_.force) / change;
    if (slopes.element) {
      slopes.element->col(k) =
          (moved_.element_force - base_.element_force) / change;
    }
    perturbed_[k] = at[k];
  }
}

// Whether a body of the tree turns by more than half a radian.
bool ExternalSystem::TurnsFar(const multibody::Tree& tree,
                              const multibody::PositionKinematics& start,
                              const multibody::PositionKinematics& end) {
  constexpr double kMostTurn = 0.5;  // [rad]
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const Matrix3d R =
        end.X_WB[b].linear() * start.X_WB[b].linear().transpose();
    if ((R.trace() - 1) / 2 < std::cos(kMostTurn)) return true;
  }
  return false;
}

// Columns of the end's velocities become those of the start's. What turns far,
// as a rotor does, shows its carrier's motion turned by as much: it stays.
void ExternalSystem::CarryToStart(const PlantAtStart& plant,
                                  MatrixXd* G) const {
  const multibody::Model& model = plant_.model();
  multibody::PositionKinematics end;
  multibody::CalcPositionKinematics(model, q_end_, &end);
  MatrixXd T;
  for (const multibody::Tree& tree : model.trees()) {
    auto columns = G->middleCols(tree.v_start, tree.nv);
    if (tree.nv == 1 || columns.isZero(0) ||
        TurnsFar(tree, plant.position, end))
      continue;
    multibody::CalcMotionTransport(model, tree, plant.position, end, &T);
    columns = (columns * T).eval();
  }
}

// Of controls and, as FindElementSkew() has left it, of elements.
void ExternalSystem::FindSkew(const PlantAtStart& plant,
                              const MatrixXd& controls,
                              ExternalResponse* response) {
  response->skew.Clear();
  if (!expansion_.is_half) skew_thetas_.clear();  // Those of the last step.
  MatrixXd N = CalcSkewPart(controls);
  if (element_skew_.size() > 0) N -= element_skew_;
  if (N.isZero(0)) return;
  const multibody::ForceSlope& C = response->feedback.force_slope;
  MatrixXd resistance = response->joint_resistance.asDiagonal();
  for (std::size_t c = 0; c < plant.cliques.size(); ++c) {
    const contact::Clique& clique = plant.cliques[c];
    if (C.blocks[c].size() > 0)
      resistance.block(clique.v_start, clique.v_start, clique.nv, clique.nv) +=
          C.blocks[c];
  }
  for (const std::vector<contact::JointTerm>& a : C.dampers) {
    for (const contact::JointTerm& i : a) {
      for (const contact::JointTerm& k : a)
        resistance(i.dof, k.dof) += i.coefficient * k.coefficient;
    }
  }
  response->skew.Reset(N, resistance, plant.cliques,
                       {.dt = expansion_.dt,
                        .is_compared = expansion_.is_compared,
                        .is_half = expansion_.is_half,
                        .velocity_share = expansion_.shares.velocities},
                       &skew_thetas_);
}

}  // namespace tactus::integrators
