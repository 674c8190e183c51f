#include "tactus/systems/checkpoint.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/hash.h"

namespace tactus::systems {
namespace {

constexpr std::array<char, 17> kMagic = {'t', 'a', 'c', 't', 'u', 's',
                                         ' ', 'c', 'h', 'e', 'c', 'k',
                                         'p', 'o', 'i', 'n', 't'};
constexpr std::uint32_t kVersion = 7;  // Also tells the order of bytes.

struct Header {
  std::array<char, 17> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint64_t size{}, hash{};

  template <class A>
  void Serialize(A* a) {
    a->Visit(&magic, &version, &size, &hash);
  }
};

}  // namespace

void WriteCheckpoint(const Context& context, std::ostream* out) {
  std::ostringstream content;
  Archive content_archive(static_cast<std::ostream*>(&content));
  Context copy = context;
  copy.Serialize(&content_archive);
  const std::string bytes = std::move(content).str();
  Header header{.size = bytes.size(), .hash = HashOf(bytes)};
  Archive archive(out);
  archive.Visit(&header);
  out->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out->flush()) throw CheckpointError("the checkpoint cannot be written");
}

void ReadCheckpoint(std::istream* in, Context* context) {
  Header header;
  Archive archive(in);
  archive.Visit(&header);
  if (header.magic != kMagic) {
    throw CheckpointError("this is not a checkpoint");
  }
  if (header.version != kVersion) {
    throw CheckpointError(
        fmt::format("the checkpoint has version {}, this program reads {}",
                    header.version, kVersion));
  }
  std::string bytes;
  std::array<char, 65536> part;
  while (bytes.size() < header.size && in->good()) {
    const auto wanted =
        std::min<std::uint64_t>(part.size(), header.size - bytes.size());
    in->read(part.data(), static_cast<std::streamsize>(wanted));
    bytes.append(part.data(), static_cast<std::size_t>(in->gcount()));
  }
  if (bytes.size() != header.size || HashOf(bytes) != header.hash) {
    throw CheckpointError("the checkpoint is damaged");
  }
  std::istringstream content(bytes);
  Archive content_archive(static_cast<std::istream*>(&content));
  Context next = *context;
  try {
    next.Serialize(&content_archive);
  } catch (const CheckpointError&) {
    throw;
  } catch (const std::exception& error) {  // Of what the state is made of.
    throw CheckpointError(
        fmt::format("the checkpoint is damaged: {}", error.what()));
  }
  *context = std::move(next);
}

}  // namespace tactus::systems
