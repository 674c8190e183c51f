#pragma once

#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// The largest component of a position error and the joint it belongs to.
struct PositionError {
  double error{};
  int joint = -1;  ///< -1 when all errors are zero.
};

/// | S (q_b - q_a) |_inf, [Kurtz25], section V-E. Differences of rotations are
/// rotation vectors [rad]; lengths are divided by `length_scale` [m]. `scratch`
/// avoids an allocation.
PositionError CalcPositionError(const multibody::Model& model,
                                const VectorRef& q_a, const VectorRef& q_b,
                                double length_scale, VectorXd* scratch);

}  // namespace tactus::integrators
