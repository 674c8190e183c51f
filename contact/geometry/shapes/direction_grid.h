#pragma once

#include <algorithm>
#include <cmath>

#include "tactus/common/types.h"

namespace tactus::contact {

/// The directions of space in 6 k^2 cells: the squares of a grid of k by k on
/// each side of a cube around the origin, which the directions pass through.
class DirectionGrid {
 public:
  explicit DirectionGrid(int k = 1) : k_(k) {}

  int num_cells() const { return 6 * k_ * k_; }

  /// The cell of a direction of any length.
  int CellOf(const Vector3d& n) const {
    int axis;
    const double most = n.cwiseAbs().maxCoeff(&axis);
    const int side = 2 * axis + (n[axis] < 0 ? 0 : 1);
    const double scale = 0.5 * k_ / most;
    const auto column = [&](int i) {
      const double x = n[i % 3] * scale + 0.5 * k_;
      return x > 0 ? static_cast<int>(std::min(x, k_ - 1.0)) : 0;
    };
    return (side * k_ + column(axis + 1)) * k_ + column(axis + 2);
  }

  /// A direction through the middle of a cell.
  Vector3d MiddleOf(int cell) const {
    const int axis = cell / (2 * k_ * k_);
    const int side = cell / (k_ * k_) % 2;
    Vector3d n;
    n[axis] = side == 0 ? -1 : 1;
    n[(axis + 1) % 3] = (2 * (cell / k_ % k_) + 1.0) / k_ - 1;
    n[(axis + 2) % 3] = (2 * (cell % k_) + 1.0) / k_ - 1;
    return n;
  }

 private:
  int k_;
};

}  // namespace tactus::contact
