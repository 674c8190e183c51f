#include "tactus/systems/signals/name_pattern.h"

#include <string>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

TEST_CASE("Name pattern: letters -> stand for themselves") {
  CHECK(MatchesPattern("arm", "arm"));
  CHECK(MatchesPattern("", ""));
  CHECK_FALSE(MatchesPattern("arm", "arms"));
  CHECK_FALSE(MatchesPattern("arms", "arm"));
  CHECK_FALSE(MatchesPattern("Arm", "arm"));
  CHECK_FALSE(MatchesPattern("a.m", "arm"));
  CHECK_FALSE(MatchesPattern("", "a"));
}

TEST_CASE("Name pattern: a star -> any characters, a question mark -> one") {
  CHECK(MatchesPattern("*", ""));
  CHECK(MatchesPattern("*", "body/hand/pose"));
  CHECK(MatchesPattern("body/*/pose", "body/hand/pose"));
  CHECK(MatchesPattern("body/*/pose", "body/left/hand/pose"));
  CHECK(MatchesPattern("body/*", "body/"));
  CHECK_FALSE(MatchesPattern("body/*/pose", "body/pose"));
  CHECK_FALSE(MatchesPattern("body/*/pose", "body/hand/poses"));
  CHECK(MatchesPattern("*joint*", "panda_joint1"));
  CHECK(MatchesPattern("a***b", "ab"));
  CHECK(MatchesPattern("?rm*", "arm"));
  CHECK_FALSE(MatchesPattern("?", ""));
}

// What a star took too little of is taken back.
TEST_CASE("Name pattern: a star that took too little -> looks further") {
  CHECK(MatchesPattern("*ab", "aab"));
  CHECK(MatchesPattern("*aab*aab", "aaabaaaab"));
  CHECK_FALSE(MatchesPattern("*aab*aab", "aaabaaaa"));
}

// Against the definition, on all words of up to six letters of two.
TEST_CASE(
    "Name pattern: all short patterns -> fit as by the recursive definition") {
  struct Definition {
    static bool Fits(std::string_view p, std::string_view n) {
      if (p.empty()) return n.empty();
      if (p[0] == '*') {
        return Fits(p.substr(1), n) || (!n.empty() && Fits(p, n.substr(1)));
      }
      return !n.empty() && (p[0] == '?' || p[0] == n[0]) &&
             Fits(p.substr(1), n.substr(1));
    }
  };
  const auto word = [](int number, int length, std::string_view letters) {
    std::string text;
    const int base = static_cast<int>(letters.size());
    for (int i = 0; i < length; ++i, number /= base) {
      text += letters[static_cast<std::size_t>(number % base)];
    }
    return text;
  };
  int wrong = 0;
  for (int p = 0; p < 4 * 4 * 4 * 4 * 4; ++p) {
    const std::string pattern = word(p, 5, "ab*?");
    for (int n = 0; n < 64; ++n) {
      for (int length : {4, 6}) {
        const std::string name = word(n, length, "ab");
        if (MatchesPattern(pattern, name) != Definition::Fits(pattern, name)) {
          ++wrong;
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE(
    "Name pattern: a star or question mark -> a pattern, neither -> none") {
  CHECK(IsPattern("a*"));
  CHECK(IsPattern("?"));
  CHECK_FALSE(IsPattern("body/hand/pose"));
}

}  // namespace
}  // namespace tactus::systems
