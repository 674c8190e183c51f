#pragma once

#include <vector>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// How one result r of a block, a vector output or its time derivatives,
/// follows what it is computed from. A matrix that is left empty means zero.
struct LeafJacobians {
  MatrixXd by_state;               ///< dr/dx, of its own continuous state.
  std::vector<MatrixXd> by_input;  ///< dr/du_i, one per input port.
};

}  // namespace tactus::systems
