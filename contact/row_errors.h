#pragma once

#include <iterator>
#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// What g is at t0, by row of a velocity problem, in place of RowLaw::error: so
/// that a step may aim rows elsewhere without a problem of its own.
struct RowErrors {
  std::vector<double> constraint_rows, joint_rows;
};

/// The law of the problem's constraint row `index`, with the error that
/// `errors` has; null: its own.
inline RowLaw LawOfConstraintRow(const VelocityProblem& problem, int index,
                                 const RowErrors* errors) {
  RowLaw law = problem.constraint_rows[index];
  if (errors != nullptr) law.error = errors->constraint_rows[index];
  return law;
}

/// The law of the problem's joint row `index`, likewise. Dampers behind those
/// rows have no error.
inline RowLaw LawOfJointRow(const VelocityProblem& problem, int index,
                            const RowErrors* errors) {
  RowLaw law = problem.joint_rows[index];
  if (errors != nullptr && index < std::ssize(errors->joint_rows))
    law.error = errors->joint_rows[index];
  return law;
}

}  // namespace tactus::contact
