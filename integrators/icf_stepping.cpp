#include "tactus/integrators/icf_stepping.h"

#include "tactus/integrators/find_plant.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/limit_projection.h"
#include "tactus/systems/log.h"

namespace tactus::integrators {

using multibody::MultibodyPlant;
using systems::Context;
using systems::Diagram;
using systems::LeafSystem;

IcfStepping::IcfStepping(const Diagram& diagram, Statistics* statistics)
    : diagram_(diagram), plant_(&FindPlant(diagram)), statistics_(statistics) {
  plant_start_ = diagram.continuous_state_start(*plant_);
  plant_size_ = model().num_positions() + model().num_velocities();
}

void IcfStepping::ProjectStart(Context* context) const {
  VectorXd q = plant_->positions(*context);
  const auto moved = multibody::ProjectToLimits(model(), &q);
  if (moved.empty()) return;
  plant_->SetPositions(context, q);
  for (const multibody::LimitProjection& each : moved) {
    systems::LogWarning(
        "the start of joint '" + model().joints()[each.joint].name +
        "' lies outside its limits; moved from " + std::to_string(each.from) +
        " to " + std::to_string(each.to));
  }
}

void IcfStepping::Split(const VectorXd& x, HybridState* state) const {
  const int nq = model().num_positions();
  state->q = x.segment(plant_start_, nq);
  state->v = x.segment(plant_start_ + nq, plant_size_ - nq);
  const Eigen::Index after = x.size() - plant_start_ - plant_size_;
  state->z.resize(x.size() - plant_size_);
  state->z.head(plant_start_) = x.head(plant_start_);
  state->z.tail(after) = x.tail(after);
}

void IcfStepping::Join(const HybridState& state, VectorXd* x) const {
  const Eigen::Index after = state.z.size() - plant_start_;
  x->resize(plant_size_ + state.z.size());
  x->head(plant_start_) = state.z.head(plant_start_);
  x->segment(plant_start_, plant_size_) << state.q, state.v;
  x->tail(after) = state.z.tail(after);
}

bool IcfStepping::Prepare(const Context& context, Origin* origin,
                          std::string* what) {
  origin->t0 = context.time();
  origin->x_all = context.continuous_state();
  plant_->EvalInputs(context.of(*plant_), &origin->inputs);
  if (auto culprit = FindNonFiniteInput(*plant_, context, origin->inputs)) {
    *what = *culprit;
    return false;
  }
  origin->zdot.resize(origin->x.z.size());
  for (const LeafSystem* leaf : diagram_.leaves()) {
    const int n = leaf->num_continuous_states();
    if (leaf == plant_ || n == 0) continue;
    int start = diagram_.continuous_state_start(*leaf);
    if (start > plant_start_) start -= plant_size_;
    origin->zdot.segment(start, n) =
        diagram_.EvalTimeDerivatives(*leaf, context);
  }
  if (!origin->zdot.allFinite()) {
    *what = NameNonFiniteDerivative(diagram_, *plant_, context);
    return false;
  }
  origin->builder.set_profile(&statistics_->profile);
  origin->builder.Build(origin->x.q, origin->x.v, origin->inputs,
                        &origin->problem);
  ++statistics_->geometry_queries;
  origin->solver.set_profile(&statistics_->profile);
  origin->solver.SetProblem(origin->problem);
  return true;
}

bool IcfStepping::Step(const solvers::ConvexNewtonOptions& options, double h,
                       const VectorXd& v_guess, Origin* origin,
                       contact::IcfMemory* memory, Context* context,
                       HybridState* next, std::string* what) {
  if (!origin->inputs.surface_velocities.empty()) {
    context->SetTimeAndContinuousState(origin->t0 + h, origin->x_all);
    origin->builder.SetSurfaceVelocities(
        plant_->surface_velocities_input()
            .Eval<std::vector<multibody::SurfaceVelocity>>(
                context->of(*plant_)),
        &origin->problem);
  }
  next->v = v_guess;
  const contact::IcfReport report =
      origin->solver.Solve(h, options, memory, &next->v);
  statistics_->AddSolve(report);
  if (!report.converged()) {
    const int first = model().trees()[report.failed_clique].first_body;
    *what = "the contact solve at body '" + model().bodies()[first].name +
            "' did not converge (" +
            std::string(solvers::to_string(report.newton.status)) + ")";
    return false;
  }
  multibody::IntegratePositions(model(), origin->x.q, next->v, h, &next->q);
  next->z = origin->x.z + h * origin->zdot;
  if (!next->q.allFinite()) {
    *what = "the positions are not finite";
    return false;
  }
  if (!next->z.allFinite()) {
    *what = "a continuous state outside the plant is not finite";
    return false;
  }
  return true;
}

void IcfStepping::MakeContactResults(const Origin& origin, double h,
                                     double time,
                                     multibody::ContactResults* results) {
  forces_W_ = origin.solver.impulses();
  for (Vector3d& force : forces_W_) force /= h;
  multibody::MakeContactResults(origin.builder, origin.problem, forces_W_, time,
                                results);
}

}  // namespace tactus::integrators
