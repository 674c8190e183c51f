#include <algorithm>
#include <cmath>

#include "tactus/contact/icf/island_pieces.h"

// The cost of an island along a line, and the lag of its friction.
namespace tactus::contact {
namespace {

// How much friction may lag behind, of the larger normal impulse.
constexpr double kLagTolerance = 2e-3;
constexpr double kLeastOmega = 0.125;  // Of updates of the lag.

}  // namespace

// h n0 <- h n0 + omega r with r = gamma_n - h n0, where that makes a
// difference. Friction on one point changes the normal impulses of others, as
// those of a tilted box: taken whole, updates may overshoot for ever. So omega
// follows what the last one did to r, by Aitken's rule for vectors
// ([IronsTuck69]),
//
//     omega_k = omega_{k-1} r_{k-1}.(r_{k-1} - r_k) / |r_{k-1} - r_k|^2,
//
// within [1/8, 1].
bool IcfIsland::UpdateLag(VectorXd* gradient) {
  ForEachPiece([this](Piece& piece) {
    piece.lags = std::ranges::any_of(
        PointsOf(piece), [this](const LocalPoint& at) { return Lags(at); });
  });
  if (std::ranges::none_of(pieces_, &Piece::lags)) return false;
  LagChange change;
  if (!is_split_) {
    AddLagChange(points_, &change);
  } else {
    ForEachPiece([this](Piece& piece) {
      piece.change = {};
      AddLagChange(PointsOf(piece), &piece.change);
    });
    for (const Piece& piece : pieces_) {
      change.along += piece.change.along;
      change.squared += piece.change.squared;
    }
  }
  if (num_lag_updates_++ > 0 && change.squared > 0)
    omega_ =
        std::clamp(omega_ * change.along / change.squared, kLeastOmega, 1.0);
  ForEachPiece([this](Piece& piece) {
    for (LocalPoint& at : PointsOf(piece)) {
      const double mu = at.point->friction;
      if (mu == 0) continue;
      const double held = at.law.friction_impulse / mu;
      SetLaggedImpulse(*at.point, held + omega_ * at.last_lag, &at.law);
      if (held == 0)
        at.w = CalcFirstDual(at.law, at.v_C, at.point->inverse_mass);
    }
  });
  CalcGradient(gradient);
  return true;
}

bool IcfIsland::Lags(const LocalPoint& at) const {
  const double mu = at.point->friction;
  if (mu == 0) return false;
  const double now = mu * CalcNormalImpulse(at.law, at.v_C.z());
  const double held = at.law.friction_impulse;
  const double off = std::abs(now - held);
  return off > kLagTolerance * std::max(now, held) &&
         at.point->inverse_mass * off > friction_tolerance_;
}

// Takes r_k in the place of r_{k-1}.
void IcfIsland::AddLagChange(std::span<LocalPoint> points, LagChange* change) {
  for (LocalPoint& at : points) {
    if (at.point->friction == 0) continue;
    const double r = CalcNormalImpulse(at.law, at.v_C.z()) -
                     at.law.friction_impulse / at.point->friction;
    change->along += at.last_lag * (at.last_lag - r);
    change->squared += (at.last_lag - r) * (at.last_lag - r);
    at.last_lag = r;
  }
}

double IcfIsland::CalcPotentials() {
  double cost = 0;
  if (!is_split_) {
    for (const LocalPoint& at : points_) cost += CalcCost(at.law, at.v_C);
  } else {
    ForEachPiece([this](Piece& piece) {
      piece.cost = 0;
      for (const LocalPoint& at : PointsOf(piece))
        piece.cost += CalcCost(at.law, at.v_C);
    });
    for (const Piece& piece : pieces_) cost += piece.cost;
  }
  joints_.AddCost(v_, &cost);
  constraints_.AddCost(&cost);
  return cost;
}

void IcfIsland::AddAlong(double alpha, std::span<const LocalPoint> points,
                         LineSample* sample) const {
  for (const LocalPoint& at : points) {
    const LineDerivatives along =
        CalcAlong(at.law, at.v_C + alpha * at.dv_C, at.dv_C);
    sample->cost += along.cost;
    sample->slope += along.slope;
    sample->curvature += along.curvature;
  }
}

// Patches of one piece each add up point by point.
solvers::ConvexFunction::LineSample IcfIsland::EvalLine(double alpha) {
  LineSample sample{
      .cost = alpha * p_gradient_ + alpha * alpha * pAp_ / 2 - potentials_,
      .slope = p_gradient_ + alpha * pAp_,
      .curvature = pAp_};
  if (!is_split_) {
    AddAlong(alpha, points_, &sample);
  } else {
    ForEachPiece([this, alpha](Piece& piece) {
      piece.line = {};
      AddAlong(alpha, PointsOf(piece), &piece.line);
    });
    for (const Piece& piece : pieces_) {
      sample.cost += piece.line.cost;
      sample.slope += piece.line.slope;
      sample.curvature += piece.line.curvature;
    }
  }
  joints_.AddLine(v_, p_, alpha, &sample);
  constraints_.AddLine(alpha, &sample);
  return sample;
}

}  // namespace tactus::contact
