#include "tactus/contact/icf_solver.h"

#include <algorithm>

namespace tactus::contact {

void IcfSolver::SetProblem(const VelocityProblem& problem) {
  problem_ = &problem;
  num_islands_ = finder_.Find(problem, &islands_);
  if (work_.size() < islands_.size()) work_.resize(islands_.size());
}

namespace {

double Booked(const solvers::Profile* profile) {
  using solvers::Phase;
  if (profile == nullptr) return 0;
  return (*profile)[Phase::kHessian] + (*profile)[Phase::kFactorization] +
         (*profile)[Phase::kLineSearch];
}

}  // namespace

// The phases of the solve are booked where they happen; the rest is the rest.
IcfReport IcfSolver::Solve(double h,
                           const solvers::ConvexNewtonOptions& options,
                           IcfMemory* memory, VectorXd* v) {
  const double booked = Booked(profile_);
  IcfReport report;
  {
    solvers::ScopedTimer timer(profile_, solvers::Phase::kSolverRest);
    report = SolveIslands(h, options, memory, v);
  }
  if (profile_ != nullptr)
    (*profile_)[solvers::Phase::kSolverRest] -= Booked(profile_) - booked;
  return report;
}

IcfReport IcfSolver::SolveIslands(double h,
                                  const solvers::ConvexNewtonOptions& options,
                                  IcfMemory* memory, VectorXd* v) {
  memory->islands.resize(problem_->cliques.size());
  impulses_.resize(problem_->points.size());

  IcfReport report;
  report.num_islands = num_islands_;
  report.newton.status = solvers::Status::kConverged;
  for (int k = 0; k < num_islands_; ++k) {
    const Island& island = islands_[k];
    IslandFactorization& kept = memory->islands[island.cliques.front()];
    if (kept.method != factor_method_) {
      kept.method = factor_method_;
      kept.analyzed = kept.valid = false;
    }
    Work& work = work_[k];
    work.newton.profile = profile_;
    work.island.Reset(*problem_, island, h, &kept, profile_);
    work.island.Gather(*v, &work.v);
    const solvers::NewtonReport one =
        solvers::Minimize(options, &work.island, &work.newton, &work.v);
    work.island.Scatter(work.v, v);
    work.island.CalcContactImpulses(&impulses_);

    const auto raise = [](int& most, int& total, int count) {
      most = std::max(most, count);
      total += count;
    };
    raise(report.newton.iterations, report.total.iterations, one.iterations);
    raise(report.newton.factorizations, report.total.factorizations,
          one.factorizations);
    raise(report.newton.line_search_iterations,
          report.total.line_search_iterations, one.line_search_iterations);
    report.newton.residual = std::max(report.newton.residual, one.residual);
    if (!one.converged() && report.converged()) {
      report.failed_clique = island.cliques.front();
      report.newton.status = one.status;
    }
  }
  report.total.status = report.newton.status;
  report.total.residual = report.newton.residual;
  return report;
}

}  // namespace tactus::contact
