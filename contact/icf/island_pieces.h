#pragma once

#include "tactus/common/parallel_for.h"
#include "tactus/contact/icf/island.h"

namespace tactus::contact {

/// A piece is some microseconds' work.
inline constexpr int kPointsPerPiece = 128;
/// Below this, waking threads takes longer than looking at the points.
inline constexpr std::size_t kMinPointsInPieces = 512;
/// A loop has this many shares per thread: one that comes late takes fewer.
inline constexpr int kSharesPerThread = 2;

/// Calls body(piece) for each, in any order, on several threads if there are
/// pieces and points enough: they take shares of them, as a rule the same from
/// call to call, which their caches know. The body writes to its piece and
/// the piece's points.
template <class Body>
void IcfIsland::ForEachPiece(const Body& body) {
  const bool parallel =
      num_threads_ > 1 && is_split_ && points_.size() >= kMinPointsInPieces;
  if (!parallel) {
    for (Piece& piece : pieces_) body(piece);
    return;
  }
  const auto of_share = [this, &body](int k, int) {
    const int num_shares = kSharesPerThread * num_threads_;
    const std::size_t first = k * pieces_.size() / num_shares;
    const std::size_t end = (k + 1) * pieces_.size() / num_shares;
    for (std::size_t i = first; i < end; ++i) body(pieces_[i]);
  };
  ParallelFor(kSharesPerThread * num_threads_, num_threads_, of_share);
}

}  // namespace tactus::contact
