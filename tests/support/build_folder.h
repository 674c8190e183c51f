#pragma once

#include <filesystem>

namespace tactus::test {

/// Where the tests were built, and the programs below bin/; like
/// SourceFolder().
std::filesystem::path BuildFolder();

}  // namespace tactus::test
