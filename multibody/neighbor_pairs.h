#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The pairs of bodies that overlap by construction, at a joint, and must not
/// collide there. Bodies welded together count as one, a *weld group*; links of
/// compound joints (virtual bodies) do not count at all. Then never touch
///
///   - two bodies of one weld group,
///   - a body of a weld group and one of the group that carries it, unless that
///   is
///     the world's: what hangs on the world may hit the floor. (MuJoCo's rule.)
///
/// @param bodies, joints  numbered as in a Model: joint j moves body j + 1,
///   parents before children. Virtual bodies that are welded to a real one
///   count as a part of it.
/// @returns pairs a < b, sorted, each once.
/// @throws std::invalid_argument for more than some six thousand bodies in one
/// weld group: the pairs would not fit into memory.
std::vector<std::pair<int, int>> FindNeighborPairs(
    std::span<const Body> bodies, std::span<const Joint> joints);

}  // namespace tactus::multibody
