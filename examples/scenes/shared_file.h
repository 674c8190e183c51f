#pragma once

#include <filesystem>

namespace tactus::examples {

/// A file or folder of third-party models, by its path in the folder that
/// TACTUS_SHARED names, or else in ../shared; empty if it is not there.
std::filesystem::path FindSharedFile(const std::filesystem::path& relative);

}  // namespace tactus::examples
