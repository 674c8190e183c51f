#include "tactus/integrators/diagram_stepping.h"

#include "tactus/integrators/find_plant.h"
#include "tactus/multibody/limit_projection.h"
#include "tactus/systems/log.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;
using systems::LeafSystem;

DiagramStepping::DiagramStepping(const Diagram& diagram, Statistics* statistics,
                                 std::optional<double> contact_margin)
    : diagram_(diagram),
      plant_(&FindPlant(diagram)),
      statistics_(statistics),
      contact_margin_(contact_margin) {
  plant_start_ = diagram.continuous_state_start(*plant_);
  plant_size_ = model().num_positions() + model().num_velocities();
}

void DiagramStepping::ProjectStart(Context* context) const {
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

void DiagramStepping::Split(const VectorXd& x, HybridState* state) const {
  const int nq = model().num_positions();
  state->q = x.segment(plant_start_, nq);
  state->v = x.segment(plant_start_ + nq, plant_size_ - nq);
  const Eigen::Index after = x.size() - plant_start_ - plant_size_;
  state->z.resize(x.size() - plant_size_);
  state->z.head(plant_start_) = x.head(plant_start_);
  state->z.tail(after) = x.tail(after);
}

void DiagramStepping::Join(const HybridState& state, VectorXd* x) const {
  const Eigen::Index after = state.z.size() - plant_start_;
  x->resize(plant_size_ + state.z.size());
  x->head(plant_start_) = state.z.head(plant_start_);
  x->segment(plant_start_, plant_size_) << state.q, state.v;
  x->tail(after) = state.z.tail(after);
}

bool DiagramStepping::Prepare(const Context& context, StepOrigin* origin,
                              std::string* what) const {
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
                        &origin->problem, contact_margin_);
  ++statistics_->geometry_queries;
  return true;
}

void DiagramStepping::MoveSurfaces(double h, StepOrigin* origin,
                                   Context* context) const {
  if (origin->inputs.surface_velocities.empty()) return;
  context->SetTimeAndContinuousState(origin->t0 + h, origin->x_all);
  origin->builder.SetSurfaceVelocities(
      plant_->surface_velocities_input()
          .Eval<std::vector<multibody::SurfaceVelocity>>(context->of(*plant_)),
      &origin->problem);
}

bool DiagramStepping::Finish(const StepOrigin& origin, double h,
                             HybridState* next, std::string* what) const {
  next->z = origin.x.z + h * origin.zdot;
  if (!next->v.allFinite()) {
    *what = "the velocities are not finite";
    return false;
  }
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

}  // namespace tactus::integrators
