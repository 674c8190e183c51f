#include "tactus/systems/primitives/digital_filter.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// 1 / (s + 1), mapped.
FilterSection MakeFirstOrderSection(double W) {
  return {Vector2d(W, W), Vector2d(W + 1, W - 1)};
}

// 1 / (s^2 + damping s + 1), mapped.
FilterSection MakeSecondOrderSection(double W, double damping) {
  return {W * W * Vector3d(1, 2, 1),
          Vector3d(1 + damping * W + W * W, 2 * (W * W - 1),
                   1 - damping * W + W * W)};
}

}  // namespace

std::vector<FilterSection> MakeButterworthLowPass(int order, double cutoff,
                                                  double period) {
  if (order < 1) {
    throw std::invalid_argument(
        fmt::format("a filter of order {}: it must be at least 1", order));
  }
  if (!(std::isfinite(period) && period > 0 && cutoff > 0 &&
        2 * cutoff * period < 1)) {
    throw std::invalid_argument(
        fmt::format("a cut-off frequency of {} Hz: it must be positive and "
                    "below half the sampling frequency, with a period of {} s",
                    cutoff, period));
  }
  const double W = std::tan(std::numbers::pi * cutoff * period);
  std::vector<FilterSection> sections;
  for (int k = 0; k < order / 2; ++k) {
    const double angle = (2 * k + 1) * std::numbers::pi / (2 * order);
    sections.push_back(MakeSecondOrderSection(W, 2 * std::sin(angle)));
  }
  if (order % 2 == 1) sections.push_back(MakeFirstOrderSection(W));
  return sections;
}

std::vector<FilterSection> MakeMovingAverage(int num_samples) {
  if (num_samples < 1) {
    throw std::invalid_argument(fmt::format(
        "a moving average of {} samples: it needs one", num_samples));
  }
  return {
      {VectorXd::Constant(num_samples, 1.0 / num_samples), VectorXd::Ones(1)}};
}

}  // namespace tactus::systems
