#include "tactus/apps/scenario/yaml_reader.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

// What reading "key: TEXT" as T says; values stand in column 6.
template <typename Read>
std::string Refused(const std::string& text, Read read) {
  return RefusalOf([&] {
    YamlMap map(ParseYaml("key: " + text));
    std::invoke(read, map.Get("key"));
  });
}

YamlValue Value(const std::string& text) {
  return YamlMap(ParseYaml("key: " + text)).Get("key");
}

TEST_CASE("YamlValue: text, numbers, flags, lists, maps -> read as such") {
  CHECK(Value("abc").Text() == "abc");
  CHECK(Value("'1'").Text() == "1");
  CHECK(Value("1e-3").Number() == 1e-3);
  CHECK(Value("-2").Number() == -2);
  CHECK(Value("+.5").Number() == 0.5);
  CHECK(Value(".inf").NumberOrInfinity() > 1e300);
  CHECK(Value("-.inf").NumberOrInfinity() < -1e300);
  CHECK(Value("12").Integer() == 12);
  CHECK(Value("true").Flag());
  CHECK_FALSE(Value("false").Flag());
  CHECK(Value("[1, 2.5]").Numbers().isApprox(Vector2d(1, 2.5)));
  CHECK(Value("3").Numbers().size() == 1);
  CHECK(Value("3").NumbersOrOne(2).isApprox(Vector2d(3, 3)));
  CHECK(Value("[1, 2, 3]").Vector3() == Vector3d(1, 2, 3));
  CHECK(Value("[[1, 2], [3, 4], [5, 6]]").Matrix()(2, 1) == 6);
  CHECK(Value("two").Word<int>({{"one", 1}, {"two", 2}}) == 2);
  CHECK(Value("!Rpy {deg: [1]}").tag() == "!Rpy");
  CHECK(Value("{a: 1, b: 2}").Entries()[1].key == "b");
}

TEST_CASE("YamlValue: another kind than asked for -> refused in place") {
  using V = YamlValue;
  CHECK(Refused("abc", &V::Number) == "1:6: expected a number, not 'abc'");
  CHECK(Refused("1x", &V::Number) == "1:6: expected a number, not '1x'");
  CHECK(Refused("'1'", &V::Number) ==
        "1:6: expected a number, not text in quotation marks");
  CHECK(Refused(".inf", &V::Number) ==
        "1:6: expected a finite number, not '.inf'");
  CHECK(Refused("nan", &V::Number) == "1:6: expected a number, not 'nan'");
  CHECK(Refused("[1]", &V::Number) == "1:6: expected a number, not a list");
  CHECK(Refused("0", &V::Positive) ==
        "1:6: expected a positive number, not '0'");
  CHECK(Refused("-1", &V::NotNegative) ==
        "1:6: expected a number that is not negative, not '-1'");
  CHECK(Refused("1.5", &V::Integer) == "1:6: expected an integer, not '1.5'");
  CHECK(Refused("0", &V::PositiveInteger) ==
        "1:6: expected a positive integer, not '0'");
  CHECK(Refused("yes", &V::Flag) == "1:6: expected true or false, not 'yes'");
  CHECK(Refused("{a: 1}", &V::Text) == "1:6: expected text, not a map");
  CHECK(Refused("5", &V::Entries) ==
        "1:6: expected a map (key: value), not '5'");
  CHECK(Refused("[1, x]", [](const V& v) { v.Numbers(); }) ==
        "1:10: expected a number, not 'x'");
  CHECK(Refused("[1, 2]", [](const V& v) { v.Numbers(3); }) ==
        "1:6: expected 3 numbers, not 2");
  CHECK(Refused("[[1, 2], [3]]", [](const V& v) { v.Matrix(); }) ==
        "1:15: this row has 1 number, the first 2");
  CHECK(Refused("[1]", [](const V& v) { v.List(2); }) ==
        "1:6: expected 2 values, not 1");
  CHECK(Refused("!Rpy {a: 1}", &V::Entries) ==
        "1:6: the tag !Rpy means nothing here");
  CHECK(Refused("!!str 5", &V::Text) != "not refused");
  CHECK(Refused("red", [](const V& v) {
          v.Word<int>({{"one", 1}});
        }) == "1:6: 'red' is not one of: one");
}

TEST_CASE("YamlMap: a key without a value -> refused at the key") {
  const YamlValue file = ParseYaml("first:\n  a: 1\n  b:\nsecond: 2\n");
  CHECK(RefusalOf([&] {
          YamlMap map(YamlMap(file).Get("first"));
          map.Get("b").Number();
        }) == "3:3: expected a number, not nothing");
}

TEST_CASE("YamlMap: keys asked for -> known to Finish, others refused") {
  const YamlValue file = ParseYaml("step: 1\naccuracy: 2\n");
  YamlMap map(file);
  double step = 0, none = 7;
  CHECK(map.Read("step", &YamlValue::Positive, &step));
  CHECK_FALSE(map.Read("other", &YamlValue::Positive, &none));
  CHECK(step == 1);
  CHECK(none == 7);
  CHECK(RefusalOf([&] { map.Finish(); }) ==
        "2:1: unknown key 'accuracy'; there are: 'other', 'step'");
  CHECK(map.Has("accuracy"));
  CHECK_NOTHROW(map.Finish());
  CHECK(RefusalOf([&] { map.Get("duration"); }) ==
        "1:1: key 'duration' is missing");
}

TEST_CASE("YamlMap: a misspelt key -> the one that may be meant") {
  const auto get = [](const std::string& text, const char* key) {
    return RefusalOf([&] { YamlMap(ParseYaml(text)).Get(key); });
  };
  CHECK(get("a: 1\nacuracy: 2", "accuracy") ==
        "2:1: unknown key 'acuracy'; did you mean 'accuracy'?");
  CHECK(RefusalOf([] {
          YamlMap map(ParseYaml("a: 1\naa: 2"));
          map.Get("a");
          map.Finish();
        }) == "2:1: unknown key 'aa'; did you mean 'a'?");
}

TEST_CASE("YamlMap: OneOf exclusive keys -> the one there, else refused") {
  const auto one_of = [](const std::string& text) {
    YamlMap map(ParseYaml(text));
    return map.OneOf({"mass", "density"});
  };
  CHECK(one_of("density: 3") == "density");
  CHECK(RefusalOf([&] { one_of("{mass: 1, density: 3}"); }) ==
        "1:1: keys 'mass' and 'density' exclude each other");
  CHECK(RefusalOf([&] { one_of("{}"); }) ==
        "1:1: one of these keys is missing: 'mass', 'density'");
  CHECK(RefusalOf([&] { one_of("{ colour: 1 }"); }) ==
        "1:3: unknown key 'colour'; there are: 'density', 'mass'");
  CHECK(RefusalOf([] {
          YamlMap map(ParseYaml("{name: a, colour: red}"));
          map.Get("name");
          map.OneOf({"mass", "density"});
        }) == "1:1: one of these keys is missing: 'mass', 'density'");
  CHECK(RefusalOf([&] { one_of("{ mas: 1 }"); }) ==
        "1:3: unknown key 'mas'; did you mean 'mass'?");
}

TEST_CASE(
    "ParseYaml: not one document with a map of YAML -> refused in place") {
  const auto parse = [](const std::string& text) {
    return RefusalOf([&] { YamlMap map(ParseYaml(text)); });
  };
  CHECK(parse("a: 1\nb: 2\na: 3\n") == "3:1: key 'a' is here twice");
  CHECK(parse("") == "1:1: the file is empty");
  CHECK_THAT(parse("a: 1\n---\nb: 2\n"),
             Catch::EndsWith("a second document starts here; there must be "
                             "one"));
  CHECK_THAT(parse(", a: 1\n"), Catch::EndsWith("it begins with a comma"));
  CHECK_THAT(parse("a: [1, 2\nb: 3\n"), Catch::Contains("this is not YAML"));
  CHECK_THAT(parse("a: [1, 2\nb: 3\n"), Catch::StartsWith("2:"));
  CHECK(parse("- 1\n- 2\n") == "1:1: expected a map (key: value), not a list");
  CHECK_THROWS_WITH(YamlValue::Load("/no/such/file.yaml"),
                    "/no/such/file.yaml: there is no such file");
}

TEST_CASE(
    "YamlValue: errors under Guard -> their message at the value's place") {
  const YamlValue value = Value("5");
  CHECK(RefusalOf([&] {
          value.Guard([] { throw std::invalid_argument("too much"); });
        }) == "1:6: too much");
  CHECK(RefusalOf([&] {
          value.Guard([] { throw std::runtime_error("broken"); });
        }) == "1:6: broken");
  CHECK(RefusalOf([&] {
          value.Guard([] { throw YamlError("test.yaml", 7, 8, "inner"); });
        }) == "7:8: inner");
  CHECK(value.Guard([] { return 3; }) == 3);
  CHECK(value.place() == "test.yaml:1:6");
}

constexpr const char* kSettable = R"(directives:
- add_ground: {friction: 1}
- add_body: {name: box, mass: 2, pose: {translation: [1, 2, 3]}}
systems:
  path: {values: [[0], [5]]}
contact:
- {match: box*, friction: 0.5}
empty:
)";

TEST_CASE("YamlValue: values set by their keys -> read as if written there") {
  YamlValue file = ParseYaml(kSettable);
  file.Set("directives.box.mass", "7");
  file.Set("directives.1.add_body.pose.translation.2", "9");
  file.Set("directives.0.add_ground.friction", "[0.4, 0.3]");
  file.Set("systems.path.values.1.0", "6");
  file.Set("contact.box*.friction", "0.25");
  file.Set("simulator.duration", "3");  // New, with all of its section.
  file.Set("empty.full", "yes");
  YamlMap map(file);
  const std::vector<YamlValue> directives = map.Get("directives").List();
  YamlMap box(YamlMap(directives[1]).Get("add_body"));
  CHECK(box.Get("mass").Number() == 7);
  CHECK(YamlMap(box.Get("pose")).Get("translation").Vector3() ==
        Vector3d(1, 2, 9));
  CHECK(YamlMap(YamlMap(directives[0]).Get("add_ground"))
            .Get("friction")
            .Numbers()
            .isApprox(Vector2d(0.4, 0.3)));
  CHECK(YamlMap(YamlMap(map.Get("systems")).Get("path"))
            .Get("values")
            .Matrix()(1, 0) == 6);
  CHECK(YamlMap(map.Get("contact").List()[0]).Get("friction").Number() == 0.25);
  CHECK(YamlMap(map.Get("simulator")).Get("duration").Number() == 3);
  CHECK(YamlMap(map.Get("empty")).Get("full").Text() == "yes");
}

TEST_CASE("YamlValue: a name that is a number -> an item by its name first") {
  YamlValue file = ParseYaml(
      "list: [{add_body: {name: a, mass: 1}}, {add_body: {name: '0', mass: "
      "1}}]");
  file.Set("list.0.mass", "3");
  const auto mass_of = [&](int i) {
    const YamlValue item = YamlMap(file).Get("list").List()[i];
    return YamlMap(YamlMap(item).Get("add_body")).Get("mass").Number();
  };
  CHECK(mass_of(0) == 1);
  CHECK(mass_of(1) == 3);
}

TEST_CASE("YamlValue: a name of several items -> refused") {
  YamlValue file = ParseYaml("list: [{name: a, k: 1}, {name: a, k: 2}]");
  CHECK_THROWS_WITH(file.Set("list.a.k", "3"),
                    "--set list.a.k=3: 2 items are called 'a': say which by "
                    "its place");
  file.Set("list.1.k", "3");
  const YamlValue second = YamlMap(file).Get("list").List()[1];
  CHECK(YamlMap(second).Get("k").Number() == 3);
}

TEST_CASE("YamlValue: bad values and keys that are set -> named as such") {
  const auto refused = [](const std::string& path, const std::string& text,
                          auto read) {
    try {
      YamlValue file = ParseYaml(kSettable);
      file.Set(path, text);
      read(YamlMap(file));
    } catch (const YamlError& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  const auto nothing = [](YamlMap) {
  };
  CHECK(refused("directives.bix.mass", "1", nothing) ==
        "--set directives.bix.mass=1: there is no item 'bix'; did you mean "
        "'box'?");
  CHECK(refused("directives.2.mass", "1", nothing) ==
        "--set directives.2.mass=1: there is no item 2 in a list of 2");
  CHECK(refused("directives.box.mass.kg", "1", nothing) ==
        "--set directives.box.mass.kg=1: there is nothing below 'mass', where "
        "'kg' could be");
  CHECK(refused("systems..values", "1", nothing) ==
        "--set systems..values=1: a key is empty");
  CHECK(refused("systems", "", nothing) == "--set systems=: there is no value");
  CHECK_THAT(refused("systems", "[", nothing),
             Catch::StartsWith("--set systems=[: this is not YAML: "));
  CHECK(refused("directives.box.mass", "2 kg", [](YamlMap map) {
          YamlMap(YamlMap(map.Get("directives").List()[1]).Get("add_body"))
              .Get("mass")
              .Number();
        }) == "--set directives.box.mass=2 kg: expected a number, not '2 kg'");
  // A misspelt key is new, and so is all that is below it.
  for (const char* path : {"simulatr", "simulatr.step"}) {
    CHECK(refused(path, "1",
                  [](YamlMap map) {
                    for (const char* key : {"directives", "systems", "contact",
                                            "empty", "simulator"})
                      map.Has(key);
                    map.Finish();
                  }) == "--set " + std::string(path) +
                            "=1: unknown key 'simulatr'; did you mean "
                            "'simulator'?");
  }
}

}  // namespace
}  // namespace tactus::apps
