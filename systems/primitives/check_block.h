#pragma once

#include <string_view>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// What blocks check of their arguments and inputs.
/// Each throws std::invalid_argument("block 'name': complaint") otherwise.

void CheckBlock(const LeafSystem& block, bool good, std::string_view complaint);

/// All entries of `values`, which the message calls `what`, are finite.
void CheckFinite(const LeafSystem& block, std::string_view what,
                 const Eigen::Ref<const MatrixXd>& values);

/// `period` [s] is positive and finite.
void CheckPeriod(const LeafSystem& block, double period);

}  // namespace tactus::systems
