#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tactus::contact {

/// Pairs of cells (i, j) to be looked at: in order, and each once, in whatever
/// order and however often they were found. Its memory is kept.
class CellPairs {
 public:
  void clear() { keys_.clear(); }
  void Add(int i, int j) {
    keys_.push_back(static_cast<std::uint64_t>(i) << 32 |
                    static_cast<std::uint32_t>(j));
  }
  /// By i, then by j, or if `by_second` the other way.
  void Sort(bool by_second);

  std::size_t size() const { return keys_.size(); }
  std::pair<int, int> operator[](std::size_t k) const {
    return {static_cast<int>(keys_[k] >> 32),
            static_cast<int>(keys_[k] & 0xffffffff)};
  }

 private:
  void SortKeys();

  std::vector<std::uint64_t> keys_, scratch_;
};

}  // namespace tactus::contact
