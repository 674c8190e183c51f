#pragma once

#include <random>

#include "tactus/common/types.h"

namespace tactus::examples {

/// Independent standard normal numbers that are the same on all machines and
/// with all libraries, by Box and Muller.
class NormalNumbers {
 public:
  explicit NormalNumbers(unsigned seed) : random_(seed) {}

  /// rows x columns of the next numbers, column by column.
  MatrixXd Draw(Eigen::Index rows, Eigen::Index columns);

 private:
  double Uniform();  ///< In (0, 1).
  double Next();

  std::mt19937 random_;
};

}  // namespace tactus::examples
