#include "tactus/common/archive.h"

#include <limits>

namespace tactus {
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

[[noreturn]] void FailSize() {
  throw CheckpointError("the checkpoint is damaged: a size is too large");
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

std::size_t Archive::VisitSize(std::size_t size, std::size_t element) {
  std::uint64_t written = size;
  Bytes(&written, sizeof(written));
  if (in_ != nullptr && written > BytesLeft(in_) / element) FailSize();
  return static_cast<std::size_t>(written);
}

void Archive::VisitShape(std::uint64_t* rows, std::uint64_t* cols,
                         std::size_t entry) {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  Bytes(rows, sizeof(*rows));
  Bytes(cols, sizeof(*cols));
  if (in_ == nullptr) return;
  if (*rows > kMost || *cols > kMost)
    FailSize();  // Or their product overflows.
  if (*rows * *cols > BytesLeft(in_) / entry) FailSize();
}

// A byte that is neither 0 nor 1 is no bool.
void Archive::VisitOne(bool* flag) {
  std::uint8_t byte = *flag ? 1 : 0;
  Bytes(&byte, sizeof(byte));
  if (byte > 1) {
    throw CheckpointError("the checkpoint is damaged: a flag is not 0 or 1");
  }
  *flag = byte == 1;
}

}  // namespace tactus
