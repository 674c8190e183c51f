#pragma once

#include <functional>
#include <stdexcept>

namespace tactus::solvers {

/// A caller's question of whether a long computation is to end before its
/// time, asked once per iteration and by any of its threads.
using StopRequest = std::function<bool()>;

/// What leaves a computation that was asked to stop.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("the computation was asked to stop") {}
};

/// @param stop  null: nobody asks.
/// @throws Stopped
inline void ThrowIfStopped(const StopRequest* stop) {
  if (stop != nullptr && (*stop)()) throw Stopped();
}

}  // namespace tactus::solvers
