#pragma once

#include <vector>

#include "tactus/contact/icf/island.h"
#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/convex_newton.h"

namespace tactus::contact {

/// What a step leaves for the next: one factorization per island, filed under
/// the island's smallest clique. Copy it with the simulation's state.
struct IcfMemory {
  std::vector<IslandFactorization> islands;

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&islands);
  }
};

/// Effort of one solve. Islands are solved apart; `newton` counts the slowest
/// one, as a solver of all bodies at once would, `total` adds all islands up.
struct IcfReport {
  NewtonReport newton, total;
  int num_islands{};
  int failed_clique = -1;  ///< First clique of an island that failed.

  bool converged() const { return failed_clique < 0; }
};

/// The ICF step: v at t0 + h as the minimiser of eq. (15), [Kurtz25],
///
///     islands of what contacts, rows and constraints tie   islands.h
///     for each, by Newton's method from the guess,         convex_newton.h
///       potentials of all laws for h                       law.h
///       gradient                                           island.cpp
///       Hessian, or one of before                          island_hessian.cpp
///       exact search along p; the lag of friction          island_line.cpp
///     impulses of contacts at the minimum
///
/// several islands at once when there are threads for them, or several threads
/// on one that has most of the points. Keeps only work space; results depend on
/// the arguments alone, not on the number of threads.
class IcfSolver {
 public:
  /// Finds the islands of `problem`, which serve every h. The problem must stay
  /// as it is until the next SetProblem().
  void SetProblem(const VelocityProblem& problem);

  /// What rows are off at t0, from the next Solve() on, in place of what the
  /// problem says; null, the default: what it says. Kept by reference.
  void set_row_errors(const RowErrors* errors) { row_errors_ = errors; }

  /// Solves for the step `h` from the guess in `v`, which receives the result.
  IcfReport Solve(double h, const solvers::ConvexNewtonOptions& options,
                  IcfMemory* memory, VectorXd* v);

  /// Contact impulses of the last Solve(), in the problem's order of points.
  const ContactImpulses& impulses() const { return impulses_; }
  int num_islands() const { return num_islands_; }

  void set_factor_method(solvers::FactorMethod method) {
    factor_method_ = method;
  }
  /// @pre at least 1, the default.
  void set_num_threads(int num_threads) { num_threads_ = num_threads; }
  /// Where to book time; null by default. The time of several threads at once
  /// is booked in proportion, so that the phases add up to the time passed.
  void set_profile(Profile* profile) { profile_ = profile; }

 private:
  /// One per island, so that islands of different sizes do not take turns in
  /// resizing the same vectors.
  struct Work {
    IcfIsland island;
    solvers::ConvexNewtonWorkspace newton;
    VectorXd v;
    NewtonReport report;
    Profile profile;  ///< Of one solve, by several threads.
  };

  bool OneHasMost() const;
  void SolveIsland(int k, double h, const solvers::ConvexNewtonOptions& options,
                   Profile* profile, IcfMemory* memory, VectorXd* v);
  void SolveSerially(double h, const solvers::ConvexNewtonOptions& options,
                     IcfMemory* memory, VectorXd* v);
  void SolveInParallel(double h, const solvers::ConvexNewtonOptions& options,
                       IcfMemory* memory, VectorXd* v);
  void BookThreads(double seconds);
  IcfReport MakeReport() const;

  const VelocityProblem* problem_{};
  const RowErrors* row_errors_ = nullptr;
  IslandFinder finder_;
  std::vector<Island> islands_;
  int num_islands_{};
  std::vector<Work> work_;
  std::vector<int> largest_first_;  ///< The islands, for threads.
  int num_threads_ = 1;
  solvers::FactorMethod factor_method_ = solvers::FactorMethod::kAuto;
  Profile* profile_{};
  ContactImpulses impulses_;
};

}  // namespace tactus::contact
