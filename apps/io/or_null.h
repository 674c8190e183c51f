#pragma once

#include <optional>

#include <nlohmann/json.hpp>

namespace tactus::apps {

/// The number, or null where there is none.
inline nlohmann::ordered_json OrNull(const std::optional<double>& value) {
  using Json = nlohmann::ordered_json;
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace tactus::apps
