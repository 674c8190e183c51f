#include "tactus/apps/io/text_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kChunk = std::size_t{1} << 20;

}  // namespace

std::string ReadTextFile(const std::filesystem::path& file) {
  const std::string name = file.string();
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  Require(std::filesystem::exists(status), name + ": there is no such file");
  Require(!std::filesystem::is_directory(status),
          name + ": it is a directory, not a file");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  Require(in.is_open(), name + ": " + std::strerror(errno));
  std::string text;
  std::vector<char> chunk(kChunk);
  while (in.read(chunk.data(), kChunk) || in.gcount() > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
    Require(text.size() <= kMostBytes,
            name + ": it does not end within 256 MiB");
  }
  Require(!in.bad(), name + ": it cannot be read to its end");
  return text;
}

}  // namespace tactus::apps
