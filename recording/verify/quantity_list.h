#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tactus/systems/diagram.h"
#include "tactus/systems/signals/signal.h"

namespace tactus::recording {

/// Something that trajectories are compared by: numbers in one unit that belong
/// together.
struct Quantity {
  std::string name;
  int start = 0, size = 0;   ///< Its columns.
  bool is_rotation = false;  ///< Four of them, a unit quaternion.
};

/// Which signals are looked at, and as what. The quantities are those of
/// multibody/plant/quantities/find_signals.h, but for what holds a quaternion,
/// which comes apart: "body/hand/pose" into
///
///     body/hand/position    x y z
///     body/hand/rotation    an angle, when compared
///
/// and likewise joint/J/position of a floating joint. The name of a whole means
/// both parts. Elements may stand without their scopes where that leaves one.
class QuantityList {
 public:
  /// @throws std::invalid_argument if nothing fits one of the `patterns`, with
  /// names near it, and if it may mean several without their scopes.
  QuantityList(const systems::Diagram& diagram,
               std::span<const std::string> patterns);

  const std::vector<systems::Signal>& signals() const { return signals_; }
  const std::vector<Quantity>& quantities() const { return quantities_; }
  /// The patterns that each quantity fits, in their order.
  const std::vector<std::vector<int>>& patterns_of() const {
    return patterns_of_;
  }

 private:
  /// The parts of a signal that `pattern`, by number, wants.
  void Add(const systems::Signal& signal, int pattern,
           const std::function<bool(const std::string&)>& wants);

  std::vector<systems::Signal> signals_;
  std::vector<Quantity> quantities_;
  std::vector<std::vector<int>> patterns_of_;
  int num_columns_ = 0;
};

}  // namespace tactus::recording
