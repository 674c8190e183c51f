#include "tactus/integrators/cond_step.h"

#include <algorithm>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/integrators/contact_memory.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_motion.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using contact::CondReport;
using contact::NodalMethod;

// Of elements between two solutions [rad]: undamped blocks gain less than 1e-3
// of their energy in a hundred steps of up to half a radian.
constexpr double kLargestMissedTurn = 1e-3;
constexpr int kMostSolutions = 8;

CondOptions With(NodalMethod method, CondOptions options) {
  options.method = method;
  return options;
}

}  // namespace

CondStep::CondStep(const contact::CondOptions& options)
    : options_(options), solver_(options) {}

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

systems::Value CondStep::MakeMemory() const {
  if (options_.method == NodalMethod::kVelocityFixedPoint) return {};
  return systems::Value(ContactMemory());
}

// Once, or, where elements turn to the middle of the step, until they do so by
// the velocity that they have there.
CondReport CondStep::Solve(const StepProblem& problem,
                           const std::vector<Vector3d>* start_C) {
  const contact::VelocityProblem& velocity = problem.velocity;
  const double h = problem.h;
  missed_turn_ = 0;
  if (velocity.elastic_elements.empty() || options_.theta == 1)
    return solver_.Solve(velocity, h, &v_hat_, start_C);
  turns_.Reset(problem.model, problem.q0, velocity, h, options_.num_threads);
  if (solver_.ChooseTheta(velocity, h) == 1)
    return solver_.Solve(turns_.MakeEnd(), h, &v_hat_, start_C);
  turns_.Turn(velocity.v0);
  CondReport all;
  for (int i = 0; i < kMostSolutions; ++i) {
    CondReport report = solver_.Solve(turns_.MakeMiddle(), h, &v_hat_, start_C);
    report.iterations += all.iterations;
    report.total_iterations += all.total_iterations;
    all = report;
    if (all.failed_clique >= 0 || !all.converged) break;
    missed_turn_ = turns_.Turn(v_hat_);
    if (missed_turn_ <= kLargestMissedTurn) break;
  }
  return all;
}

void CondStep::Step(const StepProblem& problem, systems::Value* memory,
                    StepResult* result) {
  result->report = {};
  ContactMemory* contacts = nullptr;
  if (options_.method != NodalMethod::kVelocityFixedPoint) {
    contacts = &memory->get<ContactMemory>();
    contacts->Recall(problem, &start_C_);
  }
  CondReport report;
  {
    ScopedTimer timer(profile_, Phase::kSolverRest);
    report = Solve(problem, contacts != nullptr ? &start_C_ : nullptr);
  }
  result->report.slowest.iterations = report.iterations;
  result->report.total.iterations = report.total_iterations;
  if (report.failed_clique >= 0) {
    result->report.failure = {
        .kind = StepFailure::Kind::kNotPositiveDefinite,
        .culprit = NameFirstBody(problem.model, report.failed_clique)};
    return;
  }
  if (!report.converged) {
    result->report.failure = {
        .kind = StepFailure::Kind::kStalled,
        .culprit = NameFirstBody(problem.model, report.worst_clique),
        .details = fmt::format(
            "its momentum is off by {:.1e} of itself after {} iterations",
            report.residual, report.iterations)};
    return;
  }
  if (missed_turn_ > kLargestMissedTurn && !options_.iterations) {
    result->report.failure = {
        .details = fmt::format("elastic body '{}' turns by {:.1e} rad "
                               "otherwise in each of {} solutions of a step",
                               turns_.worst_body().name, missed_turn_,
                               kMostSolutions)};
    return;
  }
  const contact::VelocityProblem& velocity = problem.velocity;
  const double theta = solver_.theta();
  result->v_step = theta == 1
                       ? v_hat_
                       : VectorXd(velocity.v0 + (v_hat_ - velocity.v0) / theta);
  result->v = result->v_step;
  multibody::IntegrateStep(problem.model, velocity, problem.q0, v_hat_,
                           problem.h, &scratch_, &result->q, &result->v);
  result->forces_W = solver_.forces_W();
  result->torques_W = solver_.torques_W();
  result->actuator_forces = solver_.actuator_forces();
  result->row_forces = solver_.row_forces();
  result->joint_row_forces = solver_.joint_row_forces();
  if (contacts == nullptr) return;
  const double h_theta = theta * problem.h;
  impulses_C_.resize(result->forces_W.size());
  for (std::size_t i = 0; i < impulses_C_.size(); ++i)
    impulses_C_[i] =
        h_theta * (velocity.points[i].R_WC.transpose() * result->forces_W[i]);
  contacts->Remember(problem, impulses_C_);
}

PgsStep::PgsStep(CondOptions options)
    : CondStep(With(NodalMethod::kGaussSeidel, options)) {}

ApgdStep::ApgdStep(CondOptions options)
    : CondStep(With(NodalMethod::kAcceleratedGradient, options)) {}

}  // namespace tactus::integrators
