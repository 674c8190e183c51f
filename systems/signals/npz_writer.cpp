#include "tactus/systems/signals/npz_writer.h"

#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

#include <boost/crc.hpp>

#include "tactus/common/require.h"

namespace tactus::systems {
namespace {

static_assert(std::endian::native == std::endian::little,
              "values are written as they lie in memory");

constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

// The lowest `num_bytes` bytes of a number, lowest first.
void Append(std::uint64_t number, int num_bytes, std::string* to) {
  for (int i = 0; i < num_bytes; ++i) {
    *to += static_cast<char>(number >> (8 * i) & 0xff);
  }
}

std::string_view BytesOf(std::span<const double> values) {
  const auto bytes = std::as_bytes(values);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Magic, version, and the dictionary, padded so that values begin at a multiple
// of 64 bytes.
std::string MakeNpyHeader(const std::vector<std::size_t>& shape) {
  std::string dictionary =
      "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (const std::size_t n : shape) dictionary += std::to_string(n) + ", ";
  dictionary += "), }";
  constexpr std::size_t kPrefix = 10, kAlignment = 64;
  const std::size_t length = kPrefix + dictionary.size() + 1;
  dictionary.append((kAlignment - length % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  std::string header = "\x93NUMPY";
  Append(1, 2, &header);  // Version 1.0.
  Append(dictionary.size(), 2, &header);
  return header + dictionary;
}

struct Entry {
  std::string name;
  std::uint32_t crc{};
  std::uint64_t size{}, offset{};
};

// What a local header and an entry of the directory have in common: version 2.0
// to extract, a name in UTF-8, stored, midnight of the first day of 1980.
void AppendFields(const Entry& entry, std::string* to) {
  Append(20, 2, to);
  Append(0x0800, 2, to);
  Append(0, 2, to);
  Append(0, 2, to);
  Append(0x0021, 2, to);
  Append(entry.crc, 4, to);
  Append(entry.size, 4, to);
  Append(entry.size, 4, to);
  Append(entry.name.size(), 2, to);
  Append(0, 2, to);  // No extra field.
}

std::string MakeLocalHeader(const Entry& entry) {
  std::string header = "PK\x03\x04";
  AppendFields(entry, &header);
  return header + entry.name;
}

void AppendToDirectory(const Entry& entry, std::string* directory) {
  *directory += "PK\x01\x02";
  Append(0x0314, 2, directory);  // Made on Unix.
  AppendFields(entry, directory);
  Append(0, 2, directory);                 // No comment,
  Append(0, 2, directory);                 // on disk 0,
  Append(0, 2, directory);                 // binary,
  Append(0100644ULL << 16, 4, directory);  // a file that all may read.
  Append(entry.offset, 4, directory);
  *directory += entry.name;
}

std::string MakeEnd(std::size_t num_entries, std::uint64_t directory_size,
                    std::uint64_t directory_offset) {
  std::string end = "PK\x05\x06";
  Append(0, 4, &end);  // One disk.
  Append(num_entries, 2, &end);
  Append(num_entries, 2, &end);
  Append(directory_size, 4, &end);
  Append(directory_offset, 4, &end);
  Append(0, 2, &end);  // No comment.
  return end;
}

void Check(std::span<const NpzArray> arrays) {
  Require(arrays.size() < 0xffff, "an .npz file holds 65534 arrays at most");
  std::set<std::string> names;
  for (const NpzArray& array : arrays) {
    Require(!array.name.empty() && array.name.size() < 0xfff0,
            "an array in an .npz file needs a name");
    Require(names.insert(array.name).second,
            "there are two arrays '" + array.name + "' for one .npz file");
    const std::size_t size =
        std::accumulate(array.shape.begin(), array.shape.end(), std::size_t{1},
                        std::multiplies<>());
    Require(size == array.values.size(),
            "the shape of array '" + array.name + "' does not fit its values");
  }
}

}  // namespace

void WriteNpz(std::span<const NpzArray> arrays, std::ostream* out) {
  Check(arrays);
  std::uint64_t offset = 0;
  const auto write = [&](std::string_view bytes) {
    offset += bytes.size();
    Require(offset <= kMost, "an .npz file holds 4 GiB at most");
    out->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  std::string directory;
  for (const NpzArray& array : arrays) {
    const std::string npy_header = MakeNpyHeader(array.shape);
    const std::string_view values = BytesOf(array.values);
    boost::crc_32_type crc;
    crc.process_bytes(npy_header.data(), npy_header.size());
    crc.process_bytes(values.data(), values.size());
    const Entry entry{.name = array.name + ".npy",
                      .crc = crc.checksum(),
                      .size = npy_header.size() + values.size(),
                      .offset = offset};
    write(MakeLocalHeader(entry));
    write(npy_header);
    write(values);
    AppendToDirectory(entry, &directory);
  }
  const std::uint64_t directory_offset = offset;
  write(directory);
  write(MakeEnd(arrays.size(), directory.size(), directory_offset));
}

}  // namespace tactus::systems
