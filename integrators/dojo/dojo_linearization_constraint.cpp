// How loops, welds, rods and springs between bodies change with what a step
// starts from.
#include <algorithm>
#include <cmath>

#include "tactus/integrators/dojo/dojo_linearization.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {

// The problem's first constraints are the model's; the others are the limits of
// ball joints.
void DojoLinearization::CalcConstraintImpulses() {
  constraints_.clear();
  for (const int index : island_->constraints) {
    if (index >= std::ssize(model_->constraints())) continue;
    TiedBodies& tied = constraints_.emplace_back();
    tied.rates.Calc(*dynamics_, model_->constraints()[index],
                    problem_->velocities(), step_->velocity.v0);
    tied.body_a = model_->constraints()[index].body_a;
    tied.body_b = model_->constraints()[index].body_b;
    tied.first_row = step_->velocity.constraints[index].first_row;
    tied.num_rows = step_->velocity.constraints[index].num_rows;
    const auto add = [&](int row, double impulse) {
      tied.rates.AddImpulse(step_->velocity.constraint_rows[row].row, impulse);
    };
    for (const Row& row : problem_->rows()) {
      if (tied.has(row.source.constraint_row()))
        add(row.source.constraint_row(), x_[row.lambda]);
    }
    for (const Effort& effort : problem_->efforts()) {
      if (!tied.has(effort.source.constraint_row())) continue;
      const double force =
          problem_->CalcEffort(effort, problem_->Dot(effort.along, x_), z_);
      add(effort.source.constraint_row(), step_->mean * force);
    }
  }
  FindTurningBodies();
}

void DojoLinearization::AddConstraintStateRates(MatrixXd* E) {
  AddTurningStateRates(E);
  for (const TiedBodies& tied : constraints_) {
    for (const int c : island_->cliques) {
      const contact::Clique& clique = step_->velocity.cliques[c];
      for (int i = 0; i < clique.nv; ++i) {
        const int velocity = clique.v_start + i;
        if (!tied.rates.IsCarriedBy(velocity)) continue;
        const int k = problem_->OffsetOfTree(c) + i;
        AddConstraintChange(tied, tied.rates.ByPosition(velocity),
                            columns_.q() + k, E);
        AddConstraintChange(tied, tied.rates.ByVelocity(velocity),
                            columns_.v() + k, E);
      }
    }
  }
}

// The frame of a joint, and what it carries, moves by e in its parent.
void DojoLinearization::AddConstraintShift(int joint, const Vector3d& e,
                                           int column, MatrixXd* E) {
  const Vector3d e_W = dynamics_->R2(model_->joints()[joint].parent) * e;
  for (const TiedBodies& tied : constraints_)
    AddConstraintChange(tied, tied.rates.ByJointPosition(joint, e_W), column,
                        E);
}

// Momentum takes -G' impulse; a rigid row is g + h x + h^2/2 b, less its
// compliance, which is taken as constant; a spring pulls by -k g - c x.
void DojoLinearization::AddConstraintChange(
    const TiedBodies& tied, const ConstraintRates::Change& change, int column,
    MatrixXd* E) {
  const double h = step_->h;
  AddTurningChange(tied, change, column, E);
  joint_rhs_.setZero();
  tied.rates.AddForceRate(change, &joint_rhs_);
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    E->col(column).segment(problem_->OffsetOfTree(c), clique.nv) -=
        joint_rhs_.segment(clique.v_start, clique.nv);
  }
  const auto rates_of = [&](int row) {
    return tied.rates.CalcRow(step_->velocity.constraint_rows[row].row, change);
  };
  for (std::size_t i = 0; i < problem_->rows().size(); ++i) {
    if (!tied.has(problem_->rows()[i].source.constraint_row())) continue;
    const auto of = rates_of(problem_->rows()[i].source.constraint_row());
    (*E)(problem_->num_velocities() + static_cast<int>(i), column) +=
        of.g + h * of.x + h * h / 2 * of.b;
  }
  for (const Effort& effort : problem_->efforts()) {
    if (!tied.has(effort.source.constraint_row())) continue;
    const auto of = rates_of(effort.source.constraint_row());
    AddForceRate(effort, effort.slope * of.g - effort.law->damping * of.x,
                 column, E);
  }
}

// A ball joint's limit acts along the axis a of its turn phi a, in the axes
// that its velocities have: with T the left Jacobian of SO(3),
//
//     da/dq = (1 - a a') T(phi a)^-1 / phi.
void DojoLinearization::AddBallLimitRates(MatrixXd* E) const {
  for (const Bound& bound : problem_->bounds()) {
    const int index = bound.source.constraint_row();
    if (index < 0) continue;
    const double phi = step_->velocity.constraint_rows[index].error;
    // The velocities of no other joint have more than round-off of it.
    const auto terms = problem_->TermsOf(bound.along);
    const Term& most = *std::ranges::max_element(
        terms, {}, [](const Term& term) { return std::abs(term.coefficient); });
    const multibody::Joint& joint =
        model_->joints()[problem_->BodyOf(most.v) - 1];
    const int at = ColumnOf(joint.v_start);
    Vector3d a = Vector3d::Zero();
    for (const Term& term : terms) {
      if (term.v >= at && term.v < at + 3)
        a[term.v - at] = bound.sign * term.coefficient;
    }
    a.normalize();
    const Matrix3d da =
        bound.sign / phi * (Matrix3d::Identity() - a * a.transpose()) *
        multibody::CalcRotationJacobian(Vector3d(phi * a)).inverse();
    const Vector3d distance = step_->h * da.transpose() * x_.segment<3>(at);
    E->block<3, 3>(at, columns_.q() + at) -= z_[bound.z] * da;
    for (int k = 0; k < 3; ++k)
      AddBlockRate(problem_->blocks()[bound.block],
                   LocalBlock::Vector::Constant(1, distance[k]),
                   columns_.q() + at + k, E);
  }
}

}  // namespace tactus::integrators
