#include "tactus/common/output_file.h"

#include <fstream>
#include <iterator>
#include <string>

#include "apps/scratch_folder.h"
#include "support/skip.h"
#include <catch2/catch.hpp>

namespace tactus {
namespace {

using apps::ReadText, apps::ScratchFolder;

// Every write to this device fails for want of space.
bool HasFullDevice() {
  if (std::filesystem::exists("/dev/full")) return true;
  test::Skip("there is no /dev/full");
  return false;
}

TEST_CASE("OutputFile: written, then committed -> there once it is committed") {
  const ScratchFolder folder;
  OutputFile file(folder / "out.txt");
  file.stream() << "all of it";
  CHECK_FALSE(std::filesystem::exists(folder / "out.txt"));
  file.Commit();
  CHECK(ReadText(folder / "out.txt") == "all of it");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE(
    "OutputFile: never committed -> the old file stays, with none beside it") {
  const ScratchFolder folder;
  std::ofstream(folder / "out.txt") << "old";
  {
    OutputFile file(folder / "out.txt");
    file.stream() << "half";
    OutputFile moved(std::move(file));
    moved.stream() << " more";
  }
  CHECK(ReadText(folder / "out.txt") == "old");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE(
    "OutputFile, MakeOutputDirectory: unwritable places -> refused at once") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH(OutputFile(folder / "none/out.txt"),
                    Catch::Contains("none/out.txt: No such file"));
  CHECK_THROWS_WITH(OutputFile(folder.path()),
                    Catch::Contains("it is a directory"));
  std::ofstream(folder / "file") << "x";
  CHECK_THROWS_AS(MakeOutputDirectory(folder / "file"), OutputError);
  CHECK_THROWS_AS(MakeOutputDirectory(folder / "file/below"), OutputError);
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("OutputFile: a link to a file -> written through, it stays a link") {
  const ScratchFolder folder;
  std::ofstream(folder / "file") << "before, and longer";
  std::filesystem::create_symlink(folder / "file", folder / "link");
  const auto read = [&] {
    std::ifstream in(folder / "file");
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  OutputFile(folder / "link").stream() << "dropped";
  CHECK(read() == "before, and longer");
  OutputFile file(folder / "link");
  file.stream() << "after";
  file.Commit();
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read() == "after");
  CHECK(folder.num_entries() == 2);
}

TEST_CASE("OutputFile: committed to a full disk -> No space left") {
  if (!HasFullDevice()) return;
  OutputFile file("/dev/full");
  file.stream() << "x";
  CHECK_THROWS_WITH(file.Commit(), Catch::Contains("No space left"));
}

TEST_CASE(
    "OutputFile: a disk that fills up half-way -> the cause, no Success") {
  if (!HasFullDevice()) return;
  OutputFile file("/dev/full");
  file.stream() << std::string(1 << 20, 'x');
  CHECK_FALSE(file.stream());
  CHECK_THROWS_WITH(file.Commit(), Catch::Contains("No space left"));
}

TEST_CASE("OutputFile: moved after an error -> the error is kept") {
  if (!HasFullDevice()) return;
  OutputFile file("/dev/full");
  file.stream() << std::string(1 << 20, 'x');
  OutputFile moved(std::move(file));
  CHECK_THROWS_WITH(moved.Commit(), Catch::Contains("No space left"));
}

TEST_CASE("WriteFile: bytes, or what writes them -> the file") {
  const ScratchFolder folder;
  const std::string bytes("a\0b", 3);
  WriteFile(folder / "bytes", bytes);
  CHECK(ReadText(folder / "bytes") == bytes);
  WriteFile(folder / "numbers", [](std::ostream* out) { *out << 1 << 2; });
  CHECK(ReadText(folder / "numbers") == "12");
  CHECK(folder.num_entries() == 2);
}

TEST_CASE("WriteFile: what writes throws -> the old file stays") {
  const ScratchFolder folder;
  WriteFile(folder / "out.txt", "old");
  CHECK_THROWS_WITH(WriteFile(folder / "out.txt",
                              [](std::ostream* out) {
                                *out << "half";
                                throw std::runtime_error("no more");
                              }),
                    "no more");
  CHECK(ReadText(folder / "out.txt") == "old");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE(
    "OutputDirectory: a/b -> gone with a in the end, unless a file is in") {
  const ScratchFolder folder;
  CHECK_THROWS_AS(MakeOutputDirectory(folder / "a/b" / std::string(300, 'c')),
                  OutputError);
  CHECK_FALSE(std::filesystem::exists(folder / "a"));
  std::filesystem::create_directory(folder / "own");
  {
    const OutputDirectory own(folder / "own"), nested(folder / "a/b");
    CHECK(std::filesystem::is_directory(folder / "a/b"));
  }
  CHECK(std::filesystem::is_directory(folder / "own"));
  CHECK_FALSE(std::filesystem::exists(folder / "a"));
  {
    const OutputDirectory nested(folder / "a/b");
    WriteFile(folder / "a/b/file", "text");
  }
  CHECK(std::filesystem::is_regular_file(folder / "a/b/file"));
}

TEST_CASE("MakeOutputDirectory: a/b, twice -> made with a, and no error") {
  const ScratchFolder folder;
  MakeOutputDirectory(folder / "a/b");
  CHECK(std::filesystem::is_directory(folder / "a/b"));
  CHECK_NOTHROW(MakeOutputDirectory(folder / "a/b"));
}

}  // namespace
}  // namespace tactus
