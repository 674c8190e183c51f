#pragma once

#include <Eigen/Core>

/// The block-diagram framework. It knows vectors and time, and no physics.
namespace tactus::systems {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using VectorRef = Eigen::Ref<const VectorXd>;

}  // namespace tactus::systems
