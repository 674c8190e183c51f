#pragma once

namespace tactus {

/// Time that a calculation took, by the clock on the wall and by the
/// processors.
struct SpentTime {
  double wall{};  ///< [s]
  double cpu{};   ///< Of all threads of the process [s].

  /// What the clocks show; only differences mean something.
  static SpentTime Now();
  SpentTime& operator+=(const SpentTime& other);
};

SpentTime operator-(const SpentTime& later, const SpentTime& earlier);

}  // namespace tactus
