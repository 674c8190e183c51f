#include "tactus/recording/verify/sampler.h"

#include <utility>

namespace tactus::recording {

Sampler::Sampler(const QuantityList& list, double period)
    : reader_(list.signals()),
      rate_(1 / period),
      quantities_(list.quantities()) {}

void Sampler::Take(const systems::Context& context) {
  times_.push_back(systems::SampleTime(context.time(), rate_));
  const VectorXd& row = reader_.Read(context);
  numbers_.insert(numbers_.end(), row.begin(), row.end());
}

void Sampler::Finish(Trajectory* trajectory) {
  trajectory->columns = reader_.MakeColumnNames();
  trajectory->quantities = std::move(quantities_);
  const auto rows = static_cast<Eigen::Index>(times_.size());
  const auto columns = static_cast<Eigen::Index>(trajectory->columns.size());
  trajectory->times = std::move(times_);
  trajectory->values =
      Eigen::Map<decltype(Trajectory::values)>(numbers_.data(), rows, columns);
}

}  // namespace tactus::recording
