#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tactus {

/// The FNV-1a hash of 64 bits of all bytes that are added, in their order. It
/// tells apart what differs by accident, not what somebody forges.
///
///     hash = offset basis;  for each byte: hash = (hash xor byte) * prime
class Hash {
 public:
  void Add(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) {
      value_ = (value_ ^ bytes[i]) * 1099511628211u;
    }
  }
  void Add(std::string_view bytes) { Add(bytes.data(), bytes.size()); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

/// The hash of these bytes alone.
inline std::uint64_t HashOf(std::string_view bytes) {
  Hash hash;
  hash.Add(bytes);
  return hash.value();
}

}  // namespace tactus
