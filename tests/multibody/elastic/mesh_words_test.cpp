#include "tactus/multibody/elastic/mesh_words.h"

#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

const std::string kName = "mesh";

TEST_CASE("MeshWords: words between blanks and lines of DOS -> one by one") {
  MeshWords words("  one\ttwo\r\n\n three", kName);
  CHECK(words.Next() == "one");
  CHECK(words.Next() == "two");
  CHECK(words.Next() == "three");
  CHECK(words.Next().empty());
  CHECK(words.Next().empty());
  CHECK_THROWS_WITH(words.Fail("odd"), "mesh:3: odd");
}

TEST_CASE("MeshWords: a line skipped -> the next one's first word") {
  MeshWords words("one two three\nfour\nfive", kName);
  CHECK(words.Next() == "one");
  words.SkipLine();
  CHECK(words.Next() == "four");
  words.SkipLine();
  CHECK(words.Next() == "five");
  words.SkipLine();
  CHECK(words.Next().empty());
  CHECK_THROWS_WITH(words.Fail("odd"), "mesh:3: odd");
}

TEST_CASE(
    "MeshWords: to a word -> anywhere, to a line -> where one begins so") {
  const std::string text = "a stop b\nc stop\nstop d";
  MeshWords anywhere(text, kName);
  CHECK(anywhere.SkipTo("stop"));
  CHECK(anywhere.Next() == "b");
  CHECK_FALSE(anywhere.SkipTo("halt"));
  MeshWords line(text, kName);
  line.SkipToLine("stop");
  CHECK(line.Next() == "d");
  CHECK_THROWS_WITH(line.SkipToLine("stop"),
                    "mesh:3: the file ends where stop should be");
}

TEST_CASE("MeshWords: numbers -> read, what is none -> named with its line") {
  MeshWords words("7 -3\n1 2.5 -3e-1\nx", kName);
  CHECK(words.Count("a count") == 7);
  CHECK(words.Integer("a number") == -3);
  CHECK(words.Position() == Vector3d(1, 2.5, -0.3));
  CHECK_THROWS_WITH(words.Integer("a number"), Catch::Contains("mesh:3: "));
  MeshWords negative("-1", kName);
  CHECK_THROWS_WITH(negative.Count("a count"), Catch::Contains("mesh:1: "));
}

TEST_CASE("MeshWords: another word than expected, or none -> told so") {
  MeshWords words("one", kName);
  CHECK_THROWS_WITH(words.Expect("two"),
                    "mesh:1: 'one' stands where two should");
  CHECK_THROWS_WITH(words.Expect("two"),
                    "mesh:1: the file ends where two should be");
}

}  // namespace
}  // namespace tactus::multibody
