#include "tactus/systems/primitives/random_source.h"

#include <cmath>
#include <utility>

#include "tactus/systems/primitives/check_block.h"
#include "tactus/systems/primitives/random_bits.h"

namespace tactus::systems {
namespace {

int SizeOf(const UniformDistribution& uniform) {
  return static_cast<int>(uniform.lower.size());
}

int SizeOf(const GaussianDistribution& gaussian) {
  return static_cast<int>(gaussian.mean.size());
}

void CheckDistribution(const LeafSystem& block,
                       const UniformDistribution& uniform) {
  const auto& [lower, upper] = uniform;
  CheckFinite(block, "the bounds", lower);
  CheckFinite(block, "the bounds", upper);
  CheckBlock(
      block,
      lower.size() == upper.size() && (lower.array() <= upper.array()).all(),
      "lower bounds must match the upper ones in number, and not exceed "
      "them");
}

void CheckDistribution(const LeafSystem& block,
                       const GaussianDistribution& gaussian) {
  const auto& [mean, deviation] = gaussian;
  CheckFinite(block, "the means", mean);
  CheckFinite(block, "the deviations", deviation);
  CheckBlock(block,
             mean.size() == deviation.size() && (deviation.array() >= 0).all(),
             "deviations must match the means in number, and not be negative");
}

// The number `index` of all that are drawn with this seed, for element i.
double Draw(const UniformDistribution& uniform, int i, std::uint64_t seed,
            std::uint64_t index) {
  return std::lerp(uniform.lower[i], uniform.upper[i],
                   UniformNumber(seed, index));
}

double Draw(const GaussianDistribution& gaussian, int i, std::uint64_t seed,
            std::uint64_t index) {
  return gaussian.mean[i] + gaussian.deviation[i] * NormalNumber(seed, index);
}

}  // namespace

RandomSource::RandomSource(std::string name, Distribution distribution,
                           double period, std::uint64_t seed)
    : LeafSystem(std::move(name)), distribution_(std::move(distribution)) {
  std::visit([this](const auto& d) { CheckDistribution(*this, d); },
             distribution_);
  CheckPeriod(*this, period);
  const int size =
      std::visit([](const auto& d) { return SizeOf(d); }, distribution_);
  DeclareParameter(seed);
  DeclareDiscreteState(VectorXd::Zero(1));  // k
  DeclarePeriodicUpdate(period, &RandomSource::Advance, period);
  DeclareVectorOutputPort("y", size, &RandomSource::CalcY,
                          Reads::kDiscrete | Reads::kParameters);
}

void RandomSource::Advance(const LeafContext&, NextState* next) const {
  next->discrete_state()[0] += 1;
}

void RandomSource::CalcY(const LeafContext& context, VectorXd* y) const {
  const auto seed = context.parameter<std::uint64_t>();
  const auto k = static_cast<std::uint64_t>(context.discrete_state()[0]);
  const auto size = static_cast<std::uint64_t>(y->size());
  for (int i = 0; i < y->size(); ++i) {
    const std::uint64_t index = k * size + static_cast<std::uint64_t>(i);
    (*y)[i] = std::visit([&](const auto& d) { return Draw(d, i, seed, index); },
                         distribution_);
  }
}

}  // namespace tactus::systems
