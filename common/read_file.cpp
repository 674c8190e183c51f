#include "tactus/common/read_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "tactus/common/require.h"

namespace tactus {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

}  // namespace

std::string ReadFile(const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::string too_long = name + ": it does not end within 256 MiB";
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  const bool is_known = status.type() != std::filesystem::file_type::none;
  Require(is_known, name + ": " + error.message());
  Require(std::filesystem::exists(status), name + ": there is no such file");
  Require(!std::filesystem::is_directory(status),
          name + ": it is a directory, not a file");
  if (std::filesystem::is_regular_file(status)) {
    const auto size = std::filesystem::file_size(file, error);
    Require(error || size <= kMostFileBytes, too_long);
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  Require(in.is_open(), name + ": " + std::strerror(errno));
  std::string bytes;
  std::vector<char> chunk(kChunk);
  while (in.read(chunk.data(), kChunk) || in.gcount() > 0) {
    bytes.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
    Require(bytes.size() <= kMostFileBytes, too_long);
  }
  Require(!in.bad(), name + ": it cannot be read to its end");
  return bytes;
}

std::string ReadFileIfThere(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tactus
