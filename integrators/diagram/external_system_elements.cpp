// The part of ExternalSystem that differentiates forces of elements on bodies,
// finds what of their slopes turns velocities, and follows them to the end of
// the step.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tactus/integrators/diagram/difference_step.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/diagram/force_slopes.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/input_forces.h"

namespace tactus::integrators {

using multibody::SpatialForce;
using systems::Context;

// -D and then, at rest, -dt K.
void ExternalSystem::DifferentiateElements(const Start& start) {
  const HybridState& state = start.state;
  const Eigen::Index followed = CountFollowed(plant_.model());
  const VectorXd rest = VectorXd::Zero(state.v.size());
  VectorXd at_rest, moved;
  EvalElements(start, q_end_, rest, state.z, &at_rest);
  const bool has_rest = at_rest.allFinite();
  const VectorXd& v_of_springs = has_rest ? rest : state.v;
  const VectorXd& of_springs = has_rest ? at_rest : base_.element_force;
  element_v_.resize(state.v.size(), followed);
  element_d_.resize(state.v.size(), followed);
  for (Eigen::Index k = 0; k < followed; ++k) {
    perturbed_ = state.v;
    perturbed_[k] += DifferenceStep(state.v[k]);
    const double speed = perturbed_[k] - state.v[k];
    EvalElements(start, q_end_, perturbed_, state.z, &moved);
    element_d_.col(k) = (moved - base_.element_force) / speed;
    element_v_.col(k) = element_d_.col(k);
    perturbed_ = rest;
    perturbed_[k] = DifferenceStep(0);
    multibody::IntegratePositions(plant_.model(), q_end_, perturbed_, start.dt,
                                  &q_);
    EvalElements(start, q_, v_of_springs, state.z, &moved);
    element_v_.col(k) += (moved - of_springs) / perturbed_[k];
  }
  FindElementSkew(start);
}

namespace {

// Of a group's velocities, numbers with which a matrix that is not symmetric
// does not look so, x'Gy = y'Gx.
VectorXd MakeProbe(Eigen::Index count, double phase) {
  VectorXd probe(count);
  for (Eigen::Index i = 0; i < count; ++i)
    probe[i] = std::cos(phase + 2.4 * static_cast<double>(i));
  return probe;
}

}  // namespace

// D direction at q0, of the velocities `dofs` alone; `force0` is at v0.
VectorXd ExternalSystem::CalcElementSlope(const Start& start,
                                          const VectorXd& force0,
                                          const std::vector<int>& dofs,
                                          const VectorXd& direction) {
  const HybridState& state = start.state;
  const double step = DifferenceStep(state.v(dofs).cwiseAbs().maxCoeff());
  perturbed_ = state.v;
  perturbed_(dofs) += step * direction;
  VectorXd moved;
  EvalElements(start, state.q, perturbed_, state.z, &moved);
  return (moved(dofs) - force0(dofs)) / step;
}

// At q~(v0) a symmetric damper looks skew by how far the bodies that it acts on
// at the start have turned. So what seems to turn velocities is looked at again
// at q0, along two probes, and where these find it so, too, along each
// velocity.
void ExternalSystem::FindElementSkew(const Start& start) {
  const auto cliques = start.plant.cliques;
  element_skew_.resize(0, 0);
  const Eigen::Index followed = element_d_.cols();
  const MatrixXd D = element_d_.topRows(followed);
  const MatrixXd apparent = CalcSkewPart(D);
  if (apparent.isZero(0) || !apparent.allFinite()) return;
  SkewFeedback turns;
  std::vector<double> thetas;
  turns.Reset(apparent, MatrixXd::Zero(followed, followed), cliques,
              {.dt = start.dt}, &thetas);
  if (turns.empty()) return;
  VectorXd force0;
  EvalElements(start, start.state.q, start.state.v, start.state.z, &force0);
  const auto slope_along = [&](const std::vector<int>& dofs,
                               const VectorXd& direction) {
    return CalcElementSlope(start, force0, dofs, direction);
  };
  constexpr double kSymmetric = 1e-4;  // Beside all that is summed.
  for (const std::vector<int>& group : FindCoupledGroups(apparent, cliques)) {
    const std::vector<int> dofs = CollectDofs(cliques, group);
    const auto n = static_cast<Eigen::Index>(dofs.size());
    if (apparent(dofs, dofs).isZero(0)) continue;
    const VectorXd x = MakeProbe(n, 0.3), y = MakeProbe(n, 1.7);
    const VectorXd Dx = slope_along(dofs, x);
    const VectorXd Dy = slope_along(dofs, y);
    const double sum =
        x.cwiseAbs().dot(Dy.cwiseAbs()) + y.cwiseAbs().dot(Dx.cwiseAbs());
    if (!(std::abs(x.dot(Dy) - y.dot(Dx)) > kSymmetric * sum)) continue;
    MatrixXd own(n, n);
    for (Eigen::Index k = 0; k < n; ++k)
      own.col(k) = slope_along(dofs, VectorXd::Unit(n, k));
    if (element_skew_.size() == 0) element_skew_.setZero(followed, followed);
    element_skew_(dofs, dofs) = CalcSkewPart(own);
  }
}

// C_e dv = (C - (G + G')/2) dv
VectorXd ExternalSystem::CalcElementChange(const PlantAtStart& plant,
                                           const multibody::ForceSlope& C,
                                           const VectorXd& dv) const {
  VectorXd change = VectorXd::Zero(dv.size());
  for (std::size_t c = 0; c < plant.cliques.size(); ++c) {
    const contact::Clique& clique = plant.cliques[c];
    if (C.blocks[c].size() > 0)
      change.segment(clique.v_start, clique.nv) +=
          C.blocks[c] * dv.segment(clique.v_start, clique.nv);
  }
  for (const std::vector<contact::JointTerm>& a : C.dampers) {
    const double rate = contact::CalcRate(a, dv);
    for (const contact::JointTerm& term : a)
      change[term.dof] += term.coefficient * rate;
  }
  const Eigen::Index followed = controls_slope_.rows();
  change.head(followed) -= controls_slope_ * dv.head(followed);
  return change;
}

// The share, by clique, that dt M^-1 force has of its change dv of velocity,
// both in the norm of kinetic energy by the diagonal of M. Changes below 1e-9
// m/s are none.
void ExternalSystem::CalcShares(const PlantAtStart& plant,
                                const VectorXd& force, const VectorXd& dv) {
  constexpr double kRest = 1e-9;
  shares_.clear();
  for (const contact::Clique& clique : plant.cliques) {
    if (clique.v_start + clique.nv > std::ssize(is_slow_)) break;  // Nodes.
    const auto M = clique.M.diagonal().array();
    const auto f = force.segment(clique.v_start, clique.nv).array();
    const auto u = dv.segment(clique.v_start, clique.nv).array();
    const double missing = expansion_.dt * std::sqrt((f.square() / M).sum());
    const double change = std::sqrt((M * (u.square() + kRest * kRest)).sum());
    shares_.push_back(missing / change);
  }
}

// Of trees with a share above `least`, from the start to q_.
bool ExternalSystem::AnyTurnsFar(const PlantAtStart& plant,
                                 double least) const {
  multibody::PositionKinematics end;
  CalcPositionKinematics(plant_.model(), q_, &end);
  for (std::size_t t = 0; t < shares_.size(); ++t) {
    if (shares_[t] > least &&
        TurnsFar(plant_.model().trees()[t], plant.position, end))
      return true;
  }
  return false;
}

bool ExternalSystem::MayFollowElements(const ExternalResponse& response) const {
  return is_implicit_ && elements_feed_back_ && response.follows_velocity &&
         element_skew_.size() == 0 &&
         std::ranges::find(is_slow_, false) != is_slow_.end();
}

// tau_e at a state, and the spatial forces that make it.
const std::vector<SpatialForce>& ExternalSystem::EvalElements(
    const Start& start, const VectorXd& q, const VectorXd& v, const VectorXd& z,
    VectorXd* force) {
  MoveTo(q, v, z, start.context);
  const auto& elements =
      plant_.spatial_forces_input().Eval<std::vector<SpatialForce>>(
          start.context->of(plant_));
  CalcSpatialForce(plant_.model(), start.plant.position, elements, force);
  return elements;
}

bool ExternalSystem::FollowElements(const HybridState& state,
                                    const PlantAtStart& plant,
                                    const VectorXd& v1, Context* context,
                                    ExternalResponse* response) {
  constexpr double kMissing = 1e-3;
  constexpr int kMostPasses = 3;
  if (!MayFollowElements(*response) || gives_up_) return false;
  // tau_e at x~(v1)
  multibody::IntegratePositions(plant_.model(), state.q, v1, expansion_.dt,
                                &q_);
  z_of_v_ = state.z;
  if (state.z.size() > 0) CalcNextZ(*response, v1, &z_of_v_);
  VectorXd force;
  const std::vector<SpatialForce>& elements = EvalElements(
      {.state = state, .plant = plant, .dt = expansion_.dt, .context = context},
      q_, v1, z_of_v_, &force);
  if (!force.allFinite()) return false;
  const multibody::ForceSlope& C = response->feedback.force_slope;
  VectorXd missing =
      force - element_force_ + CalcElementChange(plant, C, v1 - v_elements_);
  VectorXd shift = CalcElementChange(plant, C, v1 - response->feedback.v_ref);
  // What is slow stays as it was.
  for (std::size_t i = 0; i < is_slow_.size(); ++i) {
    if (!is_slow_[i]) continue;
    missing[i] = 0;
    shift[i] = base_.element_force[i] - force[i];
  }
  CalcShares(plant, missing, v1 - state.v);
  const double share = std::ranges::max(shares_);
  const bool is_first = passes_ == 0;
  if (is_first && expansion_.is_half ? !follows_elements_ : share <= kMissing)
    return false;
  gives_up_ = AnyTurnsFar(plant, kMissing);
  if (gives_up_) return LeaveElements(response);
  if (passes_ == kMostPasses || (!is_first && share > missing_ / 2))
    return false;
  follows_elements_ = true;
  missing_ = share;
  ++passes_;
  element_force_ = force;
  v_elements_ = v1;
  response->inputs.spatial_forces = elements;
  response->element_shift = std::move(shift);
  return true;
}

// Takes the forces at v0 again. Returns true if there were others.
bool ExternalSystem::LeaveElements(ExternalResponse* response) {
  follows_elements_ = false;
  response->inputs.spatial_forces = expansion_.inputs.spatial_forces;
  response->element_shift.resize(0);
  return passes_ > 0;
}

}  // namespace tactus::integrators
