#include "tactus/contact/pressure/cell_pairs.h"

#include <algorithm>
#include <array>

namespace tactus::contact {
namespace {

constexpr std::size_t kFew = 64;  ///< Of keys, which are compared.
constexpr int kByte = 8, kKeyBits = 64;

std::size_t ByteOf(std::uint64_t key, int shift) {
  return key >> shift & 0xff;
}

}  // namespace

void CellPairs::Sort(bool by_second) {
  constexpr int kHalf = kKeyBits / 2;
  const auto exchange = [this] {
    for (std::uint64_t& key : keys_) key = std::rotl(key, kHalf);
  };
  if (by_second) exchange();
  SortKeys();
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  if (by_second) exchange();
}

// Many keys are sorted byte by byte, the lowest first, each time leaving those
// with equal bytes in their order. Bytes that all keys share are passed over.
void CellPairs::SortKeys() {
  if (keys_.size() <= kFew) return std::sort(keys_.begin(), keys_.end());
  std::uint64_t differing = 0;
  for (const std::uint64_t key : keys_) differing |= key ^ keys_.front();
  // They are exchanged below: with as much room for what comes next.
  scratch_.reserve(keys_.capacity());
  scratch_.resize(keys_.size());
  for (int shift = 0; shift < kKeyBits; shift += kByte) {
    if (ByteOf(differing, shift) == 0) continue;
    std::array<std::size_t, 256> first{};
    for (const std::uint64_t key : keys_) ++first[ByteOf(key, shift)];
    std::size_t sum = 0;
    for (std::size_t& each : first) sum += std::exchange(each, sum);
    for (const std::uint64_t key : keys_)
      scratch_[first[ByteOf(key, shift)]++] = key;
    keys_.swap(scratch_);
  }
}

}  // namespace tactus::contact
