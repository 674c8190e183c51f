#include "tactus/examples/scenes/shared_file.h"

#include <cstdlib>
#include <optional>
#include <string>

#include "support/source_folder.h"
#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

/// What TACTUS_SHARED names, until the end of a test.
class SharedFolder {
 public:
  explicit SharedFolder(const std::string& folder) {
    if (const char* old = std::getenv(kName)) before_ = old;
    setenv(kName, folder.c_str(), 1);
  }
  ~SharedFolder() {
    before_ ? setenv(kName, before_->c_str(), 1) : unsetenv(kName);
  }
  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;

 private:
  static constexpr const char* kName = "TACTUS_SHARED";
  std::optional<std::string> before_;
};

TEST_CASE("FindSharedFile: what is there -> its path, other -> empty") {
  const SharedFolder folder(tactus::test::SourceFolder().string());
  CHECK(FindSharedFile("examples/scenes/shared_file.h") ==
        tactus::test::SourceFolder() / "examples/scenes/shared_file.h");
  CHECK(FindSharedFile("examples") ==
        tactus::test::SourceFolder() / "examples");
  CHECK(FindSharedFile("examples/nowhere").empty());
}

TEST_CASE("FindSharedFile: no such folder -> empty") {
  const SharedFolder folder("/nowhere");
  CHECK(FindSharedFile("examples").empty());
}

}  // namespace
}  // namespace tactus::examples
