#include "fuzz/mutator.h"

#include <array>
#include <cctype>
#include <string_view>

namespace tactus::test {
namespace {

// SplitMix64: the same numbers with every compiler and library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}

  // 0 ... n - 1; 0 for n = 0.
  std::size_t Below(std::size_t n) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return n == 0 ? 0 : (z ^ (z >> 31)) % n;
  }

 private:
  std::uint64_t state_;
};

constexpr std::array<std::string_view, 18> kNumbers = {
    "0",          "-1",         "nan",          "inf",        "-inf",
    "1e400",      "1e308",      "-1e308",       "1e-320",     "1e9",
    "1e200",      "2147483647", "1000000",      "2147483648", "-2147483648",
    "4294967296", "",           "1 2 3 4 5 6 7"};

// A piece of up to `longest` bytes: where it begins, and how long it is.
struct Piece {
  std::size_t begin, size;
};

Piece PickPiece(const std::string& text, std::size_t longest, Dice* dice) {
  const std::size_t begin = dice->Below(text.size());
  const std::size_t left = std::min(text.size() - begin, longest);
  return {begin, left == 0 ? 0 : 1 + dice->Below(left)};
}

bool IsOfNumber(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' ||
         c == '-' || c == '+';
}

void ReplaceNumber(std::string* text, Dice* dice) {
  std::size_t begin = dice->Below(text->size());
  while (begin < text->size() && !IsOfNumber((*text)[begin])) ++begin;
  std::size_t end = begin;
  while (end < text->size() && IsOfNumber((*text)[end])) ++end;
  text->replace(begin, end - begin, kNumbers[dice->Below(kNumbers.size())]);
}

void MutateOnce(std::span<const std::string> others, std::string* text,
                Dice* dice) {
  constexpr std::size_t kLongest = 64;
  const Piece piece = PickPiece(*text, kLongest, dice);
  const std::string copy = text->substr(piece.begin, piece.size);
  switch (dice->Below(8)) {
    case 0:
      if (!text->empty())
        (*text)[piece.begin] ^= static_cast<char>(1 << dice->Below(8));
      return;
    case 1:
      text->erase(piece.begin, piece.size);
      return;
    case 2:
      text->insert(piece.begin, copy);
      return;
    case 3:
      text->erase(piece.begin, piece.size);
      text->insert(dice->Below(text->size() + 1), copy);
      return;
    case 4:
      if (dice->Below(4) == 0) text->resize(piece.begin);
      return;
    case 5: {
      if (others.empty()) return;
      const std::string& other = others[dice->Below(others.size())];
      const Piece taken = PickPiece(other, 4 * kLongest, dice);
      text->insert(piece.begin, other, taken.begin, taken.size);
      return;
    }
    default:
      if (!text->empty()) ReplaceNumber(text, dice);
  }
}

}  // namespace

std::string Mutate(const std::string& seed, std::span<const std::string> others,
                   std::uint64_t number) {
  Dice dice(number);
  std::string mutated = seed;
  const std::size_t times = 1 + dice.Below(4);
  for (std::size_t i = 0; i < times; ++i) MutateOnce(others, &mutated, &dice);
  return mutated;
}

}  // namespace tactus::test
