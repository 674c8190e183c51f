#include "tactus/integrators/step_functions/cond_step.h"

#include <algorithm>
#include <optional>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/sweep.h"
#include "tactus/integrators/step_functions/contact_memory.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/plant/step_energy.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using contact::CondReport;
using contact::NodalMethod;

// Of elements between two solutions: by so much they may turn otherwise in the
// middle of a step [rad], so that undamped blocks gain less than 2e-3 of their
// energy in a hundred steps of up to half a radian; and by so much turning may
// count as strain at its end.
constexpr double kLargestMissedTurn = 1e-3, kLargestMissedStrain = 1e-3;
constexpr int kMostSolutions = 8;

CondOptions With(NodalMethod method, CondOptions options) {
  options.method = method;
  return options;
}

/// Of the thinner of two shapes' inner radius, what may be left as an overlap.
constexpr double kLargestOverlap = 0.1;
constexpr double kLargestError = 1e-4;  // Of rigid constraints [m or rad].
/// Of what friction holds, by the step's length: 1 mm/s at steps of 2 ms. A
/// body under its own weight creeps at some 0.1 m/s^2 h.
constexpr double kLargestCreep = 0.5;  // [m/s^2]

// By point; a half-space has no radius.
std::vector<double> CalcLargestOverlaps(const StepProblem& problem) {
  if (problem.contacts == nullptr) return {};
  const auto geometries = problem.model.geometries();
  const auto radius = [&](int geometry) {
    const double of = contact::CalcInnerRadius(geometries[geometry].shape);
    return of > 0 ? of : kInfinity;
  };
  std::vector<double> largest;
  for (const contact::Manifold& manifold : problem.contacts->manifolds)
    largest.insert(largest.end(), manifold.num_points,
                   kLargestOverlap * std::min(radius(manifold.geometry_a),
                                              radius(manifold.geometry_b)));
  return largest;
}

bool HasVelocity(const CondReport& report) {
  return report.failed_clique < 0 && report.converged;
}

// Why a solution of the step's problem is none.
std::optional<StepFailure> FindFailure(const multibody::Model& model,
                                       const CondReport& report) {
  if (report.failed_clique >= 0) {
    return StepFailure{.kind = StepFailure::Kind::kNotPositiveDefinite,
                       .culprit = NameFirstBody(model, report.failed_clique)};
  }
  if (report.converged) return std::nullopt;
  return StepFailure{
      .kind = StepFailure::Kind::kStalled,
      .culprit = NameFirstBody(model, report.worst_clique),
      .details = fmt::format(
          "its momentum is off by {:.1e} of itself after {} iterations",
          report.residual, report.iterations)};
}

void CopyForces(const contact::CondSolver& solver, StepResult* result) {
  result->forces_W = solver.forces_W();
  result->torques_W = solver.torques_W();
  result->actuator_forces = solver.actuator_forces();
  result->row_forces = solver.row_forces();
  result->joint_row_forces = solver.joint_row_forces();
}

}  // namespace

CondStep::CondStep(const contact::CondOptions& options)
    : options_(options), solver_(options) {
  solver_.set_largest_error(kLargestError);
  solver_.set_largest_creep(kLargestCreep);
}

std::string_view CondStep::name() const {
  switch (options_.method) {
    case NodalMethod::kVelocityFixedPoint:
      return "cond";
    case NodalMethod::kGaussSeidel:
      return "pgs";
    case NodalMethod::kAcceleratedGradient:
      return "apgd";
  }
  return {};
}

std::optional<double> CondStep::contact_margin(const multibody::Model& model,
                                               const VectorXd&, const VectorXd&,
                                               double) {
  std::optional<double> margin;
  for (const multibody::ElasticBody& body : model.elastic_bodies())
    margin = std::max(margin.value_or(0), body.skin);
  return margin;
}

SpringShares CondStep::spring_shares(const contact::VelocityProblem& problem,
                                     double h) const {
  const double theta = solver_.ChooseTheta(problem, h);
  const VectorXd shares = VectorXd::Constant(problem.num_velocities(), theta);
  return {.joints = shares, .actuators = shares, .velocities = theta};
}

systems::Value CondStep::MakeMemory() const {
  return systems::Value(ContactMemory());
}

CondReport CondStep::Solve(const StepProblem& problem,
                           const contact::CondStart* start) {
  const contact::VelocityProblem& velocity = problem.velocity;
  turn_failure_.clear();
  if (velocity.elastic_elements.empty())
    return solver_.Solve(velocity, problem.h, &v_hat_, start);
  turns_.Reset(problem.model, problem.q0, velocity, problem.h,
               options_.theta == 1, options_.num_threads);
  return solver_.ChooseTheta(velocity, problem.h) == 1
             ? SolveAtEnd(problem, start)
             : SolveInMiddle(problem, start);
}

// Until what turns has no strain by that, with the velocity that it has then.
CondReport CondStep::SolveAtEnd(const StepProblem& problem,
                                const contact::CondStart* start) {
  const contact::VelocityProblem& velocity = problem.velocity;
  CondReport report = solver_.Solve(
      options_.theta == 1 ? velocity : turns_.MakeEnd(velocity.v0), problem.h,
      &v_hat_, start);
  for (int i = 1; HasVelocity(report); ++i) {
    const double missed = turns_.CalcMissedStrain(v_hat_);
    if (missed <= kLargestMissedStrain) break;
    if (i == kMostSolutions) {
      FailToTurn(fmt::format("by a strain of {:.1e}", missed));
      break;
    }
    report = AddIterations(
        report, solver_.Solve(turns_.MakeEnd(v_hat_), problem.h, &v_hat_,
                              &solver_.next_start(), true));
  }
  return report;
}

// Until elements turn to the middle by the velocity that they have there.
CondReport CondStep::SolveInMiddle(const StepProblem& problem,
                                   const contact::CondStart* start) {
  turns_.Turn(problem.velocity.v0);
  CondReport report;
  for (int i = 1;; ++i) {
    report = AddIterations(
        report, solver_.Solve(turns_.MakeMiddle(), problem.h, &v_hat_,
                              i > 1 ? &solver_.next_start() : start, i > 1));
    if (!HasVelocity(report)) break;
    const double missed = turns_.Turn(v_hat_);
    if (missed <= kLargestMissedTurn) break;
    if (i == kMostSolutions) {
      FailToTurn(fmt::format("by {:.1e} rad", missed));
      break;
    }
  }
  return report;
}

// A fixed number of iterations never fails.
void CondStep::FailToTurn(const std::string& how_far) {
  if (options_.iterations) return;
  turn_failure_ = fmt::format(
      "elastic body '{}' turns otherwise, {}, in each of {} solutions of a "
      "step",
      turns_.worst_body().name, how_far, kMostSolutions);
}

void CondStep::Step(const StepProblem& problem, systems::Value* memory,
                    StepResult* result) {
  result->report = {};
  ContactMemory& contacts = memory->get<ContactMemory>();
  contacts.Recall(problem, &start_);
  CondReport report;
  {
    ScopedTimer timer(profile_, Phase::kSolverRest);
    solver_.set_largest_overlaps(CalcLargestOverlaps(problem));
    report = Solve(problem, &start_);
  }
  result->report.slowest.iterations = report.iterations;
  result->report.total.iterations = report.total_iterations;
  result->report.failure = FindFailure(problem.model, report);
  if (result->report.failure) return;
  if (!turn_failure_.empty()) {
    result->report.failure = {.details = turn_failure_};
    return;
  }
  const contact::VelocityProblem& velocity = problem.velocity;
  const double theta = solver_.theta();
  result->v_step = v_hat_;
  result->v = theta == 1
                  ? v_hat_
                  : VectorXd(velocity.v0 + (v_hat_ - velocity.v0) / theta);
  multibody::IntegrateStep(problem.model, velocity, problem.q0, v_hat_,
                           problem.h, &scratch_, &result->q, &result->v);
  CopyForces(solver_, result);
  result->contact_energy =
      multibody::CalcPushOutEnergy(velocity, result->forces_W);
  contacts.Remember(problem, solver_.next_start());
}

PgsStep::PgsStep(CondOptions options)
    : CondStep(With(NodalMethod::kGaussSeidel, options)) {}

ApgdStep::ApgdStep(CondOptions options)
    : CondStep(With(NodalMethod::kAcceleratedGradient, options)) {}

}  // namespace tactus::integrators
