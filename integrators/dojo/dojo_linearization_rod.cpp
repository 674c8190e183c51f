// How what the pull of elastic rods makes of turns changes with what a step
// starts from. With the positive part S+ of what their pieces make of a body's
// turns, and its angular velocity w = J v at the end, momentum takes
//
//     mean h J' S+ w.
#include "tactus/integrators/dojo/dojo_linearization.h"

namespace tactus::integrators {

using dojo::TurningBody;
using multibody::PositivePart;

// Of all bodies that pieces of elastic rod end at.
void DojoLinearization::FindTurningBodies() {
  std::vector<Matrix3d> S(model_->num_bodies(), Matrix3d::Zero());
  std::vector<bool> has_rods(model_->num_bodies(), false);
  for (const TiedBodies& tied : constraints_) {
    if (!tied.rates.is_elastic()) continue;
    const ConstraintRates::Turning turning = tied.rates.CalcTurning();
    S[tied.body_a] += turning.a;
    S[tied.body_b] += turning.b;
    has_rods[tied.body_a] = has_rods[tied.body_b] = true;
  }
  turning_.clear();
  for (int b = 1; b < model_->num_bodies(); ++b) {
    if (!has_rods[b] || problem_->OffsetOf(b) < 0) continue;
    turning_.push_back({.body = b, .S = PositivePart(S[b])});
    TurningBody& body = turning_.back();
    body.chain.Build(*model_, b, dynamics_->motion2(), dynamics_->p2());
    body.chain.Move(problem_->velocities());
  }
}

// As axes turn: E += mean h (dJ' S+ w + J' S+ dw).
void DojoLinearization::AddTurningStateRates(MatrixXd* E) const {
  const double scale = step_->mean * step_->h;
  for (const TurningBody& body : turning_) {
    const auto carriers = body.chain.carriers();
    const Matrix3d S = body.S.value();
    const Vector3d torque = S * body.chain.twist().V.head<3>();
    for (int k = 0; k < std::ssize(carriers); ++k) {
      const Vector3d axis = carriers[k].S.head<3>();
      const Vector3d change = S * body.chain.CalcRateByPosition(k).V.head<3>();
      const int column = columns_.q() + ColumnOf(carriers[k].velocity);
      for (int j = 0; j < std::ssize(carriers); ++j) {
        const Vector3d own = carriers[j].S.head<3>();
        double rate = own.dot(change);
        if (body.chain.IsBefore(k, j)) rate += axis.cross(own).dot(torque);
        (*E)(ColumnOf(carriers[j].velocity), column) += scale * rate;
      }
    }
  }
}

// As a piece moves: E += mean h J' dS+ w, at both of its ends.
void DojoLinearization::AddTurningChange(const TiedBodies& tied,
                                         const ConstraintRates::Change& change,
                                         int column, MatrixXd* E) const {
  if (!tied.rates.is_elastic()) return;
  const ConstraintRates::Turning dS = tied.rates.CalcTurningRates(change);
  for (const TurningBody& body : turning_) {
    const auto add = [&](const Matrix3d& of) {
      const Vector3d torque =
          body.S.CalcRate(of) * body.chain.twist().V.head<3>();
      for (const multibody::BodyChain::Carrier& carrier : body.chain.carriers())
        (*E)(ColumnOf(carrier.velocity), column) +=
            step_->mean * step_->h * carrier.S.head<3>().dot(torque);
    };
    if (body.body == tied.body_a) add(dS.a);
    if (body.body == tied.body_b) add(dS.b);
  }
}

}  // namespace tactus::integrators
