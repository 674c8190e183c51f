#include "tactus/integrators/diagram/external_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tactus/integrators/diagram/control_slopes.h"
#include "tactus/integrators/diagram/effort_limits.h"
#include "tactus/integrators/diagram/find_plant.h"
#include "tactus/integrators/diagram/force_slopes.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/input_forces.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using multibody::MultibodyPlant;
using systems::Context;
using systems::InputPort;
using systems::LeafSystem;

std::array<InputPort, 4> InputsOf(const MultibodyPlant& plant) {
  return {plant.actuation_input(), plant.generalized_force_input(),
          plant.spatial_forces_input(), plant.surface_velocities_input()};
}

}  // namespace

ExternalSystem::ExternalSystem(const systems::Diagram& diagram,
                               const MultibodyPlant& plant,
                               ExternalScheme scheme)
    : diagram_(diagram),
      plant_(plant),
      layout_(diagram, plant),
      tangents_(diagram) {
  bool follows_time = false;
  for (const InputPort& port : InputsOf(plant)) {
    feeds_back_ = feeds_back_ || diagram.DependsOnContinuousState(port);
    follows_time = follows_time || diagram.DependsOnTime(port);
  }
  controls_feed_back_ =
      diagram.DependsOnContinuousState(plant.actuation_input()) ||
      diagram.DependsOnContinuousState(plant.generalized_force_input());
  elements_feed_back_ =
      diagram.DependsOnContinuousState(plant.spatial_forces_input());
  only_elements_feed_back_ =
      elements_feed_back_ && layout_.num_z() == 0 && !controls_feed_back_;
  if (controls_feed_back_) FindSprung();
  is_implicit_ = scheme == ExternalScheme::kImplicit &&
                 (feeds_back_ || follows_time || layout_.num_z() > 0);
}

void ExternalSystem::FindSprung() {
  const multibody::Model& model = plant_.model();
  for (const multibody::Joint& joint : model.joints()) {
    if (joint.stiffness != 0) sprung_.push_back(joint.v_start);
  }
  num_springs_ = sprung_.size();
  for (const Actuator& actuator : model.actuators()) {
    if (actuator.joint < 0 || actuator.bias1 == 0) continue;
    const int dof = model.joints()[actuator.joint].v_start;
    if (std::ranges::find(sprung_, dof) == sprung_.end())
      sprung_.push_back(dof);
  }
}

void ExternalSystem::EvalDerivatives(const Context& context,
                                     VectorXd* zdot) const {
  zdot->resize(layout_.num_z());
  for (const LeafSystem* leaf : diagram_.leaves()) {
    const int n = leaf->num_continuous_states();
    if (leaf == &plant_ || n == 0) continue;
    zdot->segment(layout_.z_start(*leaf), n) =
        diagram_.EvalTimeDerivatives(*leaf, context);
  }
}

void ExternalSystem::MoveTo(const VectorXd& q, const VectorXd& v,
                            const VectorXd& z, Context* context) {
  layout_.Join(q, v, z, &x_);
  context->SetContinuousState(x_);
}

void ExternalSystem::Evaluate(const Context& context, const PlantAtStart& plant,
                              Sample* sample) const {
  const multibody::Model& model = plant_.model();
  plant_.EvalInputs(context.of(plant_), &sample->inputs);
  sample->control.resize(model.num_actuators());
  for (int i = 0; i < model.num_actuators(); ++i)
    sample->control[i] = CalcControl(model, sample->inputs, i);
  std::vector<multibody::SpatialForce> elements;
  if (elements_feed_back_) {
    elements.swap(sample->inputs.spatial_forces);
    CalcSpatialForce(model, plant.position, elements, &sample->element_force);
  }
  CalcAppliedForce(model, plant.position, sample->inputs, &sample->force);
  if (elements_feed_back_) elements.swap(sample->inputs.spatial_forces);
  EvalDerivatives(context, &sample->zdot);
}

std::optional<StepFailure> ExternalSystem::FindNonFinite(
    const Sample& sample, const Context& context) const {
  if (auto failure = FindNonFiniteInput(plant_, context, sample.inputs))
    return failure;
  if (sample.zdot.allFinite()) return std::nullopt;
  return BlameNonFiniteDerivative(diagram_, plant_, context);
}

std::optional<StepFailure> ExternalSystem::Linearize(
    const Part& part, const HybridState& state, const PlantAtStart& plant,
    Context* context, ExternalResponse* response) {
  const double dt = part.dt;
  const Start start{
      .state = state, .plant = plant, .dt = dt, .context = context};
  context->SetTime(part.t0 + dt);
  // x~(v0) = [q0 + dt N v0, v0]
  multibody::IntegratePositions(plant_.model(), state.q, state.v, dt, &q_end_);
  MoveTo(q_end_, state.v, state.z, context);
  Evaluate(*context, plant, &base_);
  if (auto failure = FindNonFinite(base_, *context)) return failure;
  Differentiate(start, part.shares, response);
  if (layout_.num_z() > 0) {
    SolveForZ(state, dt, response);
    if (auto failure = EvaluateAtZ(start, *response)) return failure;
  }
  response->inputs = base_.inputs;
  response->follows_velocity = feeds_back_;
  if (!feeds_back_) {
    MoveSetPoints(plant, part.shares, nullptr, &response->inputs);
    return std::nullopt;
  }
  response->feedback.v_ref = state.v;
  FindFree(part.is_half, start);
  expansion_ = {.dt = dt,
                .shares = part.shares,
                .keeps_slow = part.is_half,
                .is_compared = part.is_compared,
                .is_half = part.is_half,
                .inputs = base_.inputs};
  CalcFeedback(plant, response);
  return std::nullopt;
}

// The slopes of inputs and zdot, by the chain rule or else by differences.
void ExternalSystem::Differentiate(const Start& start,
                                   const SpringShares& shares,
                                   ExternalResponse* response) {
  const bool has_z = layout_.num_z() > 0;
  if (!feeds_back_ && !has_z) return;
  may_chain_ = may_chain_ && DifferentiateByChainRule(start, response);
  if (may_chain_) return;
  DifferentiateByV(start, response);
  // By places of servos where they are asked for: each is a look at all
  // inputs.
  const auto count =
      shares.actuators.size() == 0 ? num_springs_ : sprung_.size();
  DifferentiateByPlaces(std::span(sprung_).first(count), start);
  if (has_z) DifferentiateByZ(start, response);
}

// g~(v0) = g(Z v0 + b, x~(v0))
std::optional<StepFailure> ExternalSystem::EvaluateAtZ(
    const Start& start, const ExternalResponse& response) {
  const VectorXd& v0 = start.state.v;
  CalcNextZ(response, v0, &z_of_v0_);
  if (!z_of_v0_.allFinite())
    return BlameNonFiniteDerivative(diagram_, plant_, *start.context);
  MoveTo(q_end_, v0, z_of_v0_, start.context);
  Evaluate(*start.context, start.plant, &base_);
  return FindNonFinite(base_, *start.context);
}

// Which actuators keep clear of their limits: at the end of the step, and with
// the start's control, by which slow ones act (HoldSlow()), at both ends.
void ExternalSystem::FindFree(bool is_half, const Start& start) {
  const multibody::Model& model = plant_.model();
  const HybridState& state = start.state;
  if (!is_half) is_free_.assign(model.num_actuators(), true);
  KeepFree(model, q_end_, state.v, base_.control, &is_free_);
  VectorXd control(model.num_actuators());
  for (int i = 0; i < model.num_actuators(); ++i)
    control[i] = CalcControl(model, start.plant.inputs, i);
  KeepFree(model, q_end_, state.v, control, &is_free_);
  KeepFree(model, state.q, state.v, control, &is_free_);
}

bool ExternalSystem::MaySaturate(const ExternalResponse& response) const {
  if (!is_implicit_ || !response.follows_velocity) return false;
  const auto actuators = plant_.model().actuators();
  for (Eigen::Index i = 0; i < response.effort_slope.rows(); ++i) {
    if (HasLimits(actuators[i]) && !response.effort_slope.row(i).isZero(0))
      return true;
  }
  return false;
}

bool ExternalSystem::ClampSaturated(const PlantAtStart& plant,
                                    const contact::VelocityProblem& problem,
                                    const VectorXd& v1,
                                    ExternalResponse* response) {
  const LinearEfforts efforts{.problem = problem,
                              .length_times = response->feedback.length_times,
                              .effort_slope = response->effort_slope,
                              .effort_offset = response->effort_offset,
                              .change = v1 - response->feedback.v_ref,
                              .v1 = v1};
  if (!FindSaturated(efforts, &is_free_)) return false;
  expansion_.keeps_slow = true;
  CalcFeedback(plant, response);
  return true;
}

// (1 - dt h_z) Z = dt h_v,  (1 - dt h_z) b = z0 + dt (h~ - h_z z0 - h_v v0).
void ExternalSystem::SolveForZ(const HybridState& state, double dt,
                               ExternalResponse* response) {
  ExternalResponse& r = *response;
  const int nz = layout_.num_z();
  lu_.compute(MatrixXd::Identity(nz, nz) - dt * r.h_z);
  r.Z = lu_.solve(dt * r.h_v);
  // What is left of zdot at z = 0 and v = 0.
  const VectorXd b_h = base_.zdot - r.h_z * state.z - r.h_v * state.v;
  r.b = lu_.solve(state.z + dt * b_h);
}

// -(g_v + g_z Z) of controls.
ControlSlopes ExternalSystem::MakeControlSlopes(
    const PlantAtStart& plant, const ExternalResponse& response) const {
  ControlSlopes controls{.model = plant_.model(),
                         .tendons = plant.tendons,
                         .is_free = is_free_,
                         .S = -control_v_};
  if (layout_.num_z() > 0)
    controls.S -= control_z_ * response.Z.leftCols(control_v_.cols());
  return controls;
}

// The same of applied forces: of elements ((D + dt K) - g_z Z) T.
ForceResistance ExternalSystem::CalcForceResistance(
    const PlantAtStart& plant, const ControlSlopes& controls,
    ExternalResponse* response) const {
  const Eigen::Index followed = control_v_.cols();
  MatrixXd G = -force_v_.topRows(followed);
  MatrixXd E = MatrixXd::Zero(followed, followed);
  if (elements_feed_back_) E = -element_v_.topRows(followed);
  if (layout_.num_z() > 0) {
    const auto Z = response->Z.leftCols(followed);
    G -= force_z_.topRows(followed) * Z;
    if (elements_feed_back_) E -= element_z_.topRows(followed) * Z;
  }
  if (elements_feed_back_ && !E.isZero(0)) CarryToStart(plant, &E);
  KeepMutual(&G);
  AddEffortSlope(controls, response->effort_slope, &G);
  return {.elements = std::move(E),
          .controls = std::move(G),
          .R = CalcJointResistance(
              plant_.model(),
              expansion_.dt *
                  SharesByVelocity(expansion_.shares.joints, followed))};
}

void ExternalSystem::CalcFeedback(const PlantAtStart& plant,
                                  ExternalResponse* response) {
  const double dt = expansion_.dt;
  const SpringShares& shares = expansion_.shares;
  const VectorXd of_joints = SharesByVelocity(shares.joints, control_v_.cols());
  const VectorXd of_servos =
      SharesByVelocity(shares.actuators, control_v_.cols());
  response->inputs = expansion_.inputs;
  const ControlSlopes controls = MakeControlSlopes(plant, *response);
  MoveSetPoints(plant, shares, &controls, &response->inputs);
  multibody::InputFeedback& feedback = response->feedback;
  feedback.length_times =
      dt * CalcLengthShares(plant_.model(), plant.tendons, shares);
  feedback.control_slope = CalcOwnSlopes(controls, feedback.length_times);
  response->effort_offset.setZero(plant_.model().num_actuators());
  response->effort_slope = CalcEffortSlope(controls, feedback.control_slope);
  ForceResistance forces = CalcForceResistance(plant, controls, response);
  const MatrixXd given = forces.controls;
  passes_ = 0;
  gives_up_ = false;
  if (!expansion_.is_half) follows_elements_ = false;
  v_elements_ = feedback.v_ref;
  element_force_ = base_.element_force;
  response->element_shift.resize(0);
  const UndoneSprings undone =
      CalcUndoneSprings(controls, control_q_, force_q_, dt);
  forces.undone = of_joints.cwiseProduct(undone.joints);
  forces.controls.diagonal() += undone.joints - forces.undone + undone.servos -
                                of_servos.cwiseProduct(undone.servos);
  controls_slope_ = CalcSymmetricPart(forces.controls);
  response->joint_resistance = forces.R;
  CalcForceSlopes(forces, plant.cliques,
                  expansion_.keeps_slow ? std::nullopt : std::optional(dt),
                  &feedback.force_slope, &is_slow_);
  feedback.soft_springs.clear();
  if (std::ranges::find(is_slow_, true) != is_slow_.end()) {
    HoldSlow(controls, plant, response);
    if (elements_feed_back_ && shares.slow_elements > 0)
      SoftenSlow(plant, &feedback);
  }
  MoveSprings(undone, response);
  FindSkew(plant, given, response);
}

void CalcNextZ(const ExternalResponse& response, const VectorXd& v1,
               VectorXd* z1) {
  z1->noalias() = response.Z * v1;
  *z1 += response.b;
}

}  // namespace tactus::integrators
