// How Dojo solves islands.
#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/dojo/kappa.h"

namespace tactus::integrators {
namespace {

constexpr double kComplementarityOfGradients = 1e-6;
// How often bounds of friction are renewed, and which change, of the largest,
// is none; from which on Newton's method may follow them.
constexpr int kMostLags = 60;
constexpr double kLeastLag = 1e-8, kSmallLag = 1e-2;
constexpr int kMostPolishing = 20;
// What change, of the one before, is too much; how much of it is taken then, at
// least.
constexpr double kSwing = 0.7, kLeastWeight = 0.25;

// What came after it, with the effort of both.
void AddTo(const solvers::InteriorPointReport& next,
           solvers::InteriorPointReport* report) {
  const solvers::InteriorPointReport before = *report;
  *report = next;
  report->iterations += before.iterations;
  report->restarts += before.restarts + 1;
}

FoundContacts FoundOf(const StepProblem& problem) {
  return {.model = problem.model,
          .position = problem.position,
          .contacts = *problem.contacts,
          .velocity = problem.velocity,
          .h = problem.h};
}

}  // namespace

double DojoStep::CalcKappa(const contact::Island& island,
                           const StepProblem& problem) const {
  if (options_.kappa) return *options_.kappa;
  double lightest = kInfinity;
  for (const int t : island.cliques) {
    lightest = std::min(lightest,
                        CalcTreeMass(problem.model, problem.model.trees()[t]));
  }
  return ChooseKappa(lightest, problem.model.gravity_W().norm(), problem.h);
}

// Where a kappa of our own choice leads nowhere, as in impacts between many, at
// ten times as much, up to the largest that is chosen.
solvers::InteriorPointReport DojoStep::SolveIsland(
    const contact::Island& island, const StepProblem& problem) {
  double& kappa = kappas_[&island - islands_.data()];
  kappa = CalcKappa(island, problem);
  const int num_linear = linear_.num_islands;
  solvers::InteriorPointReport report = SolveAt(kappa, island, problem);
  while (!report.converged() && !options_.kappa && kappa < kMostKappa) {
    kappa = std::min(10 * kappa, kMostKappa);
    linear_.num_islands = num_linear;
    AddTo(SolveAt(kappa, island, problem), &report);
  }
  return report;
}

solvers::InteriorPointReport DojoStep::SolveAt(double kappa,
                                               const contact::Island& island,
                                               const StepProblem& problem) {
  solvers::InteriorPointOptions options{
      .kappa = kappa,
      .tolerance = options_.tolerance,
      .complementarity = options_.complementarity,
      .max_iterations = options_.max_iterations,
      .log = log_};
  if (!linear_.is_wanted) return SolveFromStart(options, problem);

  options.kappa = std::max(kappa, options_.gradient_kappa);
  options.complementarity =
      std::min(options_.complementarity, kComplementarityOfGradients);
  solvers::InteriorPointReport report = SolveFromStart(options, problem);
  if (!report.converged()) return report;
  Linearize(island, problem);
  if (options.kappa == kappa) return report;
  options.kappa = kappa;
  options.complementarity = options_.complementarity;
  const int iterations = report.iterations;
  report = solver_.Continue(options, &problem_, &x_);
  report.iterations += iterations;
  return report;
}

solvers::InteriorPointReport DojoStep::SolveFromStart(
    const solvers::InteriorPointOptions& options, const StepProblem& problem) {
  problem_.SetStart(problem.velocity.v0, &x_);
  solvers::InteriorPointReport report = solver_.Solve(options, &problem_, &x_);
  if (!report.converged() && problem_.has_friction())
    AddTo(SolveLagged(options, problem), &report);
  return report;
}

// Friction that is bounded by the normal impulses that are sought makes a
// problem whose central path may end before it comes to kappa. With bounds that
// lag behind, those of the solution before, each is nearly monotone, as impacts
// between frictionless bodies are; friction is passive whatever they are. Where
// bounds hardly change any more, Newton's method has only a short way to the
// solution whose bounds are its own.
solvers::InteriorPointReport DojoStep::SolveLagged(
    const solvers::InteriorPointOptions& options, const StepProblem& problem) {
  problem_.LagFriction({});
  problem_.SetStart(problem.velocity.v0, &x_);
  solvers::InteriorPointReport report = solver_.Solve(options, &problem_, &x_);
  // Bounds that swing to and fro take the mean of both.
  VectorXd lagged = solver_.z();
  double small = kSmallLag, change = 1, weight = 1;
  solvers::InteriorPointOptions polishing = options;
  polishing.max_iterations = kMostPolishing;
  for (int i = 0; i < kMostLags && report.converged(); ++i) {
    const double before = change;
    lagged += weight * (solver_.z() - lagged);
    change = problem_.LagFriction(lagged) / weight;
    if (i > 0 && change > kSwing * before)
      weight = std::max(weight / 2, kLeastWeight);
    if (change < small) {
      small = change * kSmallLag;
      problem_.FollowFriction();
      const solvers::InteriorPointReport own =
          solver_.Polish(polishing, &problem_, &x_);
      if (own.converged()) {
        AddTo(own, &report);
        return report;
      }
      report.iterations += own.iterations;
      if (change < kLeastLag) break;
      problem_.LagFriction(lagged);
    }
    AddTo(solver_.Continue(options, &problem_, &x_), &report);
  }
  problem_.FollowFriction();
  if (report.converged() && (change >= kLeastLag || linear_.is_wanted))
    report.status = Status::kIterationLimit;
  return report;
}

void DojoStep::ClearForces(const contact::VelocityProblem& velocity,
                           StepResult* result) {
  result->forces_W.assign(velocity.points.size(), Vector3d::Zero());
  result->torques_W.clear();
  result->actuator_forces.assign(velocity.actuators.size(), 0);
  result->row_forces.assign(velocity.constraint_rows.size(), 0);
  result->joint_row_forces.assign(velocity.joint_rows.size(), 0);
}

// Of an island, which may have been solved before.
void DojoStep::ClearRowForces(const contact::Island& island,
                              const contact::VelocityProblem& velocity,
                              StepResult* result) {
  for (const int i : island.joint_rows) result->joint_row_forces[i] = 0;
  for (const int i : island.constraints) {
    const contact::BodyConstraint& constraint = velocity.constraints[i];
    for (int k = 0; k < constraint.num_rows; ++k)
      result->row_forces[constraint.first_row + k] = 0;
  }
}

bool DojoStep::IsChanged(const contact::Island& island) const {
  return std::ranges::any_of(
      island.patches, [&](int patch) { return held_.is_changed(patch); });
}

// v and impulses at contacts, one island after the other. False: one has no
// solution.
bool DojoStep::SolveIslands(const StepProblem& problem,
                            const DojoStepData& data, StepResult* result) {
  for (const contact::Island& island :
       std::span(islands_).first(num_islands_)) {
    if (num_solutions_ > 0 && !linear_.is_wanted && !IsChanged(island))
      continue;
    problem_.Build(data, island, held_.features(), &dynamics_,
                   held_.by_patch());
    if (!SolveHeld(island, problem, result)) return false;
  }
  return true;
}

bool DojoStep::SolveHeld(const contact::Island& island,
                         const StepProblem& problem, StepResult* result) {
  const int num_linear = linear_.num_islands;
  solvers::InteriorPointReport report = SolveIsland(island, problem);
  if (!report.converged() && held_.StayDeep(FoundOf(problem), island.patches)) {
    linear_.num_islands = num_linear;
    AddTo(SolveIsland(island, problem), &report);
  }
  NewtonReport& slowest = result->report.slowest;
  slowest.iterations = std::max(slowest.iterations, report.iterations);
  slowest.factorizations = slowest.iterations;
  result->report.total.iterations += report.iterations;
  result->report.total.factorizations += report.iterations;
  restarts_ += report.restarts;
  if (!report.converged()) {
    result->report.failure = {
        .kind = StepFailure::Kind::kNotConverged,
        .culprit = NameFirstBody(problem.model, island.cliques.front()),
        .details = fmt::format(
            "{}; momentum off by {:.1e}, complementarity by {:.1e}",
            to_string(report.status), report.residual, report.complementarity)};
    return false;
  }
  problem_.GetVelocity(x_, &result->v);
  problem_.GetImpulses(solver_.z(), &result->forces_W);
  ClearRowForces(island, problem.velocity, result);
  problem_.GetForces(x_, solver_.z(), &result->actuator_forces,
                     &result->row_forces, &result->joint_row_forces);
  return true;
}

// Until contacts are those of the end that they lead to. What has no solution
// with those that a review has added stays as it was solved without them, with
// the derivatives of that.
bool DojoStep::SolveWithReviews(const StepProblem& problem,
                                const DojoStepData& data, StepResult* result) {
  result->v = problem.velocity.v0;
  num_islands_ = finder_.Find(problem.velocity, &islands_);
  kappas_.assign(num_islands_, 0);
  Linearization solved_linear;
  for (num_solutions_ = 0;; ++num_solutions_) {
    linear_.num_islands = 0;
    if (!SolveIslands(problem, data, result) || !CalcEnd(problem, result)) {
      if (num_solutions_ == 0) return false;
      const StepReport tried = result->report;
      *result = solved_;
      if (linear_.is_wanted) linear_ = std::move(solved_linear);
      result->report.total = tried.total;
      result->report.slowest = tried.slowest;
      return true;
    }
    if (problem.contacts->manifolds.empty()) return true;
    CalcPositionKinematics(problem.model, result->q, &end_);
    if (!held_.Review(FoundOf(problem), {end_, result->forces_W})) return true;
    if (linear_.is_wanted) {
      CalcDerivatives(&end_rates_);
      held_.ChainSlopes(problem.model, end_, end_rates_.q);
      solved_linear = linear_;
    }
    solved_ = *result;
    solved_.forces_W.resize(held_.features().size(), Vector3d::Zero());
    result->forces_W.resize(held_.features().size(), Vector3d::Zero());
    for (std::size_t i = 0; i < result->forces_W.size(); ++i) {
      if (held_.is_changed(held_.PatchOf(static_cast<int>(i))))
        result->forces_W[i].setZero();
    }
  }
}

}  // namespace tactus::integrators
