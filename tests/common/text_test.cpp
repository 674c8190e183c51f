#include "tactus/common/text.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE("SplitWords: blanks of all kinds -> the words between them") {
  const std::vector<std::string_view> expected = {"v", "1", "-2"};
  CHECK(SplitWords("v 1 -2") == expected);
  CHECK(SplitWords("\t v\n1\r  -2 ") == expected);
  CHECK(SplitWords("").empty());
  CHECK(SplitWords(" \n").empty());
}

TEST_CASE("TrimBlanks: blanks at the ends -> gone, those between stay") {
  CHECK(TrimBlanks("\t a b\r\n") == "a b");
  CHECK(TrimBlanks("a") == "a");
  CHECK(TrimBlanks(" \n").empty());
  CHECK(TrimBlanks("").empty());
}

TEST_CASE(
    "ParseNumber: a word, all or in part a number -> its value, or nothing") {
  CHECK(ParseNumber("-1.5e-3") == -1.5e-3);
  CHECK(ParseNumber(".46") == 0.46);
  CHECK(ParseNumber("+0.04") == 0.04);
  CHECK(ParseNumber("7") == 7.0);
  CHECK(ParseNumber("0.1") == 0.1);
  for (const char* word :
       {"", "+", "-", "+-1", "1x", "x", "1,5", "inf", "-inf", "nan", "1e999"}) {
    INFO(word);
    CHECK_FALSE(ParseNumber(word).has_value());
  }
}

TEST_CASE(
    "ParseInteger: integers and other words -> their values, or nothing") {
  CHECK(ParseInteger("-12") == -12);
  CHECK(ParseInteger("+3") == 3);
  for (const char* word : {"", "1.0", "1e3", "x", "99999999999"}) {
    INFO(word);
    CHECK_FALSE(ParseInteger(word).has_value());
  }
}

}  // namespace
}  // namespace tactus
