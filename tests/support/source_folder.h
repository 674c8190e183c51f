#pragma once

#include <filesystem>

namespace tactus::test {

/// The checkout that the tests are of. One source knows it: all others compile
/// to the same in every clone, and come from ccache there.
std::filesystem::path SourceFolder();

}  // namespace tactus::test
