#include "tactus/common/archive.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <sstream>

#include <catch2/catch.hpp>

namespace tactus {
namespace {

enum class Mode { kOff, kOn };

struct Inner {
  std::string name;
  std::vector<bool> flags;

  template <class A>
  void Serialize(A* a) {
    a->Visit(&name, &flags);
  }
  bool operator==(const Inner&) const = default;
};

struct Everything {
  int i{};
  double d{};
  Mode mode{};
  std::string text = {};
  std::vector<Inner> list = {};
  std::array<short, 2> two{};
  std::optional<double> maybe = {};
  std::pair<int, std::string> both = {};
  Eigen::VectorXd v = {};
  Eigen::MatrixXd M = {};
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  Eigen::Quaterniond q = Eigen::Quaterniond::Identity();

  template <class A>
  void Serialize(A* a) {
    a->Visit(&i, &d, &mode, &text, &list, &two, &maybe, &both, &v, &M, &p, &X,
             &q);
  }
};

Everything MakeExample() {
  Everything e{.i = -7,
               .d = 0.1,
               .mode = Mode::kOn,
               .text = std::string("a\0b", 3),
               .list = {{"x", {true, false, true}}, {"", {}}},
               .two = {3, 4},
               .maybe = -0.0,
               .both = {1, "one"},
               .v = Eigen::Vector2d(1e-300, 2),
               .M = Eigen::MatrixXd::Random(3, 2)};
  e.p << 1, 2, std::numeric_limits<double>::infinity();
  e.X = Eigen::Translation3d(1, 2, 3) *
        Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX());
  e.q = Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX());
  return e;
}

std::string Write(Everything object) {
  std::ostringstream out;
  Archive archive(static_cast<std::ostream*>(&out));
  CHECK(!archive.is_reading());
  archive.Visit(&object);
  return out.str();
}

TEST_CASE(
    "Archive: an object of all types, written -> read back to the last bit") {
  const Everything e = MakeExample();
  std::istringstream in(Write(e));
  Archive archive(static_cast<std::istream*>(&in));
  CHECK(archive.is_reading());
  // Not empty, so that reading has to replace what is there.
  Everything r{.list = {{"old", {true}}, {}, {}},
               .maybe = std::nullopt,
               .M = Eigen::MatrixXd::Ones(1, 1)};
  archive.Visit(&r);
  CHECK(r.i == e.i);
  CHECK(r.d == e.d);
  CHECK(r.mode == e.mode);
  CHECK(r.text == e.text);
  CHECK(r.list == e.list);
  CHECK(r.two == e.two);
  REQUIRE(r.maybe.has_value());
  CHECK(std::signbit(*r.maybe));
  CHECK(r.both == e.both);
  CHECK(r.v == e.v);
  CHECK(r.M == e.M);
  CHECK(r.p == e.p);
  CHECK(r.X.matrix() == e.X.matrix());
  CHECK(r.q.coeffs() == e.q.coeffs());
  CHECK(in.get() == std::istringstream::traits_type::eof());
}

TEST_CASE("Archive: a checkpoint cut short at any byte -> refused") {
  const std::string bytes = Write(MakeExample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::istringstream in(bytes.substr(0, size));
    Archive archive(static_cast<std::istream*>(&in));
    Everything r;
    CHECK_THROWS_AS(archive.Visit(&r), CheckpointError);
  }
}

TEST_CASE("Archive: a text of 2^64 - 1 characters -> refused as damaged") {
  std::istringstream in(std::string(8, '\xff'));
  Archive archive(static_cast<std::istream*>(&in));
  std::string text = {};
  CHECK_THROWS_WITH(archive.Visit(&text),
                    "the checkpoint is damaged: a size is too large");
}

// The bytes of numbers, one after the other.
std::string BytesOf(std::initializer_list<std::uint64_t> numbers) {
  std::string bytes;
  for (const std::uint64_t number : numbers) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  return bytes;
}

template <class T>
void Read(const std::string& bytes, T* object) {
  std::istringstream in(bytes);
  Archive archive(static_cast<std::istream*>(&in));
  archive.Visit(object);
}

TEST_CASE("Archive: a matrix of a shape that its type forbids -> refused") {
  const std::string numbers(6 * 8, '\0');
  Eigen::VectorXd v;
  CHECK_THROWS_AS(Read(BytesOf({3, 2}) + numbers, &v), CheckpointError);
  Eigen::Matrix<double, 6, Eigen::Dynamic> J;
  CHECK_THROWS_AS(Read(BytesOf({3, 2}) + numbers, &J), CheckpointError);
  CHECK_NOTHROW(Read(BytesOf({6, 1}) + numbers, &J));
  Eigen::Matrix<double, 2, 3> M;
  CHECK_THROWS_AS(Read(BytesOf({3, 2}) + numbers, &M), CheckpointError);
  CHECK_NOTHROW(Read(BytesOf({2, 3}) + numbers, &M));
}

// Their product is zero modulo 2^64, or more memory than there is.
TEST_CASE("Archive: more entries than the file has bytes for -> refused") {
  Eigen::MatrixXd M;
  const std::uint64_t large = std::uint64_t{1} << 32;
  CHECK_THROWS_AS(Read(BytesOf({large, large}), &M), CheckpointError);
  CHECK_THROWS_AS(Read(BytesOf({1 << 20, 1 << 20}), &M), CheckpointError);
  std::vector<double> list;
  CHECK_THROWS_AS(Read(BytesOf({2}) + std::string(15, '\0'), &list),
                  CheckpointError);
}

TEST_CASE("Archive: a bool that is stored as 1 or 2 -> true, or refused") {
  bool flag = false;
  CHECK_NOTHROW(Read("\x01", &flag));
  CHECK(flag);
  CHECK_THROWS_AS(Read("\x02", &flag), CheckpointError);
}

TEST_CASE("Archivable: types with and without Serialize() -> true and false") {
  struct Opaque {
    int* pointer;
  };
  static_assert(Archivable<Everything>);
  static_assert(Archivable<std::vector<std::optional<Inner>>>);
  static_assert(!Archivable<Opaque>);
  static_assert(!Archivable<std::vector<Opaque>>);
  static_assert(!Archivable<int*>);
}

}  // namespace
}  // namespace tactus
