#include "tactus/systems/value.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

TEST_CASE("Value: what was put in -> comes back") {
  const Value number(3);
  CHECK(number.has_value());
  CHECK(number.type() == typeid(int));
  CHECK(number.get<int>() == 3);

  Value text(std::string("a"));
  text.get<std::string>() += "b";
  CHECK(text.get<std::string>() == "ab");
}

TEST_CASE("Value: empty -> holds nothing") {
  const Value empty;
  CHECK(!empty.has_value());
  CHECK(empty.type() == typeid(void));
  CHECK_THROWS_WITH(empty.get<int>(),
                    "a value of type int was expected, but it holds nothing");
}

TEST_CASE("Value: asked for another type -> both types named") {
  const Value number(3);
  CHECK_THROWS_WITH(number.get<double>(),
                    "a value of type double was expected, but it holds a value "
                    "of type int");
}

TEST_CASE("Value: copies -> independent") {
  Value a(std::vector<int>{1, 2});
  Value b = a;
  b.get<std::vector<int>>()[0] = 7;
  CHECK(a.get<std::vector<int>>()[0] == 1);

  a = b;
  CHECK(a.get<std::vector<int>>()[0] == 7);
  b.get<std::vector<int>>()[0] = 8;
  CHECK(a.get<std::vector<int>>()[0] == 7);
}

TEST_CASE("Value: assigned one of the same type -> its storage is reused") {
  Value a(std::vector<int>{1, 2, 3});
  const Value b(std::vector<int>{4, 5, 6});
  const int* storage = a.get<std::vector<int>>().data();
  a = b;
  CHECK(a.get<std::vector<int>>().data() == storage);
  CHECK(a.get<std::vector<int>>() == std::vector<int>{4, 5, 6});
}

TEST_CASE("Value: assigned one of another type -> changes its type") {
  Value a(1);
  a = Value(2.5);
  CHECK(a.get<double>() == 2.5);
  const Value other(std::string("x"));
  a = other;
  CHECK(a.get<std::string>() == "x");
  const Value empty;
  a = empty;
  CHECK(!a.has_value());
  a = other;
  const Value& self = a;
  a = self;
  CHECK(a.get<std::string>() == "x");
}

TEST_CASE("TypeName: types -> readable names") {
  CHECK(TypeName(typeid(double)) == "double");
  CHECK(TypeName(typeid(void)) == "nothing");
  CHECK(TypeName(typeid(Value)) == "tactus::systems::Value");
}

}  // namespace
}  // namespace tactus::systems
