#include "tactus/multibody/importers/parsing/attributes.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

XmlElement Element(const std::string& attributes) {
  return ParseXml("\n<e " + attributes + "/>", "a.xml");
}

TEST_CASE("Read: an attribute that is absent -> the value stays") {
  const XmlElement e = Element("b='1'");
  double number = 7;
  std::optional<double> maybe;
  CHECK_FALSE(Read(e, "a", &number));
  CHECK(number == 7);
  CHECK_FALSE(Read(e, "a", &maybe));
  CHECK_FALSE(maybe.has_value());
  CHECK(Read(e, "b", &number));
  CHECK(number == 1);
  CHECK(Read(e, "b", &maybe));
  CHECK(maybe == 1.0);
}

TEST_CASE("Read: numbers, vectors, lists, words and flags -> their values") {
  const XmlElement e = Element(
      "x=' 1.5 ' n='-3' yes='true' no='false' two='1 2' three='1 2 3' "
      "six='1 2 3 4 5 6' list='1 2\n3\t4' word='blue'");
  double x{};
  int n{};
  bool yes{}, no = true;
  Vector2d two;
  Vector3d three;
  Vector6d six;
  std::vector<double> list;
  std::string word;
  CHECK(Read(e, "x", &x));
  CHECK(x == 1.5);
  CHECK(Read(e, "n", &n));
  CHECK(n == -3);
  CHECK((Read(e, "yes", &yes) && Read(e, "no", &no)));
  CHECK((yes && !no));
  CHECK(Read(e, "two", &two));
  CHECK(two == Vector2d(1, 2));
  CHECK(Read(e, "three", &three));
  CHECK(three == Vector3d(1, 2, 3));
  CHECK(Read(e, "six", &six));
  CHECK(six[5] == 6);
  CHECK(Read(e, "list", &list));
  CHECK(list == std::vector<double>{1, 2, 3, 4});
  CHECK(Read(e, "word", &word));
  CHECK(word == "blue");
}

TEST_CASE("Read: text of another type -> refused by attribute and line") {
  const XmlElement e = Element("a='1 2' b='x' c='' d='1.5' f='yes'");
  double number;
  int integer;
  bool flag;
  Vector3d vector;
  CHECK_THROWS_WITH(Read(e, "a", &number),
                    "a.xml:2: <e>: attribute 'a' takes 1 number, not 2");
  CHECK_THROWS_WITH(Read(e, "b", &number),
                    "a.xml:2: <e>: attribute 'b' holds 'x', which is not a "
                    "finite number");
  CHECK_THROWS_WITH(Read(e, "c", &number),
                    "a.xml:2: <e>: attribute 'c' takes 1 number, not 0");
  CHECK_THROWS_WITH(Read(e, "a", &vector),
                    "a.xml:2: <e>: attribute 'a' needs 3 numbers, not 2");
  CHECK_THROWS_WITH(Read(e, "d", &integer),
                    "a.xml:2: <e>: attribute 'd' is '1.5', not one integer");
  CHECK_THROWS_WITH(Read(e, "a", &integer), Catch::Contains("one integer"));
  CHECK_THROWS_WITH(Read(e, "f", &flag),
                    "a.xml:2: <e>: attribute 'f' is 'yes', not one of: true, "
                    "false");
}

TEST_CASE(
    "ReadSome: numbers within its room, or too many -> read, or refused") {
  const XmlElement e = Element("a='7' b='1 2 3 4'");
  std::array<double, 3> values = {1, 2, 3};
  CHECK(ReadSome(e, "none", values) == 0);
  CHECK(ReadSome(e, "a", values) == 1);
  CHECK(values == std::array<double, 3>{7, 2, 3});
  CHECK_THROWS_WITH(ReadSome(e, "b", values),
                    Catch::Contains("'b' takes 1 to 3 numbers, not 4"));
}

TEST_CASE(
    "Required: an attribute that is empty, or missing -> empty, or refused") {
  const XmlElement e = Element("a=''");
  CHECK(Required(e, "a").empty());
  CHECK_THROWS_WITH(Required(e, "b"), "a.xml:2: <e>: attribute 'b' is missing");
}

}  // namespace
}  // namespace tactus::multibody
