#pragma once

#include <span>
#include <vector>

#include "tactus/contact/icf/law.h"
#include "tactus/contact/row_errors.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/convex_newton.h"

namespace tactus::contact {

/// The mean forces along the problem's constraint rows, in its order, in a step
/// of `h` that ended with `v1` [N or N m]; `errors` as
/// IcfSolver::set_row_errors() has them.
void CalcMeanConstraintForces(const VelocityProblem& problem, double h,
                              const VectorXd& v1, std::vector<double>* forces,
                              const RowErrors* errors = nullptr);

/// The constraints of an island between their bodies: values and derivatives
/// of their potentials at a point x and along a line x + alpha dx. Wrenches and
/// Hessians are those of the relative velocity V; the island carries them to
/// the trees, as it does for contacts.
class IcfConstraints {
 public:
  /// The rows of one constraint.
  struct Run {
    int first{}, size{};
  };

  void Clear() { rows_.clear(); }
  Run Add(const VelocityProblem& problem, const BodyConstraint& constraint,
          double h, const RowErrors* errors = nullptr);

  /// Whether all potentials are quadratic (IsQuadratic()).
  bool is_quadratic() const;

  void SetPoint(Run run, const Vector6d& V);
  void SetDirection(Run run, const Vector6d& dV);
  void MoveAlong(double alpha);

  /// Impulse on B at Bo, -grad l [N m s, N s], and the Hessian in V.
  Vector6d CalcImpulse(Run run) const;
  Matrix6d CalcHessian(Run run) const;

  void AddCost(double* cost) const;
  void AddLine(double alpha, solvers::ConvexFunction::LineSample* sample) const;

 private:
  struct Row {
    IcfRow law;
    Vector6d row;
    double x{}, dx{};
  };
  std::span<const Row> RowsOf(Run run) const {
    return std::span(rows_).subspan(run.first, run.size);
  }
  std::span<Row> RowsOf(Run run) {
    return std::span(rows_).subspan(run.first, run.size);
  }

  std::vector<Row> rows_;
};

}  // namespace tactus::contact
