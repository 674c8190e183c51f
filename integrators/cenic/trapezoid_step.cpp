#include "tactus/integrators/cenic/trapezoid_step.h"

#include "tactus/common/require.h"
#include "tactus/contact/continuous_forces.h"
#include "tactus/contact/icf/law.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {

using contact::VelocityProblem;

TrapezoidStep::TrapezoidStep(DiagramStepping* stepping, StepFunction* function)
    : stepping_(stepping), at_end_(stepping->plant(), function) {}

void TrapezoidStep::RequireSupported(const VelocityProblem& problem) const {
  const auto is_limited = [](const multibody::Joint& joint) {
    return std::isfinite(joint.max_angle);  // no row at some configurations
  };
  using Law = contact::RowLaw::Law;
  const auto is_supported = [](const contact::JointRow& row) {
    return row.law == Law::kDamper ||
           (row.law == Law::kDryFriction && row.num_terms == 1);
  };
  Require(std::ranges::all_of(problem.joint_rows, is_supported) &&
              problem.constraints.empty() &&
              std::ranges::none_of(stepping_->model().joints(), is_limited),
          "the trapezoid scheme takes no joint limits, locks, couplers, "
          "tendons or constraints between bodies, which this model has; choose "
          "step_doubling or extrapolated");
}

// f(x0) = M vdot(x0) with the inputs as they are at the start.
void TrapezoidStep::Begin(const StepOrigin& start) {
  v0_ = start.x.v;
  contact::CalcAccelerations(start.problem, &vdot0_);
  f0_.resize(v0_.size());
  for (const contact::Clique& clique : start.problem.cliques) {
    f0_.segment(clique.v_start, clique.nv).noalias() =
        clique.M * vdot0_.segment(clique.v_start, clique.nv);
  }
  start_ = &start;
  contact::CalcActuatorForces(start.problem, &actuator_forces_);
  contact::CalcContactForces(start.problem, &forces_W_);
  power0_ = CalcInputPower(start);
}

// At the velocity of the problem, of the forces in actuator_forces_ and
// forces_W_.
double TrapezoidStep::CalcInputPower(const StepOrigin& origin) {
  multibody::CalcInputPower(origin.builder, origin.problem, actuator_forces_,
                            origin.problem.v0, &power_);
  return power_.sum() + multibody::CalcBeltPower(origin.problem, forces_W_);
}

// Warm starts as in [Kurtz25], section VI-A.
std::optional<StepFailure> TrapezoidStep::Attempt(double h, StepOrigin* start,
                                                  SchemeMemory* memory,
                                                  systems::Context* context) {
  DiagramStepping& stepping = *stepping_;
  h_ = h;
  if (auto failure =
          stepping.Step({.h = h, .v_guess = &v0_, .memory = &memory->first},
                        start, context, &comparison_)) {
    return failure;
  }
  stepping.Join(comparison_, &x_hat_);
  context->SetTimeAndContinuousState(start->t0 + h, x_hat_);
  at_end_.x = comparison_;
  if (auto failure = stepping.Prepare(*context, 0, &at_end_)) return failure;
  MakeEndProblem(*start, h);
  const DiagramStepping::Request second = {
      .h = h, .v_guess = &comparison_.v, .memory = &memory->second};
  stepping.PrepareFunction(second, &at_end_);
  do {
    if (auto failure = stepping.Solve(second, &at_end_)) return failure;
  } while (ClampEfforts(*start, h));
  solution_.v = at_end_.result.v;

  // N is linear in q: N_bar is N at the mean.
  q_mean_ = (start->x.q + comparison_.q) / 2;
  v_mean_ = (v0_ + solution_.v) / 2;
  multibody::MapVelocityToQDot(stepping.model(), q_mean_, v_mean_,
                               &solution_.q);
  solution_.q = start->x.q + h * solution_.q;
  multibody::NormalizeQuaternions(stepping.model(), &solution_.q);
  return stepping.FinishTrapezoid(*start, h, at_end_.zdot, &solution_);
}

void TrapezoidStep::MakeEndProblem(const StepOrigin& start, double h) {
  VelocityProblem& end = at_end_.problem;
  const VelocityProblem& from = start.problem;
  for (std::size_t c = 0; c < end.cliques.size(); ++c)
    end.cliques[c].M = (end.cliques[c].M + from.cliques[c].M) / 2;
  // K (q - qref) becomes half of it, with q = q0 + h (v0 + v1) / 2.
  end.spring_force0 =
      from.spring_force0 / 2 + h / 4 * from.stiffness.cwiseProduct(v0_);
  end.stiffness = from.stiffness / 4;
  for (contact::JointRow& row : end.joint_rows) row.dry_friction /= 2;
  HalveContacts(h);
  stepping_->FollowInputs(start, &at_end_);
  HalveInputs(h);
}

// Whether efforts of the last solve are beyond their limits: the problem clamps
// them then.
bool TrapezoidStep::ClampEfforts(const StepOrigin& start, double h) {
  at_end_.problem.v0 = comparison_.v;  // Where inputs are taken.
  const bool clamps = stepping_->ClampFollowing(start, &at_end_);
  if (clamps) HalveInputs(h);
  at_end_.problem.v0 = v0_;
  return clamps;
}

// h (k0 + D v1) of the problem becomes half of it at the end, less h/2 f(x0).
void TrapezoidStep::HalveInputs(double h) {
  VelocityProblem& end = at_end_.problem;
  end.v0 = v0_;
  end.k0 = (end.k0 - f0_) / 2;
  end.damping /= 2;
  for (contact::Clique& clique : end.cliques) clique.drag /= 2;
  for (contact::JointRow& row : end.joint_rows) row.damping /= 2;
  HalveActuators(h);
}

// The same of f = force0 - D x - K h x, where x is a velocity at an actuator:
// from its place at the start, h/2 (x0 + x1). A law that does not stabilise is
// taken explicitly, at v_hat: at v0, as the solver would, it would cost an
// order.
void TrapezoidStep::HalveActuators(double h) {
  VelocityProblem& end = at_end_.problem;
  for (contact::LinearActuator& actuator : end.actuators) {
    const double x0 = actuator.gear * end.CalcActuatorRate(actuator, v0_);
    const double x_hat =
        actuator.gear * end.CalcActuatorRate(actuator, comparison_.v);
    actuator.force0 += h * actuator.stiffness * (x_hat - x0 / 2);
    actuator.force0 /= 2;
    actuator.damping /= 2;
    actuator.stiffness /= 4;
    actuator.lower /= 2;
    actuator.upper /= 2;
    const double slope = actuator.CalcSlope(h);
    if (slope >= 0) continue;
    actuator.force0 -= slope * x_hat;
    actuator.damping = actuator.stiffness = 0;
  }
}

void TrapezoidStep::HalveContacts(double h) {
  for (contact::ContactPoint& point : at_end_.problem.points) {
    const double stepped_back =
        point.elastic_force0 + h * point.stiffness * point.v_C0.z();
    point.elastic_force0 = stepped_back / 2;
    point.stiffness /= 2;
    point.normal_force0 /= 2;
  }
}

// Forces at the end, and the acceleration that they give there.
void TrapezoidStep::Record(double t_start, double t_end,
                           systems::Context* context) {
  forces_W_ = at_end_.result.forces_W;
  for (Vector3d& force : forces_W_) force *= 2;
  contact::CalcMeanActuatorForces(at_end_.problem, h_, solution_.v,
                              &actuator_forces_);
  for (double& force : actuator_forces_) force *= 2;
  vdot_ = 2 / h_ * (solution_.v - v0_) - vdot0_;
  at_end_.problem.v0 = solution_.v;  // The record is of the end.
  efforts_ = actuator_forces_;
  stepping_->AddFollowing(at_end_, &efforts_);
  stepping_->RecordForces(at_end_, vdot_,
                          {.forces_W = forces_W_, .actuator_forces = efforts_},
                          t_start, t_end, context);
  at_end_.problem.k0 = 2 * at_end_.problem.k0 + f0_;  // whole, at the end
  at_end_.problem.damping *= 2;
  for (contact::Clique& clique : at_end_.problem.cliques) clique.drag *= 2;
  for (contact::JointRow& row : at_end_.problem.joint_rows) row.damping *= 2;
  const double work = h_ / 2 * (power0_ + CalcInputPower(at_end_));
  stepping_->RecordEnergy(*start_, work, context);
}

}  // namespace tactus::integrators
