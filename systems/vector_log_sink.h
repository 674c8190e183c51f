#pragma once

#include <string>
#include <vector>

#include "tactus/systems/context.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Samples of a vector over time: sample i was taken at times()[i].
class VectorLog {
 public:
  /// Of vectors of this size.
  explicit VectorLog(int size) : size_(size) {}

  int size() const { return size_; }
  int num_samples() const { return static_cast<int>(times_.size()); }
  /// [s]
  const std::vector<double>& times() const { return times_; }
  /// size() x num_samples(), a column per sample.
  Eigen::Map<const MatrixXd> data() const {
    return {data_.data(), size_, num_samples()};
  }
  Eigen::Map<const VectorXd> sample(int i) const {
    return {data_.data() + static_cast<std::size_t>(i) * size_, size_};
  }

  /// @throws std::invalid_argument unless `sample` has size().
  void Append(double time, const VectorRef& sample);
  void Clear();

  template <class Archive>
  void Serialize(Archive* a) {
    const int size = size_;
    a->Visit(&size_, &times_, &data_);
    if (size_ != size || data_.size() != times_.size() * size) {
      throw CheckpointError("the log has samples of another size");
    }
  }

 private:
  int size_;
  std::vector<double> times_;
  std::vector<double> data_;
};

/// Records its input at times o + k P, or at the start and after every step.
///
///     u  ->  | VectorLogSink |
///
/// A sample shows what was there before the updates of its time (see
/// Simulator). The log is part of the Context: copying the Context copies it,
/// and a simulation continued from a copy continues the copied log.
class VectorLogSink final : public LeafSystem {
 public:
  static constexpr double kEveryStep = 0;

  /// `period` in [s].
  VectorLogSink(std::string name, int size, double period = kEveryStep,
                double offset = 0);

  const VectorLog& FindLog(const Context& context) const;
  /// For clearing it.
  VectorLog& FindMutableLog(Context* context) const;

 private:
  void Sample(const LeafContext& context) const;

  InputPort u_;
};

/// Adds a sink called "log of <block.port>", and connects it.
VectorLogSink& LogVectorOutput(OutputPort output, DiagramBuilder* builder,
                               double period = VectorLogSink::kEveryStep);

}  // namespace tactus::systems
