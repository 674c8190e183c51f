#pragma once

#include <limits>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/comfree/tree_rows.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// ComFree's law for limits of joints, tendons and constraints that are
/// exceeded, and for what holds rigidly, row by row, with s = G v and
/// w = G A^-1 G':
///
///     x = lambda - (m/h) [ (k h + d) s + k phi ],     m = rho(phi) / w
///
///     limit        lambda <- max(0, x)         s, phi: towards the bound
///     rigid        lambda <- x                 two-sided
///
/// the same gains as a contact's, eqs. (8), (11) and (12) of [Borse26]. The
/// paper clips every row at zero, which is right for limits alone. A rigid row
/// whose g bends, g1 = g0 + h s + h^2/2 b, has phi = g0 + h^2/2 b.
///
/// What has a stiffness of its own, and dry friction, are ComFreeImplicitRows.
/// Sweeps extrapolate as those of contacts do (solvers/comfree/law.h).
class ComFreeJointRows {
 public:
  /// Finds the rows that act: limits out of bounds, and rigid ones.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             const ComFreeOptions& options, double h);

  /// Mass splitting, as for contacts: ComFreeGains.
  void AddLoads(std::vector<double>* load_of_clique) const;
  void SplitMasses(const std::vector<double>& load_of_clique);

  /// One sweep at velocities v; adds G' lambda, extrapolated by `momentum`, to
  /// `p` [N or N m].
  void Sweep(const VectorXd& v, double momentum, VectorXd* p);

  /// The last sweep's forces along the problem's constraint rows, zero along
  /// others [N or N m].
  void GetConstraintForces(std::vector<double>* forces) const;
  /// Those along its joint rows, likewise [N or N m].
  void GetJointForces(std::vector<double>* forces) const;

  /// What limits that act and rigid rows hold as springs, at t0,
  ///
  ///     sum over rows of 1/2 (k m/h) phi^2 [J]
  double CalcStoredEnergy() const;

 private:
  /// x = y - by_rate s - constant,  lambda = clamp(x, lower, upper), with y the
  /// extrapolated lambda.
  struct Row {
    double by_rate{}, constant{};
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    double inverse_mass{};  ///< w
    int first_part{}, num_parts{};
    double lambda{}, extrapolated{};
  };
  /// G A^-1 G' of one tree.
  struct Part {
    int clique{};
    double inverse_mass{};
  };
  /// The row here of a joint's or a constraint's row.
  struct Source {
    int index{}, row{};
  };

  void AddJointRows();
  void AddConstraint(const BodyConstraint& constraint);
  Row& CloseRow(int row);
  void SetLaw(const RowLaw& law, Row* row) const;
  void SetStiff(double phi, Row* row) const;

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  ComFreeOptions options_;
  double damping_gain_{}, h_{};
  TreeRows tree_rows_;
  std::vector<Row> rows_;
  std::vector<Part> parts_;
  std::vector<Source> joint_sources_, constraint_sources_;
};

}  // namespace tactus::contact
