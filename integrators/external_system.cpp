#include "tactus/integrators/external_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include "tactus/integrators/control_slopes.h"
#include "tactus/integrators/effort_limits.h"
#include "tactus/integrators/find_plant.h"
#include "tactus/integrators/force_slopes.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/motion_transport.h"
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
  elements_feed_back_ =
      diagram.DependsOnContinuousState(plant.spatial_forces_input());
  only_elements_feed_back_ =
      elements_feed_back_ && layout_.num_z() == 0 &&
      !diagram.DependsOnContinuousState(plant.actuation_input());
  is_implicit_ = scheme == ExternalScheme::kImplicit &&
                 (feeds_back_ || follows_time || layout_.num_z() > 0);
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
  CalcAppliedForce(model, plant.position, sample->inputs, &sample->force);
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
  const auto [t0, dt, is_half] = part;
  context->SetTime(t0 + dt);
  // x~(v0) = [q0 + dt N v0, v0]
  multibody::IntegratePositions(plant_.model(), state.q, state.v, dt, &q_end_);
  MoveTo(q_end_, state.v, state.z, context);
  Evaluate(*context, plant, &base_);
  if (auto failure = FindNonFinite(base_, *context)) return failure;
  const bool has_z = layout_.num_z() > 0;
  if (feeds_back_ || has_z) {
    may_chain_ = may_chain_ &&
                 DifferentiateByChainRule(state, dt, plant, *context, response);
    if (!may_chain_) {
      DifferentiateByV(state, dt, plant, context, response);
      if (has_z) DifferentiateByZ(state, plant, context, response);
    }
  }
  if (has_z) {
    SolveForZ(state, dt, response);
    // g~(v0) = g(Z v0 + b, x~(v0))
    CalcNextZ(*response, state.v, &z_of_v0_);
    if (!z_of_v0_.allFinite())
      return BlameNonFiniteDerivative(diagram_, plant_, *context);
    MoveTo(q_end_, state.v, z_of_v0_, context);
    Evaluate(*context, plant, &base_);
    if (auto failure = FindNonFinite(base_, *context)) return failure;
  }
  response->inputs = base_.inputs;
  response->follows_velocity = feeds_back_;
  if (feeds_back_) {
    response->feedback.v_ref = state.v;
    const multibody::Model& model = plant_.model();
    if (!is_half) is_free_.assign(model.num_actuators(), true);
    KeepFree(model, q_end_, state.v, base_.control, &is_free_);
    // Slow ones act by the start's control (HoldSlow()).
    VectorXd control(model.num_actuators());
    for (int i = 0; i < model.num_actuators(); ++i)
      control[i] = CalcControl(model, plant.inputs, i);
    KeepFree(model, q_end_, state.v, control, &is_free_);
    KeepFree(model, state.q, state.v, control, &is_free_);
    CalcFeedback(dt, is_half, plant, response);
  }
  return std::nullopt;
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

bool ExternalSystem::ClampSaturated(double dt, const PlantAtStart& plant,
                                    const contact::VelocityProblem& problem,
                                    const VectorXd& v1,
                                    ExternalResponse* response) {
  const LinearEfforts efforts{.problem = problem,
                              .dt = dt,
                              .effort_slope = response->effort_slope,
                              .change = v1 - response->feedback.v_ref,
                              .v1 = v1};
  if (!FindSaturated(efforts, &is_free_)) return false;
  response->inputs = base_.inputs;
  CalcFeedback(dt, true, plant, response);
  return true;
}

// (1 - dt h_z) Z = dt h_v,  (1 - dt h_z) b = z0 + dt (h~ - h_z z0 - h_v v0).
void ExternalSystem::SolveForZ(const HybridState& state, double dt,
                               ExternalResponse* response) {
  ExternalResponse& r = *response;
  const int nz = layout_.num_z();
  lu_.compute(MatrixXd::Identity(nz, nz) - dt * r.h_z);
  r.Z = lu_.solve(dt * r.h_v);
  r.b_h = base_.zdot - r.h_z * state.z - r.h_v * state.v;
  r.b = lu_.solve(state.z + dt * r.b_h);
}

// -(g_v + g_z Z) of controls and of applied forces: of elements
// ((D + dt K) - g_z Z) T, and where these follow nothing of controllers.
void ExternalSystem::CalcFeedback(double dt, bool keeps_slow,
                                  const PlantAtStart& plant,
                                  ExternalResponse* response) {
  const Eigen::Index followed = control_v_.cols();
  ControlSlopes controls{.model = plant_.model(),
                         .tendons = plant.tendons,
                         .is_free = is_free_,
                         .S = -control_v_};
  MatrixXd G = -force_v_.topRows(followed);
  if (layout_.num_z() > 0) {
    const auto Z = response->Z.leftCols(followed);
    controls.S -= control_z_ * Z;
    G -= force_z_.topRows(followed) * Z;
  }
  if (elements_feed_back_ && !G.isZero(0)) CarryToStart(plant, &G);
  multibody::InputFeedback& feedback = response->feedback;
  feedback.dt = dt;
  feedback.control_slope = CalcOwnSlopes(controls, dt);
  response->effort_offset.setZero(plant_.model().num_actuators());
  response->effort_slope = CalcEffortSlope(controls, feedback.control_slope);
  ForceResistance forces{
      .elements = MatrixXd::Zero(followed, followed),
      .controls = std::move(G),
      .R = CalcJointResistance(plant_.model(), dt, followed)};
  if (elements_feed_back_) {
    std::swap(forces.elements, forces.controls);
  } else {
    KeepMutual(&forces.controls);
  }
  AddEffortSlope(controls, response->effort_slope, &forces.controls);
  CalcForceSlopes(forces, plant.cliques,
                  keeps_slow ? std::nullopt : std::optional(dt),
                  &feedback.force_slope, &is_slow_);
  if (std::ranges::find(is_slow_, true) != is_slow_.end())
    HoldSlow(controls, plant, response);
}

// What acts on velocities whose forces are slow, as at the start.
void ExternalSystem::HoldSlow(const ControlSlopes& controls,
                              const PlantAtStart& plant,
                              ExternalResponse* response) {
  const multibody::Model& model = plant_.model();
  CalcAppliedForce(model, plant.position, plant.inputs, &moved_.force);
  VectorXd& force = response->inputs.generalized_force;
  if (force.size() == 0) force.setZero(model.num_velocities());
  for (Eigen::Index i = 0; i < std::ssize(is_slow_); ++i) {
    if (is_slow_[i]) force[i] += moved_.force[i] - base_.force[i];
  }
  for (int i = 0; i < model.num_actuators(); ++i) {
    auto slope = response->effort_slope.row(i);
    if (slope.isZero(0)) continue;
    const Actuator& actuator = model.actuators()[i];
    const int dof = FindFollowedDof(controls, actuator);
    if (!is_slow_[dof]) continue;
    if (plant.inputs.actuation.size() > 0)
      response->inputs.actuation[i] = plant.inputs.actuation[i];
    slope.setZero();
    if (actuator.joint < 0 || actuator.bias1 == 0) continue;
    // A servo's law, without slope, is at q0 + dt gear v0: less that.
    const double gear2 = actuator.gear * actuator.gear;
    const double offset = -response->feedback.dt * actuator.bias1 * gear2 *
                          response->feedback.v_ref[dof];
    response->effort_offset[i] = offset;
    force[dof] += offset;
  }
}

// Columns of the end's velocities become those of the start's. What turns far,
// as a rotor does, shows its carrier's motion turned by as much: it stays.
void ExternalSystem::CarryToStart(const PlantAtStart& plant,
                                  MatrixXd* G) const {
  constexpr double kMostTurn = 0.5;  // [rad]
  const multibody::Model& model = plant_.model();
  multibody::PositionKinematics end;
  multibody::CalcPositionKinematics(model, q_end_, &end);
  const auto turns_far = [&](int b) {
    const Matrix3d R =
        end.X_WB[b].linear() * plant.position.X_WB[b].linear().transpose();
    return (R.trace() - 1) / 2 < std::cos(kMostTurn);
  };
  MatrixXd T;
  for (const multibody::Tree& tree : model.trees()) {
    auto columns = G->middleCols(tree.v_start, tree.nv);
    const auto bodies =
        std::views::iota(tree.first_body, tree.first_body + tree.num_bodies);
    if (tree.nv == 1 || columns.isZero(0) ||
        std::ranges::any_of(bodies, turns_far))
      continue;
    multibody::CalcMotionTransport(model, tree, plant.position, end, &T);
    columns = (columns * T).eval();
  }
}

void CalcNextZ(const ExternalResponse& response, const VectorXd& v1,
               VectorXd* z1) {
  z1->noalias() = response.Z * v1;
  *z1 += response.b;
}

// (1 - dt/2 h_z) z1 = z0 + dt/2 (zdot0 + h_v v1 + b_h)
void CalcNextZByTrapezoid(const ExternalResponse& response, double dt,
                          const VectorXd& z0, const VectorXd& zdot0,
                          const VectorXd& v1, VectorXd* z1) {
  const Eigen::Index nz = z0.size();
  const MatrixXd A = MatrixXd::Identity(nz, nz) - dt / 2 * response.h_z;
  *z1 = A.partialPivLu().solve(
      z0 + dt / 2 * (zdot0 + response.h_v * v1 + response.b_h));
}

}  // namespace tactus::integrators
