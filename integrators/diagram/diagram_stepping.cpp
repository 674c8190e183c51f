#include "tactus/integrators/diagram/diagram_stepping.h"

#include <span>
#include <vector>

#include "tactus/contact/icf/constraints.h"
#include "tactus/contact/icf/law.h"
#include "tactus/integrators/diagram/find_plant.h"
#include "tactus/integrators/diagram/force_slopes.h"
#include "tactus/integrators/diagram/impact_slopes.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

DiagramStepping::DiagramStepping(const Diagram& diagram, Statistics* statistics,
                                 ExternalScheme scheme)
    : diagram_(diagram),
      plant_(&FindPlant(diagram)),
      statistics_(statistics),
      external_(diagram, *plant_, scheme) {}

std::optional<StepFailure> DiagramStepping::Prepare(const Context& context,
                                                    double horizon,
                                                    StepOrigin* origin) {
  origin->t0 = context.time();
  origin->x_all = context.continuous_state();
  {
    ScopedTimer timer(&statistics_->profile, Phase::kExternal);
    plant_->EvalInputs(context.of(*plant_), &origin->inputs);
    if (auto failure = FindNonFiniteInput(*plant_, context, origin->inputs))
      return failure;
    external_.EvalDerivatives(context, &origin->zdot);
    if (!origin->zdot.allFinite())
      return BlameNonFiniteDerivative(diagram_, *plant_, context);
  }
  origin->builder.set_profile(&statistics_->profile);
  origin->builder.set_num_threads(origin->function->num_threads());
  origin->builder.Build(origin->x.q, origin->x.v, origin->inputs,
                        &origin->problem,
                        MakeContactReach(origin->function, model(), origin->x.q,
                                         origin->x.v, horizon));
  ResetInputs(origin);
  ++statistics_->geometry_queries;
  PrepareFunction({.h = horizon}, origin);
  return std::nullopt;
}

namespace {

StepProblem MakeStepProblem(const multibody::Model& model,
                            const StepOrigin& origin,
                            const DiagramStepping::Request& request) {
  return {.model = model,
          .position = origin.builder.position(),
          .q0 = origin.x.q,
          .velocity = origin.problem,
          .h = request.h,
          .contacts = &origin.builder.contacts(),
          .inputs = &origin.inputs,
          .v_guess = request.v_guess};
}

}  // namespace

void DiagramStepping::PrepareFunction(const Request& request,
                                      StepOrigin* origin) {
  origin->function->Prepare(MakeStepProblem(model(), *origin, request));
}

std::optional<StepFailure> DiagramStepping::Step(const Request& request,
                                                 StepOrigin* origin,
                                                 Context* context,
                                                 HybridState* next) {
  if (auto failure = PrepareInputs(request, origin, context)) return failure;
  const bool may_saturate = external_.MaySaturate(origin->external);
  const bool may_turn = !origin->external.skew.empty();
  const bool may_follow = external_.MayFollowElements(origin->external) &&
                          origin->function->takes_drag() &&
                          origin->function->takes_dampers();
  const bool may_repeat =
      (may_saturate || may_turn || may_follow) && request.memory != nullptr;
  if (may_repeat) memory_ = *request.memory;
  Request next_request = request;
  for (;;) {
    origin->result.report = {};
    origin->result.actuator_forces.clear();
    if (auto failure = Solve(next_request, origin)) return failure;
    if (may_saturate && HasSaturated(origin)) {
      next_request.v_guess = request.v_guess;
    } else if (may_turn && HasTurned(origin)) {
      next_request.v_guess = &origin->external.skew.velocity();
    } else if (may_follow && FollowElements(origin, context)) {
      v_elements_ = origin->result.v;
      next_request.v_guess = &v_elements_;
    } else {
      break;
    }
    if (may_repeat) *request.memory = memory_;
  }
  // Where the function gives none, actuators follow their implicit laws at v1.
  StepResult& result = origin->result;
  if (result.actuator_forces.empty()) {
    contact::CalcMeanActuatorForces(origin->problem, request.h,
                                    result.step_velocity(),
                                    &result.actuator_forces);
  }
  next->q = result.q;
  next->v = result.v;
  return Finish(*origin, request.h, next);
}

std::optional<StepFailure> DiagramStepping::Solve(const Request& request,
                                                  StepOrigin* origin) {
  origin->function->Step(MakeStepProblem(model(), *origin, request),
                         request.memory, &origin->result);
  const StepReport& report = origin->result.report;
  statistics_->AddSolve(report.slowest, report.total,
                        report.failure.has_value());
  return report.failure;
}

// With an entry for each actuator that may follow the velocity, the shape that
// the problem keeps through all PrepareInputs().
void DiagramStepping::ResetInputs(StepOrigin* origin) const {
  origin->external.inputs = origin->inputs;
  if (!external_.is_implicit() || !external_.feeds_back()) return;
  const multibody::InputFeedback none{
      .control_slope = VectorXd::Zero(model().num_actuators()),
      .length_times = VectorXd::Zero(model().num_actuators()),
      .force_slope = {},
      .v_ref = origin->x.v};
  origin->builder.SetInputs(origin->inputs, &none, &origin->problem);
}

namespace {

PlantAtStart PlantOf(const StepOrigin& origin) {
  return {.position = origin.builder.position(),
          .tendons = origin.builder.tendons(),
          .cliques = origin.problem.cliques,
          .inputs = origin.inputs};
}

}  // namespace

void DiagramStepping::SetInputs(StepOrigin* origin) const {
  ExternalResponse& response = origin->external;
  multibody::ForceSlope& slope = response.feedback.force_slope;
  if (response.follows_velocity && !origin->function->takes_drag())
    FactorBlocks(origin->problem.cliques, response.joint_resistance, &slope);
  if (!origin->function->takes_dampers())
    SplitDampers(origin->problem.cliques, &slope);
  const multibody::InputFeedback* feedback =
      response.follows_velocity ? &response.feedback : nullptr;
  const VectorXd &turning = response.skew.force(),
                 &shift = response.element_shift;
  if (turning.size() + shift.size() == 0) {
    origin->builder.SetInputs(response.inputs, feedback, &origin->problem);
    return;
  }
  multibody::PlantInputs inputs = response.inputs;
  if (inputs.generalized_force.size() == 0)
    inputs.generalized_force.setZero(model().num_velocities());
  for (const VectorXd* force : {&turning, &shift}) {
    if (force->size() > 0) inputs.generalized_force += *force;
  }
  origin->builder.SetInputs(inputs, feedback, &origin->problem);
}

// Whether the step is to be solved again, with forces that turn its velocities.
bool DiagramStepping::HasTurned(StepOrigin* origin) {
  ScopedTimer timer(&statistics_->profile, Phase::kExternal);
  if (!origin->external.skew.Follow(origin->x.v,
                                    origin->result.step_velocity()))
    return false;
  SetInputs(origin);
  return true;
}

// Whether the step is to be solved again, with efforts that are clamped.
bool DiagramStepping::HasSaturated(StepOrigin* origin) {
  ScopedTimer timer(&statistics_->profile, Phase::kExternal);
  if (!external_.ClampSaturated(PlantOf(*origin), origin->problem,
                                origin->result.step_velocity(),
                                &origin->external))
    return false;
  SetInputs(origin);
  return true;
}

// Whether the step is to be solved again, with forces of elements at its end.
bool DiagramStepping::FollowElements(StepOrigin* origin, Context* context) {
  ScopedTimer timer(&statistics_->profile, Phase::kExternal);
  if (!external_.FollowElements(origin->x, PlantOf(*origin),
                                origin->result.step_velocity(), context,
                                &origin->external))
    return false;
  SetInputs(origin);
  return true;
}

// Puts into the problem how inputs act during a step of length h.
std::optional<StepFailure> DiagramStepping::PrepareInputs(
    const Request& request, StepOrigin* origin, Context* context) {
  ScopedTimer timer(&statistics_->profile, Phase::kExternal);
  if (external_.is_implicit()) {
    ExternalResponse& response = origin->external;
    if (auto failure = external_.Linearize(
            {.t0 = origin->t0,
             .dt = request.h,
             .is_half = request.is_half,
             .is_compared = request.is_compared,
             .shares =
                 origin->function->spring_shares(origin->problem, request.h)},
            origin->x, PlantOf(*origin), context, &response))
      return failure;
    SetInputs(origin);
    origin->builder.SetSurfaceVelocities(response.inputs.surface_velocities,
                                         &origin->problem);
    return std::nullopt;
  }
  if (origin->inputs.surface_velocities.empty()) return std::nullopt;
  context->SetTimeAndContinuousState(origin->t0 + request.h, origin->x_all);
  origin->builder.SetSurfaceVelocities(
      plant_->surface_velocities_input()
          .Eval<std::vector<multibody::SurfaceVelocity>>(context->of(*plant_)),
      &origin->problem);
  return std::nullopt;
}

namespace {

std::optional<StepFailure> FindNonFinite(const HybridState& state) {
  using Kind = StepFailure::Kind;
  if (!state.v.allFinite())
    return StepFailure{.kind = Kind::kVelocityNotFinite};
  if (!state.q.allFinite())
    return StepFailure{.kind = Kind::kPositionNotFinite};
  if (!state.z.allFinite())
    return StepFailure{.kind = Kind::kOuterStateNotFinite};
  return std::nullopt;
}

}  // namespace

// Advances z over the step of the last PrepareInputs(), and looks at all of
// `next`.
std::optional<StepFailure> DiagramStepping::Finish(const StepOrigin& origin,
                                                   double h,
                                                   HybridState* next) const {
  if (external_.is_implicit() && origin.x.z.size() > 0) {
    CalcNextZ(origin.external, next->v, &next->z);
  } else {
    next->z = origin.x.z + h * origin.zdot;
  }
  return FindNonFinite(*next);
}

// Adds to forces of the problem's actuators, in its order, what of them was
// among the applied forces of the last step (ExternalResponse::effort_slope,
// effort_offset).
void DiagramStepping::AddFollowing(const StepOrigin& origin,
                                   std::vector<double>* actuator_forces) {
  const ExternalResponse& external = origin.external;
  const Eigen::Index followed = external.effort_slope.cols();
  if (!external.follows_velocity || followed == 0) return;
  const VectorXd change =
      (origin.result.step_velocity() - external.feedback.v_ref).head(followed);
  for (std::size_t k = 0; k < actuator_forces->size(); ++k) {
    const int i = origin.problem.actuators[k].id;
    (*actuator_forces)[k] +=
        external.effort_offset[i] - external.effort_slope.row(i).dot(change);
  }
}

// Where the function gives none, rows follow their implicit laws at v1.
multibody::StepForces DiagramStepping::CalcForces(const StepOrigin& origin,
                                                  double h) {
  const StepResult& result = origin.result;
  actuator_forces_ = result.actuator_forces;
  AddFollowing(origin, &actuator_forces_);
  multibody::StepForces forces = {.forces_W = result.forces_W,
                                  .torques_W = result.torques_W,
                                  .actuator_forces = actuator_forces_,
                                  .row_forces = result.row_forces,
                                  .joint_row_forces = result.joint_row_forces};
  if (forces.row_forces.empty()) {
    contact::CalcMeanConstraintForces(origin.problem, h, result.step_velocity(),
                                      &row_forces_);
    forces.row_forces = row_forces_;
  }
  if (forces.joint_row_forces.empty()) {
    contact::CalcMeanJointRowForces(origin.problem, h, result.step_velocity(),
                                    &joint_row_forces_);
    forces.joint_row_forces = joint_row_forces_;
  }
  return forces;
}

void DiagramStepping::Record(const StepOrigin& origin, double h, double t_start,
                             double t_end, Context* context) {
  vdot_ = (origin.result.v - origin.x.v) / h;
  multibody::StepForces forces = CalcForces(origin, h);
  forces.spatial_forces = origin.external.inputs.spatial_forces;
  multibody::StepRecord& record = plant_->MutableStepRecord(context);
  multibody::MakeStepRecord(origin.builder, origin.problem, forces, vdot_,
                            t_start, t_end, &record);
  // gamma h v1 (contact/velocity_problem.h)
  for (const contact::Clique& clique : origin.problem.cliques) {
    if (!clique.has_soft_gravity()) continue;
    if (record.gravity_way.size() == 0)
      record.gravity_way.setZero(origin.x.v.size());
    record.gravity_way.segment(clique.v_start, clique.nv) =
        clique.gravity_share * h *
        origin.result.v.segment(clique.v_start, clique.nv);
  }
}

void DiagramStepping::CalcWork(const StepOrigin& origin, double h,
                               Work* work) const {
  const StepResult& result = origin.result;
  multibody::CalcInputPower(origin.builder, origin.problem,
                            result.actuator_forces, result.step_velocity(),
                            &work->by_velocity);
  work->by_velocity *= h;
  work->by_belts =
      h * multibody::CalcBeltPower(origin.problem, result.forces_W);
}

void DiagramStepping::RecordEnergy(const StepOrigin& start, double work,
                                   Context* context) const {
  multibody::StepEnergy& energy = plant_->MutableStepRecord(context).energy;
  energy = multibody::CalcEnergy(start.builder, start.problem);
  energy.work = work;
  if (!start.result.contact_energy) return;
  energy.total += *start.result.contact_energy - energy.contact;
  energy.contact = *start.result.contact_energy;
}

void DiagramStepping::CalcSlopes(const StepOrigin& origin,
                                 systems::DenseOutput* step) const {
  HybridState start, end, mean;
  const double h = step->t1 - step->t0;
  Split((step->x1 - step->x0) / h, &mean);
  Split(step->x0, &start);
  Split(step->x1, &end);
  std::vector<double> weights;
  CalcCurvatureWeights(model(), origin.problem, start, end, h, &weights);
  const auto calc = [&](const HybridState& state, VectorXd* xdot) {
    VectorXd qdot;
    multibody::MapVelocityToQDot(model(), state.q, state.v, &qdot);
    // qdot -> (q1 - q0) / h + phi (qdot - (q1 - q0) / h)
    for (int b = 1; b < model().num_bodies(); ++b) {
      const multibody::Joint& joint = model().joints()[b - 1];
      const int tree = model().bodies()[b].tree;
      if (tree < 0 || weights[tree] == 1) continue;
      auto slope = qdot.segment(joint.q_start, joint.nq());
      const auto chord = mean.q.segment(joint.q_start, joint.nq());
      slope = chord + weights[tree] * (slope - chord);
    }
    external_.layout().Join(qdot, mean.v, mean.z, xdot);
  };
  calc(start, &step->xdot0);
  calc(end, &step->xdot1);
}

void DiagramStepping::ProjectInside(const systems::DenseOutput& step,
                                    VectorXd* x) const {
  diagram_.ProjectContinuousState(x);
  HybridState state;
  for (const VectorXd* end : {&step.x0, &step.x1}) {
    Split(*end, &state);
    if (!multibody::KeepsPositions(model(), state.q)) return;
  }
  Split(*x, &state);
  multibody::ProjectPositions(model(), &state.q);
  Join(state, x);
}

}  // namespace tactus::integrators
