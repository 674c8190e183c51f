#pragma once

#include <Eigen/Core>

namespace tactus::solvers {

/// x_ of a second-order cone's run (x_0, x_) of n entries that begins at `at`.
/// @param n  an int, or Eigen::fix<n> where it is known to the compiler.
template <class Vector, class Size>
auto TailOf(Vector& x, int at, Size n) {
  return x.segment(at + 1, n - Eigen::fix<1>);
}

}  // namespace tactus::solvers
