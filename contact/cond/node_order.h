#pragma once

#include <array>
#include <span>
#include <vector>

namespace tactus::contact {

/// Numbers nodes of tetrahedra so that those which share one stand near each
/// other, whatever order a mesh has them in: by Cuthill and McKee's ordering,
/// reversed [CuthillMcKee69]. A thread that takes a range of them then reads
/// few nodes of other threads. `elements` has four of nodes 0 ... num_nodes - 1
/// each; returns the number of each node.
std::vector<int> NumberByPlace(int num_nodes,
                               std::span<const std::array<int, 4>> elements);

}  // namespace tactus::contact
