#include "tactus/common/base64.h"

#include <cstdint>

namespace tactus {

std::string EncodeBase64(std::string_view bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  // Three bytes at a time are four digits of six bits each.
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group <<= 8;
      if (k < count) group |= static_cast<unsigned char>(bytes[i + k]);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t digit = group >> (18 - 6 * k) & 63;
      text.push_back(k <= count ? kAlphabet[digit] : '=');
    }
  }
  return text;
}

}  // namespace tactus
