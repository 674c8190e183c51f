#pragma once

#include <string_view>

namespace tactus::systems {

/// Whether `name` fits `pattern`, in which `*` stands for any characters or
/// none, slashes included, `?` for any one, and others for themselves.
bool MatchesPattern(std::string_view pattern, std::string_view name);

/// True if there is a `*` or `?`.
bool IsPattern(std::string_view text);

}  // namespace tactus::systems
