#include "tactus/examples/optimization/normal_numbers.h"

#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

// Moments of the standard normal distribution: 0, 1, 0, 3; a mean of n has a
// deviation of sqrt(1, 2, 15, 96) / sqrt(n).
TEST_CASE("Normal numbers: many -> the moments of the distribution") {
  constexpr int kNum = 100000;
  const Eigen::ArrayXd x = NormalNumbers(3).Draw(kNum, 1).array();
  const double n = std::sqrt(kNum);
  CHECK(std::abs(x.mean()) < 4 / n);
  CHECK(std::abs(x.square().mean() - 1) < 4 * std::sqrt(2) / n);
  CHECK(std::abs(x.cube().mean()) < 4 * std::sqrt(15) / n);
  CHECK(std::abs(x.square().square().mean() - 3) < 4 * std::sqrt(96) / n);
  // Neighbours do not know each other.
  CHECK(std::abs((x.head(kNum - 1) * x.tail(kNum - 1)).mean()) < 4 / n);
}

TEST_CASE("Normal numbers: one seed -> the same, drawn at once or in parts") {
  const MatrixXd all = NormalNumbers(7).Draw(3, 4);
  NormalNumbers again(7);
  CHECK(again.Draw(3, 1) == all.leftCols(1));
  CHECK(again.Draw(3, 3) == all.rightCols(3));
  CHECK(NormalNumbers(8).Draw(3, 4) != all);
}

}  // namespace
}  // namespace tactus::examples
