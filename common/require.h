#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tactus {

/// Throws std::invalid_argument with `message` unless `condition` holds.
///
/// `Require` guards public entry points and is armed in every build; `assert`
/// guards inner loops and costs nothing in Release.
inline void Require(bool condition, std::string_view message) {
  if (!condition) throw std::invalid_argument(std::string(message));
}

}  // namespace tactus
