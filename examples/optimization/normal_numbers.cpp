#include "tactus/examples/optimization/normal_numbers.h"

#include <cmath>
#include <numbers>

namespace tactus::examples {

MatrixXd NormalNumbers::Draw(Eigen::Index rows, Eigen::Index columns) {
  return MatrixXd::NullaryExpr(rows, columns, [this] { return Next(); });
}

double NormalNumbers::Uniform() {
  return (random_() + 0.5) / 4294967296.0;
}

double NormalNumbers::Next() {
  const double radius = std::sqrt(-2 * std::log(Uniform()));
  return radius * std::cos(2 * std::numbers::pi * Uniform());
}

}  // namespace tactus::examples
