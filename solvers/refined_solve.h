#pragma once

#include <Eigen/LU>

#include "tactus/common/types.h"

namespace tactus::solvers {

/// X = A^-1 B by an LU factor of about A, refined once by the residual B - A X,
/// whose sums of products have twice the digits of doubles ([Ogita05], Dot2):
/// to the last digits while the condition of A is below some 1e7.
MatrixXd SolveRefined(const Eigen::PartialPivLU<MatrixXd>& factor,
                      const MatrixXd& A, const MatrixXd& B);
/// X'c = B' A^-T c from the right, to the same digits: A^-T c is kept as a sum
/// of two vectors, as what is stiff in B may take most of it away.
VectorXd MultiplySolutionTransposed(const Eigen::PartialPivLU<MatrixXd>& factor,
                                    const MatrixXd& A, const MatrixXd& B,
                                    const VectorXd& c);

}  // namespace tactus::solvers
