#include "tactus/systems/signals/npz_writer.h"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "support/skip.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

// Bit by bit, from the definition.
std::uint32_t CalcCrc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
  }
  return ~crc;
}

std::uint64_t Number(std::string_view bytes, std::size_t at, int size) {
  std::uint64_t number = 0;
  for (int i = 0; i < size; ++i) {
    number |=
        static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.at(at + i)))
        << (8 * i);
  }
  return number;
}

// Entries by name, as one reads a zip archive: from its end to the directory,
// from there to each file.
std::map<std::string, std::string> ReadZip(std::string_view zip) {
  const std::size_t end = zip.rfind("PK\x05\x06");
  REQUIRE(end == zip.size() - 22);
  const std::uint64_t num_entries = Number(zip, end + 10, 2);
  CHECK(Number(zip, end + 8, 2) == num_entries);
  std::size_t at = Number(zip, end + 16, 4);
  CHECK(at + Number(zip, end + 12, 4) == end);
  std::map<std::string, std::string> entries;
  for (std::uint64_t i = 0; i < num_entries; ++i) {
    CHECK(zip.substr(at, 4) == "PK\x01\x02");
    const std::size_t local = Number(zip, at + 42, 4);
    CHECK(zip.substr(local, 4) == "PK\x03\x04");
    // Version to CRC and sizes, and the name, are told twice.
    CHECK(zip.substr(at + 6, 26) == zip.substr(local + 4, 26));
    CHECK(Number(zip, at + 10, 2) == 0);  // stored
    const std::size_t name_size = Number(zip, at + 28, 2);
    const std::string_view name = zip.substr(at + 46, name_size);
    CHECK(zip.substr(local + 30, name_size) == name);
    const std::size_t size = Number(zip, at + 24, 4);
    CHECK(Number(zip, at + 20, 4) == size);
    const std::string_view data = zip.substr(local + 30 + name_size, size);
    CHECK(Number(zip, at + 16, 4) == CalcCrc32(data));
    entries[std::string(name)] = data;
    at += 46 + name_size;
  }
  CHECK(at == end);
  return entries;
}

// The dictionary of an .npy file, and its values.
std::pair<std::string, std::vector<double>> ReadNpy(std::string_view npy) {
  CHECK(npy.substr(0, 8) == std::string_view("\x93NUMPY\x01\0", 8));
  const std::size_t length = Number(npy, 8, 2);
  CHECK((10 + length) % 64 == 0);
  CHECK(npy[9 + length] == '\n');
  const std::string_view bytes = npy.substr(10 + length);
  REQUIRE(bytes.size() % 8 == 0);
  std::vector<double> values(bytes.size() / 8);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::bit_cast<double>(Number(bytes, 8 * i, 8));
  }
  std::string dictionary(npy.substr(10, length - 1));
  dictionary.erase(dictionary.find_last_not_of(' ') + 1);
  return {dictionary, values};
}

const std::vector<double> kTime = {0, 0.1, 1.0 / 3};
const std::vector<double> kPose = {
    1, 2, 3, 4, 1e-310, -std::numeric_limits<double>::infinity()};

std::string WriteBoth() {
  std::ostringstream out;
  WriteNpz(
      std::vector<NpzArray>{{.name = "time", .shape = {3}, .values = kTime},
                            {.name = "body/hand \xc3\xa4/pose",
                             .shape = {3, 2},
                             .values = kPose}},
      &out);
  return out.str();
}

TEST_CASE("NPZ: two arrays -> values and shapes come back") {
  const auto entries = ReadZip(WriteBoth());
  REQUIRE(entries.size() == 2);
  const auto [time_is, time] = ReadNpy(entries.at("time.npy"));
  CHECK(time_is ==
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3, ), }");
  CHECK(time == kTime);
  const auto [pose_is, pose] =
      ReadNpy(entries.at("body/hand \xc3\xa4/pose.npy"));
  CHECK(pose_is ==
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2, ), }");
  CHECK(pose == kPose);
}

TEST_CASE("NPZ: no arrays, or one without values -> come back") {
  std::ostringstream empty, none;
  WriteNpz({}, &empty);
  CHECK(ReadZip(empty.str()).empty());
  WriteNpz(std::vector<NpzArray>{{.name = "a", .shape = {0, 7}, .values = {}}},
           &none);
  const auto [is, values] = ReadNpy(ReadZip(none.str()).at("a.npy"));
  CHECK(is == "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 7, ), }");
  CHECK(values.empty());
}

// Python's own reader of zip archives checks the sums, and its parser the
// dictionaries.
TEST_CASE("NPZ: an archive of two arrays -> Python reads it") {
  if (std::system("python3 -c '' 2>/dev/null") != 0)
    return tactus::test::Skip("there is no python3");
  const tactus::test::TemporaryDirectory folder;
  std::ofstream(folder.path() / "a.npz", std::ios::binary) << WriteBoth();
  std::ofstream(folder.path() / "read.py") << R"(
import ast, struct, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
assert archive.namelist() == ["time.npy", "body/hand \u00e4/pose.npy"]
data = archive.read(archive.namelist()[1])
length = struct.unpack("<H", data[8:10])[0]
shape = ast.literal_eval(data[10:10 + length].decode())
assert shape == {"descr": "<f8", "fortran_order": False, "shape": (3, 2)}
assert struct.unpack("<6d", data[10 + length:])[:4] == (1, 2, 3, 4)
)";
  const std::string command = "python3 " +
                              (folder.path() / "read.py").string() + " " +
                              (folder.path() / "a.npz").string();
  CHECK(std::system(command.c_str()) == 0);
}

TEST_CASE("NPZ: arrays of one name, no name or a wrong shape -> refused") {
  const auto write = [](const std::vector<NpzArray>& arrays) {
    std::ostringstream out;
    WriteNpz(arrays, &out);
  };
  const NpzArray good{.name = "a", .shape = {3}, .values = kTime};
  CHECK_THROWS_WITH(write({good, good}), Catch::Contains("two arrays 'a'"));
  CHECK_THROWS_WITH(write({{.name = "", .shape = {3}, .values = kTime}}),
                    Catch::Contains("needs a name"));
  CHECK_THROWS_WITH(write({{.name = "b", .shape = {2, 2}, .values = kTime}}),
                    Catch::Contains("array 'b'"));
}

}  // namespace
}  // namespace tactus::systems
