#pragma once

#include <Eigen/Core>

namespace tactus::solvers {

/// A = L L' of few rows, as trees of bodies and pairs of them have: column by
/// column, without what a general routine spends on larger ones. Of matrices of
/// up to kMaxSmallRows rows the results are bit by bit those of Eigen's LLT.
inline constexpr int kMaxSmallRows = 31;

/// Overwrites the lower triangle of A by L. False: not positive definite.
/// @param A  its first entry; columns are `stride` apart.
[[nodiscard]] bool FactorizeSmall(Eigen::Index n, Eigen::Index stride,
                                  double* A);

}  // namespace tactus::solvers
