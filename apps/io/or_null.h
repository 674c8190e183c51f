#pragma once

#include <optional>

#include <nlohmann/json.hpp>

namespace tactus::apps {

/// The value, or null where there is none.
template <class T>
nlohmann::ordered_json OrNull(const std::optional<T>& value) {
  using Json = nlohmann::ordered_json;
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace tactus::apps
