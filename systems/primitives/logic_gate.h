#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Boolean algebra on signals, element by element. A signal is true where it is
/// at least 1/2, and false below; the output is 1 or 0:
///
///     kAnd   u0 and u1 and ...  all are true              true without inputs
///     kOr    u0 or u1 or ...    at least one is true      false without inputs
///     kXor   u0 xor u1 xor ...  an odd number is true     false without inputs
///     kNot   not u0             (one input)
///
/// Where an input is NaN, which is neither, the output is NaN: the fault shows.
class LogicGate final : public LeafSystem {
 public:
  enum class Operation { kAnd, kOr, kXor, kNot };

  /// Inputs "u0", "u1", ... of `size` each.
  /// @throws std::invalid_argument if there are fewer than none, or if kNot has
  /// not one.
  LogicGate(std::string name, Operation operation, int num_inputs, int size);

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;
  double Apply(const LeafContext& context, int element) const;

  const Operation operation_;
};

}  // namespace tactus::systems
