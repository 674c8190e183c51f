#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tactus::test {

/// A file that inputs may refer to.
struct SandboxFile {
  std::string name;
  std::string bytes;
};

/// The files that sandbox.h lists.
std::vector<SandboxFile> SandboxFiles();

}  // namespace tactus::test
