#include "tactus/systems/archive.h"

namespace tactus::systems {
namespace {

constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 40;

}  // namespace

void Archive::Bytes(void* data, std::size_t size) {
  const auto count = static_cast<std::streamsize>(size);
  if (out_ != nullptr) {
    if (!out_->write(static_cast<const char*>(data), count)) {
      throw CheckpointError("the checkpoint cannot be written");
    }
  } else if (!in_->read(static_cast<char*>(data), count)) {
    throw CheckpointError("the checkpoint ends too early");
  }
}

std::size_t Archive::VisitSize(std::size_t size) {
  std::uint64_t written = size;
  Bytes(&written, sizeof(written));
  if (written > kLargestSize) {
    throw CheckpointError("the checkpoint is damaged: a size is too large");
  }
  return static_cast<std::size_t>(written);
}

}  // namespace tactus::systems
