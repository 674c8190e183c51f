#pragma once

#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/comfree/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// ComFree's law for what acts on joints, row by row, with s = J v:
///
///     x = lambda - (m/h) [ (k h + d) s + k phi ],     m = rho(phi) / J A^-1 J'
///
///     limit        lambda <- max(0, x)         s, phi: towards the bound
///     coupling     lambda <- x                 two-sided
///     dry friction lambda <- clamp(x, -f, f)   phi = 0
///
/// the same gains as a contact's, eqs. (8), (11) and (12) of [Borse26]. The
/// paper clips every row at zero, which is right for limits alone. Sweeps
/// extrapolate as those of contacts do (solvers/comfree/law.h).
class ComFreeJointRows {
 public:
  /// Finds the rows that act: limits out of bounds, couplings, dry friction.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             const ComFreeOptions& options, double h);

  /// Mass splitting, as for contacts: ComFreeGains.
  void AddLoads(std::vector<double>* load_of_clique) const;
  void SplitMasses(const std::vector<double>& load_of_clique);

  /// One sweep at velocities v; adds J' lambda, extrapolated by `momentum`, to
  /// `p` [N or N m].
  void Sweep(const VectorXd& v, double momentum, VectorXd* p);

 private:
  enum class Kind { kLimit, kCoupling, kDryFriction };
  struct Row {
    Kind kind{};
    int dof_a{}, dof_b = -1;
    double sign_a = 1, slope_b{};  ///< s = sign_a v_a - slope_b v_b
    double phi{};
    double bound{};  ///< f [N or N m]
    int clique_a{}, clique_b = -1;
    double inverse_mass_a{}, inverse_mass_b{};  ///< J A^-1 J', by clique.
    double mass{};
    double lambda{}, extrapolated{};
  };

  double CalcBounded(const Row& row, double x) const;

  void Add(Row row, const ComFreeOptions& options);
  double CalcInverseMass(int clique, int dof_a, double a, int dof_b, double b);

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  double damping_gain_{}, stiffness_gain_{}, h_{};
  std::vector<int> clique_of_dof_;
  std::vector<Row> rows_;
  MatrixXd column_, mobility_;
};

}  // namespace tactus::contact
