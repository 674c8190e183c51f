#include "tactus/contact/icf/solver.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "tactus/common/parallel_for.h"
#include "tactus/contact/icf/island_pieces.h"

namespace tactus::contact {

void IcfSolver::SetProblem(const VelocityProblem& problem) {
  problem_ = &problem;
  num_islands_ = finder_.Find(problem, &islands_);
  if (work_.size() < islands_.size()) work_.resize(islands_.size());
}

namespace {

constexpr Phase kSolverPhases[] = {Phase::kHessian, Phase::kFactorization,
                                   Phase::kLineSearch, Phase::kSolverRest};

// Below this, waking threads takes longer than solving; measured on piles of
// spheres.
constexpr std::size_t kMinPointsForThreads = 32;

// What of a contact's velocity friction may miss [m/s]: a twentieth of CENIC's
// accuracy, in metres per second, at most 0.02 mm/s.
double FrictionTolerance(const solvers::ConvexNewtonOptions& options) {
  return std::min(2e-5, 50 * options.tolerance);
}

// Of the phases that the solve books where they happen.
double Booked(const Profile& profile) {
  return profile[Phase::kHessian] + profile[Phase::kFactorization] +
         profile[Phase::kLineSearch];
}

}  // namespace

IcfReport IcfSolver::Solve(double h,
                           const solvers::ConvexNewtonOptions& options,
                           IcfMemory* memory, VectorXd* v) {
  memory->islands.resize(problem_->cliques.size());
  impulses_.resize(problem_->points.size());
  const bool parallel = num_threads_ > 1 && num_islands_ > 1 &&
                        problem_->points.size() >= kMinPointsForThreads &&
                        !OneHasMost();
  if (parallel) {
    SolveInParallel(h, options, memory, v);
  } else {
    SolveSerially(h, options, memory, v);
  }
  return MakeReport();
}

// Whether an island has more points than a thread's share, and so many that
// threads help in it.
bool IcfSolver::OneHasMost() const {
  std::size_t most = 0;
  for (int k = 0; k < num_islands_; ++k) {
    std::size_t count = 0;
    for (const int patch : islands_[k].patches)
      count += problem_->patches[patch].num_points;
    most = std::max(most, count);
  }
  return most >= kMinPointsInPieces &&
         most * num_threads_ > problem_->points.size();
}

// The phases of the solve are booked where they happen; the rest is the rest.
void IcfSolver::SolveSerially(double h,
                              const solvers::ConvexNewtonOptions& options,
                              IcfMemory* memory, VectorXd* v) {
  const double booked = profile_ == nullptr ? 0 : Booked(*profile_);
  {
    ScopedTimer timer(profile_, Phase::kSolverRest);
    for (int k = 0; k < num_islands_; ++k)
      SolveIsland(k, h, options, profile_, memory, v);
  }
  if (profile_ != nullptr)
    (*profile_)[Phase::kSolverRest] -= Booked(*profile_) - booked;
}

// Islands share nothing that they write: each has its own work space, its entry
// in the memory, its velocities and its contacts' impulses.
void IcfSolver::SolveInParallel(double h,
                                const solvers::ConvexNewtonOptions& options,
                                IcfMemory* memory, VectorXd* v) {
  largest_first_.resize(num_islands_);
  std::iota(largest_first_.begin(), largest_first_.end(), 0);
  std::ranges::stable_sort(largest_first_, std::greater{}, [&](int k) {
    return islands_[k].patches.size() + islands_[k].cliques.size();
  });
  Profile region;
  if (profile_ != nullptr) region.trace = profile_->trace;
  {
    ScopedTimer timer(&region, Phase::kSolverRest);
    ParallelFor(num_islands_, num_threads_, [&](int i, int worker) {
      const int k = largest_first_[i];
      Profile* profile = profile_ == nullptr ? nullptr : &work_[k].profile;
      if (profile != nullptr) {
        *profile = {.trace = profile_->trace, .lane = worker};
      }
      ScopedTimer island_timer(profile, Phase::kSolverRest);
      SolveIsland(k, h, options, profile, memory, v);
    });
  }
  if (profile_ != nullptr) BookThreads(region[Phase::kSolverRest]);
}

void IcfSolver::BookThreads(double seconds) {
  Profile sum;
  for (int k = 0; k < num_islands_; ++k) {
    for (Phase phase : kSolverPhases) sum[phase] += work_[k].profile[phase];
  }
  const double all = sum[Phase::kSolverRest];
  sum[Phase::kSolverRest] -= Booked(sum);
  if (all <= 0) return;
  for (Phase phase : kSolverPhases)
    (*profile_)[phase] += sum[phase] * seconds / all;
}

void IcfSolver::SolveIsland(int k, double h,
                            const solvers::ConvexNewtonOptions& options,
                            Profile* profile, IcfMemory* memory, VectorXd* v) {
  const Island& island = islands_[k];
  IslandFactorization& kept = memory->islands[island.cliques.front()];
  if (kept.method != factor_method_) {
    kept.method = factor_method_;
    kept.analyzed = kept.valid = false;
  }
  Work& work = work_[k];
  work.newton.profile = profile;
  work.island.set_num_threads(num_threads_);
  work.island.set_row_errors(row_errors_);
  work.island.Reset(*problem_, island, h, FrictionTolerance(options), &kept,
                    profile);
  work.island.Gather(*v, &work.v);
  work.report = solvers::Minimize(options, &work.island, &work.newton, &work.v);
  work.island.Scatter(work.v, v);
  work.island.CalcContactImpulses(&impulses_);
}

IcfReport IcfSolver::MakeReport() const {
  IcfReport report;
  report.num_islands = num_islands_;
  report.newton.status = Status::kConverged;
  const auto raise = [](int& most, int& total, int count) {
    most = std::max(most, count);
    total += count;
  };
  for (int k = 0; k < num_islands_; ++k) {
    const NewtonReport& one = work_[k].report;
    raise(report.newton.iterations, report.total.iterations, one.iterations);
    raise(report.newton.factorizations, report.total.factorizations,
          one.factorizations);
    raise(report.newton.line_search_iterations,
          report.total.line_search_iterations, one.line_search_iterations);
    report.newton.residual = std::max(report.newton.residual, one.residual);
    if (!one.converged() && report.converged()) {
      report.failed_clique = islands_[k].cliques.front();
      report.newton.status = one.status;
    }
  }
  report.total.status = report.newton.status;
  report.total.residual = report.newton.residual;
  return report;
}

}  // namespace tactus::contact
