#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// ComFree's law for what acts along joints and tendons and between bodies, row
/// by row, with s = G v and w = G A^-1 G':
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
/// Springs and dampers between bodies and along tendons, and actuators on
/// tendons, have stiffnesses of their own and no place in A, which is one block
/// per tree. They push with b - c s at the end of the step, c = d + h k, and
/// dry friction with what stops it, up to f: by those gains joints that should
/// stick would creep. Each row takes the implicit step that is its own where it
/// is alone,
///
///     spring, actuator  lambda <- clamp(lambda + (b - c s - lambda)
///                                       / (1 + h c w), lower, upper),
///     dry friction      lambda <- clamp(lambda - s / (h w), -f, f),
///
/// and where several load a tree they share it by mass splitting, whether or
/// not the other rows do (gains.h).
///
/// Sweeps extrapolate as those of contacts do (solvers/comfree/law.h).
class ComFreeJointRows {
 public:
  /// Finds the rows that act: limits out of bounds, and all of the others.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             const ComFreeOptions& options, double h);

  /// Mass splitting, as for contacts: ComFreeGains.
  void AddLoads(std::vector<double>* load_of_clique) const;
  void SplitMasses(const std::vector<double>& load_of_clique);

  /// One sweep at velocities v; adds G' lambda, extrapolated by `momentum`, to
  /// `p` [N or N m].
  void Sweep(const VectorXd& v, double momentum, VectorXd* p);

  /// The last sweep's forces along the problem's constraint rows [N or N m].
  void GetConstraintForces(std::vector<double>* forces) const;
  /// Those along its joint rows, zero along limits that do not act [N or N m].
  void GetJointForces(std::vector<double>* forces) const;
  /// The efforts of actuators on tendons, into their places [N or N m].
  void GetTendonEfforts(std::vector<double>* efforts) const;

  /// What limits that act and rigid rows hold as springs, at t0,
  ///
  ///     sum over rows of 1/2 (k m/h) phi^2 [J]
  double CalcStoredEnergy() const;

 private:
  /// x = y - by_rate s - constant - by_itself y,  lambda = clamp(x, lower,
  /// upper), with y the extrapolated lambda.
  struct Row {
    double by_rate{}, constant{}, by_itself{};
    bool is_implicit = false;  ///< It takes a step of its own.
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    double inverse_mass{};  ///< w
    int first_term{}, num_terms{};
    int first_part{}, num_parts{};
    double lambda{}, extrapolated{};
  };
  /// G A^-1 G' of one tree.
  struct Part {
    int clique{};
    double inverse_mass{};
  };
  /// The row here of a joint's or a constraint's row, or of an actuator.
  struct Source {
    int index{}, row{};
  };

  void AddJointRows();
  void AddConstraint(const BodyConstraint& constraint);
  void AddTendonActuators();
  Row& AddRow(std::span<const JointTerm> terms, double factor = 1);
  Row& AddRow(const BodyConstraint& constraint, const Vector6d& row);
  void AppendTerms(const ContactBody& body, const Vector6d& row);
  Row& CloseRow(int first_term);
  void CalcParts(Row* row);
  void SetLaw(const RowLaw& law, Row* row) const;
  void SetStiff(double phi, Row* row) const;
  void SetSmooth(double b, double c, Row* row) const;
  void SetDry(double friction, Row* row) const;
  void AddLoads(const Row& row, std::vector<double>* load_of_clique) const;
  void Split(const std::vector<double>& load_of_clique, Row* row) const;
  void SplitImplicit();

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  ComFreeOptions options_;
  double damping_gain_{}, h_{};
  std::vector<int> clique_of_dof_;
  std::vector<Row> rows_;
  std::vector<JointTerm> terms_;
  std::vector<Part> parts_;
  std::vector<Source> joint_sources_, constraint_sources_, actuator_sources_;
  std::vector<double> smooth_load_;
  VectorXd on_tree_;
  MatrixXd column_;
  SmoothPrediction::Mobility mobility_;
};

}  // namespace tactus::contact
