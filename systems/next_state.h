#pragma once

#include <string>
#include <vector>

#include "tactus/systems/context.h"

namespace tactus::systems {

/// Room for the state after an update, while all handlers still read the state
/// before it. Kept between updates to spare allocations; holds no information.
struct UpdateBuffer {
  std::vector<VectorXd> discrete;
  std::vector<Value> abstract;
  std::vector<bool> discrete_written, abstract_written;
  VectorXd continuous;
  bool continuous_written = false;
  std::string termination;  ///< Empty: none was asked for.
};

/// Where an update handler of one block writes its next state. An entry that no
/// handler asks for keeps its value. The first to ask finds the value before
/// the update; a second handler at the same time finds what the first wrote.
/// Writing the continuous state makes it jump: a reset map.
class NextState {
 public:
  NextState(const Context& before, const LeafLayout& layout,
            UpdateBuffer* buffer)
      : before_(before), layout_(layout), buffer_(*buffer) {}

  VectorXd& discrete_state(int group = 0);
  Eigen::VectorBlock<VectorXd> continuous_state();

  template <class T>
  T& abstract_state(int index = 0) {
    return abstract_value(index).template get<T>();
  }

  /// Ends the simulation once all updates due at this time are made. The first
  /// reason given is reported; another advance continues.
  void Terminate(std::string reason);

 private:
  Value& abstract_value(int index);

  const Context& before_;
  const LeafLayout& layout_;
  UpdateBuffer& buffer_;
};

}  // namespace tactus::systems
