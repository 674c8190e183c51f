#include "tactus/apps/io/json_element.h"

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains;

JsonElement Parse(const char* text) {
  return JsonElement(nlohmann::json::parse(text), "a.json: part");
}

TEST_CASE("JsonElement: members of all types -> their values and places") {
  const JsonElement element = Parse(
      R"({"n": -2.5, "p": 3, "t": "word", "v": [1, 2, 3], "o": {"x": 0},
          "l": [{"name": "first"}, {"x": 1}]})");
  CHECK(element.Number("n") == -2.5);
  CHECK(element.Positive("p") == 3);
  CHECK(element.NumberOr("none", 7) == 7);
  CHECK(element.NumberOr("n", 7) == -2.5);
  CHECK_FALSE(element.PositiveIfAny("none"));
  CHECK(element.PositiveIfAny("p") == 3.0);
  CHECK(element.Text("t") == "word");
  CHECK(element.TextOr("none", "other") == "other");
  CHECK(element.Numbers("v", 3) == Eigen::Vector3d(1, 2, 3));
  CHECK(element.Object("o").NotNegative("x") == 0);
  CHECK(element.Object("o").place() == "a.json: part: o");
  const auto objects = element.Objects("l");
  REQUIRE(objects.size() == 2);
  CHECK(objects[0].place() == "a.json: part: l[0] \"first\"");
  CHECK(objects[1].place() == "a.json: part: l[1]");
  CHECK(element.Objects("none").empty());
  CHECK_NOTHROW(element.RequireOnly({"n", "p", "t", "v", "o", "l"}));
}

TEST_CASE("JsonElement: missing or wrong members -> refused with their place") {
  const JsonElement element = Parse(
      R"({"n": -1, "z": 0, "t": "word", "v": [1, "2"], "s": [1, 2, 3],
          "l": [3]})");
  const auto refuse = [](const auto& read, const std::string& why) {
    CHECK_THROWS_WITH(read(),
                      Catch::StartsWith("a.json: part") && Contains(why));
  };
  refuse([&] { element.Number("none"); }, "\"none\" is missing");
  refuse([&] { element.Number("t"); }, "\"t\" must be a number");
  refuse([&] { element.Positive("z"); }, "\"z\" must be positive, it is 0");
  refuse([&] { element.NotNegative("n"); },
         "\"n\" must not be negative, it is -1");
  refuse([&] { element.Text("n"); }, "\"n\" must be a text");
  refuse([&] { element.Numbers("v", 2); }, "\"v\" must be a list of 2 numbers");
  refuse([&] { element.Numbers("s", 2); }, "\"s\" must be a list of 2 numbers");
  refuse([&] { element.Object("n"); }, "part: n: it must be an object");
  refuse([&] { element.Objects("n"); }, "\"n\" must be a list");
  refuse([&] { element.Objects("l"); }, "part: l[0]: it must be an object");
  refuse(
      [&] {
        element.RequireOnly({"n", "z", "t", "v"});
      },
      "there is no member \"l\"; there are: n, z, t, v");
}

TEST_CASE("ReadJsonFile: no JSON object, or no file -> refused by name") {
  const ScratchFolder folder;
  const auto refuse = [&](const std::string& text, const std::string& why) {
    std::ofstream(folder / "a.json") << text;
    CHECK_THROWS_WITH(ReadJsonFile(folder / "a.json"),
                      Contains("a.json: ") && Contains(why));
  };
  refuse("{\n \"a\": 1,\n}", "line 3, column 1");
  refuse("", "line 1, column 1");
  refuse("[1]", "it must be an object");
  refuse(R"({"a": {"b": 1, "c": 2, "b": 3}})", "has the member \"b\" twice");
  refuse(R"({"a": 1e999})", "a.json");
  CHECK_THROWS_WITH(ReadJsonFile(folder / "none.json"),
                    Contains("there is no such file"));
  CHECK_THROWS_WITH(ReadJsonFile(folder.path()),
                    Contains("it is a directory, not a file"));
  std::ofstream(folder / "a.json") << R"([{"b": 1}, {"b": 2}])";
  CHECK_THROWS_WITH(ReadJsonFile(folder / "a.json"), !Contains("twice"));
}

}  // namespace
}  // namespace tactus::apps
