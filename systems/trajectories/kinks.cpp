#include "tactus/systems/trajectories/kinks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tactus::systems {
namespace {

constexpr double kNear = 1e-9;  // Of a piece: how far from its end it is seen.

// A piece between two breaks, or before or after all of them.
struct Piece {
  VectorXd first, last;            // Values near its ends.
  VectorXd first_rate, last_rate;  // And rates.
  double fastest = 0;
  double near = 0;  // How far from its ends these are [s].
};

Piece LookAt(const PiecewiseSignal& signal, double t0, double t1) {
  // At late times a billionth of a piece is less than what times differ by.
  constexpr double kRoundOff = 4 * std::numeric_limits<double>::epsilon();
  const double round_off = kRoundOff * std::max(std::abs(t0), std::abs(t1));
  const double near =
      std::min(std::max(kNear * (t1 - t0), round_off), (t1 - t0) / 4);
  Piece piece{.first = signal.value(t0 + near),
              .last = signal.value(t1 - near),
              .first_rate = signal.rate(t0 + near),
              .last_rate = signal.rate(t1 - near),
              .near = near};
  for (const double share : {kNear, 0.3, 0.6, 1 - kNear})
    piece.fastest =
        std::max(piece.fastest, signal.rate(t0 + share * (t1 - t0)).norm());
  return piece;
}

}  // namespace

std::vector<double> FindKinks(const PiecewiseSignal& signal) {
  constexpr double kJump = 0.1, kRest = 1e-9;  // Of the greatest rate.
  constexpr std::size_t kMostKinks = 1000;
  const std::vector<double>& breaks = signal.breaks;
  const double duration = breaks.back() - breaks.front();
  std::vector<Piece> pieces = {
      LookAt(signal, breaks.front() - duration, breaks.front())};
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k)
    pieces.push_back(LookAt(signal, breaks[k], breaks[k + 1]));
  pieces.push_back(LookAt(signal, breaks.back(), breaks.back() + duration));
  double fastest = 0, largest = 0;
  for (const Piece& piece : pieces) {
    fastest = std::max(fastest, piece.fastest);
    largest = std::max(largest, piece.last.norm());
  }
  std::vector<double> kinks;
  for (std::size_t k = 0; k < breaks.size(); ++k) {
    const Piece &before = pieces[k], &after = pieces[k + 1];
    const double moved =
        4 * std::max(kNear * duration, before.near + after.near) * fastest;
    const bool jumps =
        (after.first - before.last).norm() > moved + kNear * largest;
    const bool bends =
        (after.first_rate - before.last_rate).norm() > kJump * fastest;
    const bool rested = before.fastest <= kRest * fastest,
               rests = after.fastest <= kRest * fastest;
    if (jumps || bends || rested != rests) kinks.push_back(breaks[k]);
  }
  if (kinks.size() > kMostKinks) kinks.clear();
  return kinks;
}

LeafDeclaration::Update MakeNoUpdate() {
  return [](const LeafContext&, NextState*) {
  };
}

}  // namespace tactus::systems
