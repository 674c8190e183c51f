#include "tactus/systems/archive.h"

namespace tactus::systems {
namespace {

// What is left to read; much, where the stream cannot say.
std::uint64_t BytesLeft(std::istream* in) {
  const auto here = in->tellg();
  if (here < 0) {
    in->clear(in->rdstate() & ~std::ios::failbit);
    return std::uint64_t{1} << 40;
  }
  in->seekg(0, std::ios::end);
  const auto end = in->tellg();
  in->seekg(here);
  return static_cast<std::uint64_t>(end - here);
}

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
  // Every element has a byte at least.
  if (in_ != nullptr && written > BytesLeft(in_)) {
    throw CheckpointError("the checkpoint is damaged: a size is too large");
  }
  return static_cast<std::size_t>(written);
}

}  // namespace tactus::systems
