// How the rows of couplers change with what a step starts from: their
// directions turn with q2 where they are curved, or of lengths of paths.
#include "tactus/integrators/dojo/dojo_linearization.h"

namespace tactus::integrators {

using multibody::CouplerRates;

void DojoLinearization::FindCouplers() {
  couplers_.clear();
  const int first = FindFirstCouplerRow(*model_, step_->velocity);
  const int end = first + static_cast<int>(std::ssize(model_->couplers()));
  for (int i = 0; i < std::ssize(problem_->rows()); ++i) {
    const Source& source = problem_->rows()[i].source;
    if (!source.is_joint || source.index < first || source.index >= end)
      continue;
    couplers_.push_back(
        {.rates = CouplerRates(model_, &position_,
                               model_->couplers()[source.index - first],
                               dynamics_->q2(), step_->velocity.v0),
         .row = i});
  }
}

void DojoLinearization::AddCouplerStateRates(MatrixXd* E) {
  for (const Coupler& coupler : couplers_) {
    for (const int c : island_->cliques) {
      const contact::Clique& clique = step_->velocity.cliques[c];
      for (int i = 0; i < clique.nv; ++i) {
        const int velocity = clique.v_start + i,
                  k = problem_->OffsetOfTree(c) + i;
        // How g changes by the row itself is among what all rows have.
        CouplerRates::Change change = coupler.rates.ByPosition(velocity);
        change.g = 0;
        AddCouplerChange(coupler, change, columns_.q() + k, E);
        (*E)(problem_->num_velocities() + coupler.row, columns_.v() + k) +=
            step_->h * step_->h / 2 * coupler.rates.BiasByVelocity(velocity);
      }
    }
  }
}

// The frame of a joint, and what it carries, moves by e in its parent.
void DojoLinearization::AddCouplerShift(int joint, const Vector3d& e,
                                        int column, MatrixXd* E) const {
  const Vector3d e_W = dynamics_->R2(model_->joints()[joint].parent) * e;
  for (const Coupler& coupler : couplers_)
    AddCouplerChange(coupler, coupler.rates.ByJointPosition(joint, e_W), column,
                     E);
}

// Momentum takes -G' lambda; the row is g + h G v + h^2/2 b.
void DojoLinearization::AddCouplerChange(const Coupler& coupler,
                                         const CouplerRates::Change& change,
                                         int column, MatrixXd* E) const {
  const double h = step_->h, lambda = x_[problem_->rows()[coupler.row].lambda];
  double rate = 0;  // dG v
  for (int k = 0; k < change.G.size(); ++k) {
    const int v = ColumnOf(k);
    if (v < 0) continue;
    (*E)(v, column) -= lambda * change.G[k];
    rate += change.G[k] * x_[v];
  }
  (*E)(problem_->num_velocities() + coupler.row, column) +=
      change.g + h * rate + h * h / 2 * change.b;
}

}  // namespace tactus::integrators
