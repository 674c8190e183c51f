#include "tactus/contact/icf/constraints.h"

#include <algorithm>

#include "tactus/contact/body_motion.h"

namespace tactus::contact {
void CalcMeanConstraintForces(const VelocityProblem& problem, double h,
                              const VectorXd& v1, std::vector<double>* forces,
                              const RowErrors* errors) {
  forces->resize(problem.constraint_rows.size());
  for (const BodyConstraint& constraint : problem.constraints) {
    const Vector6d V = CalcRelativeVelocity(problem, constraint, v1);
    for (int i = 0; i < constraint.num_rows; ++i) {
      const int index = constraint.first_row + i;
      const ConstraintRow& row = problem.constraint_rows[index];
      const RowLaw law = LawOfConstraintRow(problem, index, errors);
      (*forces)[index] = Calc(MakeIcfRow(law, h), row.row.dot(V)).impulse / h;
    }
  }
}

IcfConstraints::Run IcfConstraints::Add(const VelocityProblem& problem,
                                        const BodyConstraint& constraint,
                                        double h, const RowErrors* errors) {
  const Run run{.first = static_cast<int>(rows_.size()),
                .size = constraint.num_rows};
  for (int i = 0; i < constraint.num_rows; ++i) {
    const int index = constraint.first_row + i;
    rows_.push_back(
        {.law = MakeIcfRow(LawOfConstraintRow(problem, index, errors), h),
         .row = problem.constraint_rows[index].row});
  }
  return run;
}

bool IcfConstraints::is_quadratic() const {
  return std::ranges::all_of(
      rows_, [](const Row& row) { return IsQuadratic(row.law); });
}

void IcfConstraints::SetPoint(Run run, const Vector6d& V) {
  for (Row& row : RowsOf(run)) row.x = row.row.dot(V);
}

void IcfConstraints::SetDirection(Run run, const Vector6d& dV) {
  for (Row& row : RowsOf(run)) row.dx = row.row.dot(dV);
}

void IcfConstraints::MoveAlong(double alpha) {
  for (Row& row : rows_) row.x += alpha * row.dx;
}

Vector6d IcfConstraints::CalcImpulse(Run run) const {
  Vector6d impulse = Vector6d::Zero();
  for (const Row& row : RowsOf(run))
    impulse += row.row * Calc(row.law, row.x).impulse;
  return impulse;
}

Matrix6d IcfConstraints::CalcHessian(Run run) const {
  Matrix6d G = Matrix6d::Zero();
  for (const Row& row : RowsOf(run)) {
    const double curvature = Calc(row.law, row.x).curvature;
    if (curvature != 0) G += curvature * row.row * row.row.transpose();
  }
  return G;
}

void IcfConstraints::AddCost(double* cost) const {
  for (const Row& row : rows_) *cost += Calc(row.law, row.x).cost;
}

void IcfConstraints::AddLine(
    double alpha, solvers::ConvexFunction::LineSample* sample) const {
  for (const Row& row : rows_) {
    const ScalarPotential potential = Calc(row.law, row.x + alpha * row.dx);
    sample->cost += potential.cost;
    sample->slope -= potential.impulse * row.dx;
    sample->curvature += potential.curvature * row.dx * row.dx;
  }
}

}  // namespace tactus::contact
