#include "tactus/common/read_file.h"

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"

namespace tactus::contact {
namespace {

using Catch::Contains;

TEST_CASE("ReadFile: a file -> its bytes") {
  const tactus::test::TemporaryDirectory folder;
  const std::string bytes("a\0b\r\n\xFF", 6);
  CHECK(ReadFile(folder.Write("a", bytes)) == bytes);
  CHECK(ReadFile(folder.Write("empty", "")).empty());
}

TEST_CASE("ReadFile: no file, a directory, an endless one -> one line") {
  const tactus::test::TemporaryDirectory folder;
  CHECK_THROWS_WITH(ReadFile(folder.path() / "none"), Contains("no such file"));
  CHECK_THROWS_WITH(ReadFile(folder.path()), Contains("a directory"));
  CHECK_THROWS_WITH(ReadFile("/dev/zero"), Contains("does not end"));
}

// The files are sparse: they take no room, and are not read.
TEST_CASE("Mesh files: beyond the bound on size -> refused by name") {
  const tactus::test::TemporaryDirectory folder;
  for (const char* name : {"a.stl", "a.obj", "a.dae", "a.glb"}) {
    const auto file = folder.Write(name, "solid");
    std::filesystem::resize_file(file, kMostFileBytes + 1);
    CHECK_THROWS_WITH(ReadMeshFile(file),
                      Contains(name) && Contains("does not end within"));
  }
}

}  // namespace
}  // namespace tactus::contact
