#include "tactus/integrators/cenic/limit_stop.h"

#include <algorithm>

#include "tactus/contact/body_motion.h"

namespace tactus::integrators {

using contact::RowLaw;
using contact::VelocityProblem;

namespace {

// gdot before and after a step.
struct Rates {
  double before{}, after{};
};

// Whether a near-rigid limit lower <= g <= upper stops, in a step of length h,
// something that moved before. The limit acts where g + (h + tau) gdot would be
// beyond it, with a time constant tau below max(h, 1e-4) / 20; something that
// already rested on it is not stopped.
bool Stops(const RowLaw& row, const Rates& rates, double h) {
  constexpr double kRest = 1e-6;  // [rad or m] per step
  if (row.law != RowLaw::Law::kLimit) return false;
  const double reach = row.error + (h + std::max(h, 1e-4) / 20) * rates.after;
  return (reach < row.lower || reach > row.upper) &&
         std::abs(rates.before) * h > kRest;
}

}  // namespace

bool LimitStops(const VelocityProblem& problem, const contact::Island& island,
                double h, const VectorXd& v) {
  const VectorXd& v0 = problem.v0;
  const auto row_stops = [&](int i) {
    const contact::JointRow& row = problem.joint_rows[i];
    const auto terms = problem.TermsOf(row);
    return Stops(
        row, {contact::CalcRate(terms, v0), contact::CalcRate(terms, v)}, h);
  };
  const auto constraint_stops = [&](int i) {
    const contact::BodyConstraint& constraint = problem.constraints[i];
    const Vector6d V0 = contact::CalcRelativeVelocity(problem, constraint, v0);
    const Vector6d V = contact::CalcRelativeVelocity(problem, constraint, v);
    return std::ranges::any_of(
        problem.RowsOf(constraint), [&](const contact::ConstraintRow& row) {
          return Stops(row, {row.row.dot(V0), row.row.dot(V)}, h);
        });
  };
  return std::ranges::any_of(island.joint_rows, row_stops) ||
         std::ranges::any_of(island.constraints, constraint_stops);
}

}  // namespace tactus::integrators
