// How the rows of couplers change with what a step starts from: their
// directions turn with q2 where they are curved, or of lengths of paths.
#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {

using multibody::CouplerRates;

void DojoProblem::FindCouplers() {
  couplers_.clear();
  const int first = FindFirstCouplerRow(*model_, step_->velocity);
  const int end = first + static_cast<int>(std::ssize(model_->couplers()));
  for (int i = 0; i < std::ssize(rows_); ++i) {
    const Source& source = rows_[i].source;
    if (!source.is_joint || source.index < first || source.index >= end)
      continue;
    couplers_.push_back(
        {.rates = CouplerRates(model_, &position_,
                               model_->couplers()[source.index - first],
                               dynamics_->q2(), step_->velocity.v0),
         .row = i});
  }
}

void DojoProblem::AddCouplerStateRates(const VectorXd& x,
                                       const DojoColumns& columns,
                                       MatrixXd* E) {
  for (const Coupler& coupler : couplers_) {
    for (const int c : island_->cliques) {
      const contact::Clique& clique = step_->velocity.cliques[c];
      for (int i = 0; i < clique.nv; ++i) {
        const int velocity = clique.v_start + i, k = offset_of_tree_[c] + i;
        // How g changes by the row itself is among what all rows have.
        CouplerRates::Change change = coupler.rates.ByPosition(velocity);
        change.g = 0;
        AddCouplerChange(coupler, change, x, columns.q() + k, E);
        (*E)(num_velocities_ + coupler.row, columns.v() + k) +=
            step_->h * step_->h / 2 * coupler.rates.BiasByVelocity(velocity);
      }
    }
  }
}

// The frame of a joint, and what it carries, moves by e in its parent.
void DojoProblem::AddCouplerShift(int joint, const Vector3d& e,
                                  const VectorXd& x, int column,
                                  MatrixXd* E) const {
  const Vector3d e_W = dynamics_->R2(model_->joints()[joint].parent) * e;
  for (const Coupler& coupler : couplers_)
    AddCouplerChange(coupler, coupler.rates.ByJointPosition(joint, e_W), x,
                     column, E);
}

// Momentum takes -G' lambda; the row is g + h G v + h^2/2 b.
void DojoProblem::AddCouplerChange(const Coupler& coupler,
                                   const CouplerRates::Change& change,
                                   const VectorXd& x, int column,
                                   MatrixXd* E) const {
  const double h = step_->h, lambda = x[rows_[coupler.row].lambda];
  double rate = 0;  // dG v
  for (int k = 0; k < change.G.size(); ++k) {
    const int v = ColumnOf(k);
    if (v < 0) continue;
    (*E)(v, column) -= lambda * change.G[k];
    rate += change.G[k] * x[v];
  }
  (*E)(num_velocities_ + coupler.row, column) +=
      change.g + h * rate + h * h / 2 * change.b;
}

}  // namespace tactus::integrators
