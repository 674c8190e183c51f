#pragma once

#include <vector>

#include "tactus/contact/cond/delassus.h"
#include "tactus/contact/cond/fixed_point.h"
#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {

/// The rivals that [Lee22] measures COND against, on the same nodal problem:
/// iterations on the impulses of an island (delassus.h), which need A's factor.
/// Both project contact by contact, with the law of the fixed point,
///
///     l_c <- Project(l_c - u_c / r_c),   u = W l + u0,
///
/// where r_c counts for every direction in which the contact may push alike.
///
/// Projected Gauss-Seidel goes through the contacts of a dense W, the normal
/// before the tangents under the strict law, r of each the largest eigenvalue
/// of its own block.
///
/// Accelerated projected gradient descent [Mazhar15] moves all of them at once,
/// with products of W that is never formed:
///
///     l  = Project(y - (W y + u0) / (L r)),
///     y+ = l + (t - 1) / t+ (l - l before),
///
/// from a start as steep as a few products find W in the metric r. L doubles
/// where (l - y)' W (l - y) > L |l - y|_r^2, and t starts anew where momentum
/// leads uphill.
///
/// Momentum and impulses agree in every iterate; what is missing are impulses,
///
///     res = sqrt(sum of r_c |change of l_c|^2) / max(|b|, |A v|),
///
/// the latter in the norm of A^-1: beside the fixed point's, which misses
/// momentum instead, of the same unit and size.
class ImpulseIteration {
 public:
  using Report = VelocityFixedPoint::Report;

  explicit ImpulseIteration(const CondOptions& options) : options_(options) {}

  /// For islands of `nodal`, whose impulses are the start and then the result.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             double h_theta, NodalProblem* nodal);

  /// v^ of the island's trees into `v`, of all velocities. Different islands
  /// may be solved at the same time.
  Report Solve(const NodalIsland& island, VectorXd* v);

 private:
  /// What the iteration on one island works with.
  struct Work {
    Delassus delassus;
    std::vector<int> elements;
    MatrixXd W;
    VectorXd l, u, r, y, l_before, Wl, Wy, Wl_before;
  };
  /// r of a contact.
  struct Steps {
    double normal{}, linear{}, angular{};
  };

  Report SweepContacts(Work* work) const;
  Report Descend(Work* work) const;
  double Sweep(std::span<const Steps> steps, Work* work) const;
  std::vector<Steps> FindSteps(const Work& work) const;
  static double EstimateLargestEigenvalue(Work* work);
  /// Projects l - u / r of a contact into `l`.
  void Project(const Delassus::Block& block, const VectorXd& u, double scale,
               Work* work) const;
  Vector3d ResolveLinear(const PointContact& point, const Steps& steps,
                         const Matrix3d& W, const Vector3d& u,
                         const Vector3d& l) const;
  bool Ends(Report* report) const;

  CondOptions options_;
  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  NodalProblem* nodal_{};
  double h_theta_{};
  std::vector<Work> works_;  ///< By island.
};

}  // namespace tactus::contact
