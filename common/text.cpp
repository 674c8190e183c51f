#include "tactus/common/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tactus {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

template <typename Number>
std::optional<Number> ParseAll(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-')
    word.remove_prefix(1);
  Number value{};
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::string_view TrimBlanks(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> SplitWords(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto begin = text.find_first_not_of(kBlanks);
       begin != std::string_view::npos;
       begin = text.find_first_not_of(kBlanks, begin)) {
    const auto end = std::min(text.find_first_of(kBlanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

std::optional<double> ParseNumber(std::string_view word) {
  const auto value = ParseAll<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> ParseInteger(std::string_view word) {
  return ParseAll<int>(word);
}

}  // namespace tactus
