#include "tactus/apps/io/plain_text.h"

#include <array>
#include <cstdint>

namespace tactus::apps {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// How many bytes the character that starts the text has, and which it is; no
// bytes where there is none (RFC 3629: neither overlong nor a surrogate).
struct Character {
  std::size_t size{};
  std::uint32_t code{};
};

Character ReadCharacter(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return {};
  std::uint32_t code = first & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[size] || code > 0x10FFFF || is_surrogate) return {};
  return {size, code};
}

bool IsControl(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

}  // namespace

std::string MakePlain(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto [size, code] = ReadCharacter(text);
    if (size == 0) {
      plain += kReplacement;
    } else if (IsControl(code)) {
      plain += ' ';
    } else {
      plain += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return plain;
}

}  // namespace tactus::apps
