#include "tactus/common/read_file.h"

#include <filesystem>
#include <string>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus {
namespace {

using Catch::Contains;

TEST_CASE("ReadFile: a file -> its bytes") {
  const test::TemporaryDirectory folder;
  const std::string bytes("a\0b\r\n", 5);
  CHECK(ReadFile(folder.Write("file", bytes)) == bytes);
  CHECK(ReadFileIfThere(folder.path() / "file") == bytes);
  CHECK(ReadFileIfThere(folder.path() / "none").empty());
}

TEST_CASE("ReadFile: what cannot be read -> refused with the cause") {
  const test::TemporaryDirectory folder;
  const auto refused = [&](const std::filesystem::path& file, const char* why) {
    CHECK_THROWS_WITH(ReadFile(file),
                      Contains(file.string() + ": ") && Contains(why));
  };
  refused(folder.path() / "none", "there is no such file");
  refused(folder.path() / "none" / "file", "there is no such file");
  refused(folder.path(), "it is a directory");
  // Neither is known to be there, nor not to be, like what a folder without
  // permission has.
  const auto loop = folder.path() / "loop";
  std::filesystem::create_symlink(loop, loop);
  refused(loop, "Too many levels of symbolic links");
  refused(folder.path() / std::string(300, 'x'), "File name too long");
}

}  // namespace
}  // namespace tactus
