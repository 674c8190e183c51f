#include "tactus/systems/signals/csv_writer.h"

#include <cstdlib>
#include <sstream>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

TEST_CASE("CSV: samples -> a header, then a row for each") {
  std::ostringstream out;
  CsvWriter csv({"a.x", "b"}, &out);
  csv.Write(0.5, Eigen::Vector2d(1, -0.5));
  csv.Write(1, Eigen::Vector2d(0, 1e300));
  CHECK(out.str() == "time,a.x,b\n0.5,1,-0.5\n1,0,1e+300\n");
}

TEST_CASE("CSV: numbers -> read back as the same numbers") {
  for (const double x : {1.0 / 3, 1e-300, -2.2250738585072014e-308, 6e22}) {
    std::ostringstream out;
    CsvWriter csv({}, &out);
    csv.Write(x, VectorXd(0));
    const std::string text = out.str().substr(5);  // After "time\n".
    CHECK(std::strtod(text.c_str(), nullptr) == x);
  }
}

TEST_CASE("CSV: names that would break a row -> quoted") {
  CHECK(QuoteCsv("arm") == "arm");
  CHECK(QuoteCsv("arm, left") == "\"arm, left\"");
  CHECK(QuoteCsv("6\" disc") == "\"6\"\" disc\"");
  CHECK(QuoteCsv("two\nlines") == "\"two\nlines\"");
  std::ostringstream out;
  CsvWriter({"a,b"}, &out);
  CHECK(out.str() == "time,\"a,b\"\n");
}

TEST_CASE("CSV: more values than columns -> refused") {
  std::ostringstream out;
  CsvWriter csv({"a"}, &out);
  CHECK_THROWS_AS(csv.Write(0, VectorXd(2)), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
