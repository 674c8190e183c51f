#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace tactus {

/// What no file of a model is longer than [bytes], 256 MiB; what is, is no
/// model or does not end.
inline constexpr std::size_t kMostFileBytes = std::size_t{256} << 20;

/// The bytes of a file or of a stream (a FIFO, /dev/stdin), which is read once,
/// to its end.
/// @throws std::invalid_argument beginning with the file, if it is not there,
/// cannot be read, is a directory, or does not end within kMostFileBytes.
std::string ReadFile(const std::filesystem::path& file);

/// The bytes of a file of any length; none if it is not there or cannot be
/// read.
std::string ReadFileIfThere(const std::filesystem::path& file);

}  // namespace tactus
