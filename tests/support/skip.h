#pragma once

#include <iostream>
#include <string>

namespace tactus::test {

/// Whether any test has said that it is skipped: ctest reports such tests so.
inline bool& AnythingSkipped() {
  static bool skipped = false;
  return skipped;
}

/// Says that a test is skipped, and what it lacks: "there is no dot". The test
/// returns then.
inline void Skip(const std::string& why) {
  std::cout << "skipped: " << why << "\n";
  AnythingSkipped() = true;
}

}  // namespace tactus::test
