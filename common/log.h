#pragma once

#include <string>

namespace tactus {

/// Tells the user something that is not an error but bears on the result, such
/// as a start that had to be changed. One line, to stderr by default; a program
/// with its own log replaces spdlog's default logger, which this writes to.
void LogWarning(const std::string& message);

}  // namespace tactus
