#include "tactus/apps/io/plain_text.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("MakePlain: text -> itself") {
  CHECK(MakePlain("") == "");
  CHECK(MakePlain("a.xml:3: <geom name=\"Fuß €😀\">") ==
        "a.xml:3: <geom name=\"Fuß €😀\">");
}

TEST_CASE("MakePlain: control characters -> blanks") {
  CHECK(MakePlain("a\nb\tc\x1b[31md\x7f") == "a b c [31md ");
  CHECK(MakePlain("a\xC2\x9B"
                  "31m") == "a 31m");  // A one-character ESC [.
  CHECK(MakePlain(std::string_view("a\0b", 3)) == "a b");
}

TEST_CASE("MakePlain: bytes that are no UTF-8 -> U+FFFD") {
  const std::string sign = "\xEF\xBF\xBD";
  CHECK(MakePlain("a\xFF") == "a" + sign);
  CHECK(MakePlain("\x80z") == sign + "z");
  CHECK(MakePlain("\xC0\xAF") == sign + sign);             // Overlong.
  CHECK(MakePlain("\xE0\x80\xAF") == sign + sign + sign);  // Overlong.
  CHECK(MakePlain("\xED\xA0\x80") == sign + sign + sign);  // A surrogate.
  CHECK(MakePlain("\xF4\x90\x80\x80") == sign + sign + sign + sign);
  CHECK(MakePlain("\xE2\x82") == sign + sign);  // Cut off.
}

}  // namespace
}  // namespace tactus::apps
