#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "support/skip.h"
#include "support/source_folder.h"

/// The third-party models, scenes and oracle files that some tests compare
/// against. They lie beside the checkout (or where TACTUS_SHARED says) and are
/// not part of the product: a test that needs them skips, saying so.
namespace tactus::test {

inline std::filesystem::path SharedDirectory() {
  if (const char* set = std::getenv("TACTUS_SHARED")) return set;
  return SourceFolder() / ".." / "shared";
}

/// True when `relative` exists in the shared directory; else says that the test
/// is skipped.
inline bool HasShared(const std::string& relative) {
  if (std::filesystem::exists(SharedDirectory() / relative)) return true;
  Skip(relative + " is not in " + SharedDirectory().string());
  return false;
}

/// Ten models with their oracle files (tests/oracle), which are always there.
inline std::filesystem::path OracleDirectory() {
  return SourceFolder() / "tests/oracle";
}

/// Where truth/`name`.json and its model are: of the ten, or among models/ of
/// the shared directory; nothing, said to be skipped, without that.
inline std::optional<std::filesystem::path> FindModels(
    const std::string& name) {
  const std::string truth = "truth/" + name + ".json";
  if (std::filesystem::exists(OracleDirectory() / truth))
    return OracleDirectory();
  if (HasShared("models/truth")) return SharedDirectory() / "models";
  return std::nullopt;
}

}  // namespace tactus::test
