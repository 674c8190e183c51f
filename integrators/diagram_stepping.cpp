#include "tactus/integrators/diagram_stepping.h"

#include <span>
#include <string>
#include <vector>

#include "tactus/contact/icf/constraints.h"
#include "tactus/contact/icf/law.h"
#include "tactus/integrators/find_plant.h"
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

bool DiagramStepping::Prepare(const Context& context, double horizon,
                              StepOrigin* origin, std::string* what) {
  origin->t0 = context.time();
  origin->x_all = context.continuous_state();
  {
    ScopedTimer timer(&statistics_->profile, Phase::kExternal);
    plant_->EvalInputs(context.of(*plant_), &origin->inputs);
    if (auto culprit = FindNonFiniteInput(*plant_, context, origin->inputs)) {
      *what = *culprit;
      return false;
    }
    external_.EvalDerivatives(context, &origin->zdot);
    if (!origin->zdot.allFinite()) {
      *what = NameNonFiniteDerivative(diagram_, *plant_, context);
      return false;
    }
  }
  origin->builder.set_profile(&statistics_->profile);
  origin->builder.set_num_threads(num_threads_);
  origin->builder.Build(origin->x.q, origin->x.v, origin->inputs,
                        &origin->problem,
                        {.margin = contact_margin_,
                         .horizon = horizon,
                         .with_patches = with_patches_,
                         .with_corners = with_corners_});
  external_.Shape(origin->inputs, origin->x.v, &origin->builder,
                  &origin->problem);
  ++statistics_->geometry_queries;
  return true;
}

bool DiagramStepping::PrepareInputs(double h, StepOrigin* origin,
                                    Context* context, std::string* what) {
  ScopedTimer timer(&statistics_->profile, Phase::kExternal);
  if (external_.is_implicit()) {
    return external_.Linearize(origin->t0, h, origin->x, &origin->builder,
                               &origin->problem, context, what);
  }
  if (origin->inputs.surface_velocities.empty()) return true;
  context->SetTimeAndContinuousState(origin->t0 + h, origin->x_all);
  origin->builder.SetSurfaceVelocities(
      plant_->surface_velocities_input()
          .Eval<std::vector<multibody::SurfaceVelocity>>(context->of(*plant_)),
      &origin->problem);
  return true;
}

namespace {

bool IsFinite(const HybridState& state, std::string* what) {
  if (!state.v.allFinite()) {
    *what = "the velocities are not finite";
  } else if (!state.q.allFinite()) {
    *what = "the positions are not finite";
  } else if (!state.z.allFinite()) {
    *what = "a continuous state outside the plant is not finite";
  } else {
    return true;
  }
  return false;
}

}  // namespace

bool DiagramStepping::Finish(const StepOrigin& origin, double h,
                             HybridState* next, std::string* what) const {
  if (external_.is_implicit() && origin.x.z.size() > 0) {
    external_.CalcNextZ(next->v, &next->z);
  } else {
    next->z = origin.x.z + h * origin.zdot;
  }
  return IsFinite(*next, what);
}

bool DiagramStepping::FinishTrapezoid(const StepOrigin& origin, double h,
                                      const VectorXd& zdot1, HybridState* next,
                                      std::string* what) const {
  if (external_.is_implicit() && origin.x.z.size() > 0) {
    external_.CalcNextZByTrapezoid(h, origin.x.z, origin.zdot, next->v,
                                   &next->z);
  } else {
    next->z = origin.x.z + h / 2 * (origin.zdot + zdot1);
  }
  return IsFinite(*next, what);
}

void DiagramStepping::Record(const StepOrigin& origin, double h,
                             const VectorXd& v1,
                             const multibody::StepForces& forces,
                             double t_start, double t_end, Context* context) {
  multibody::StepForces all = forces;
  if (forces.actuator_forces.empty()) {
    contact::CalcActuatorForces(origin.problem, h, v1, &actuator_forces_);
    all.actuator_forces = actuator_forces_;
  }
  if (forces.row_forces.empty()) {
    contact::CalcConstraintForces(origin.problem, h, v1, &row_forces_);
    all.row_forces = row_forces_;
  }
  vdot_ = (v1 - origin.x.v) / h;
  RecordForces(origin, vdot_, all, t_start, t_end, context);
  CalcWork(origin, h, v1, all, &work_);
  RecordEnergy(origin, work_.by_velocity.sum() + work_.by_belts, context);
}

void DiagramStepping::CalcWork(const StepOrigin& origin, double h,
                               const VectorXd& v1,
                               const multibody::StepForces& forces,
                               Work* work) {
  std::span<const double> efforts = forces.actuator_forces;
  if (efforts.empty()) {
    contact::CalcActuatorForces(origin.problem, h, v1, &actuator_forces_);
    efforts = actuator_forces_;
  }
  multibody::CalcInputPower(origin.builder, origin.problem, efforts, v1,
                            &work->by_velocity);
  work->by_velocity *= h;
  work->by_belts =
      h * multibody::CalcBeltPower(origin.problem, forces.forces_W);
}

void DiagramStepping::RecordEnergy(const StepOrigin& start, double work,
                                   Context* context) const {
  multibody::StepEnergy& energy = plant_->MutableStepRecord(context).energy;
  energy = multibody::CalcEnergy(start.builder, start.problem);
  energy.work = work;
}

void DiagramStepping::RecordForces(const StepOrigin& origin,
                                   const VectorXd& vdot,
                                   const multibody::StepForces& forces,
                                   double t_start, double t_end,
                                   Context* context) {
  multibody::StepForces all = forces;
  all.spatial_forces = external_.is_implicit()
                           ? external_.inputs().spatial_forces
                           : origin.inputs.spatial_forces;
  multibody::MakeStepRecord(origin.builder, origin.problem, all, vdot, t_start,
                            t_end, &plant_->MutableStepRecord(context));
}

void DiagramStepping::CalcSlopes(systems::DenseOutput* step) const {
  HybridState state, mean;
  const VectorXd mean_rate = (step->x1 - step->x0) / (step->t1 - step->t0);
  Split(mean_rate, &mean);
  const auto calc = [&](const VectorXd& x, VectorXd* xdot) {
    Split(x, &state);
    VectorXd qdot;
    multibody::MapVelocityToQDot(model(), state.q, state.v, &qdot);
    external_.layout().Join(qdot, mean.v, mean.z, xdot);
  };
  calc(step->x0, &step->xdot0);
  calc(step->x1, &step->xdot1);
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
