#pragma once

#include <filesystem>
#include <string>

namespace tactus::apps {

/// The bytes of a file or of a stream (a FIFO, /dev/stdin), which is read once,
/// to its end.
/// @throws std::invalid_argument naming the file, if it is not there, cannot be
/// read, is a directory, or does not end within 256 MiB.
std::string ReadTextFile(const std::filesystem::path& file);

}  // namespace tactus::apps
