#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Bodies as vertices, joints as edges from parent to child: a forest on the
/// world, and the order in which a Model numbers it.
///
/// Depth first from the world, children in the order in which their bodies were
/// added: parents come before children, and a subtree is a run of bodies. Then
/// the anchored bodies (on the world through welds alone) move to the front,
/// which leaves each kinematic tree a run.
struct KinematicForest {
  std::vector<int> body_order;  ///< Old body index by new; starts with 0.
  /// Old joint index by new: the joint that moves body_order[j + 1].
  std::vector<int> joint_order;
  int num_anchored{};  ///< The first bodies of the order, the world included.
};

/// @param joints  parents and children are valid body indices.
/// @throws std::invalid_argument, with the names of the joints involved, for a
/// body with two inboard joints or none, a joint that moves the world, and a
/// loop.
KinematicForest MakeKinematicForest(std::span<const Body> bodies,
                                    std::span<const Joint> joints);

}  // namespace tactus::multibody
