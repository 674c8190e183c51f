#include "tactus/apps/csv_log.h"

#include <cstdlib>
#include <sstream>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("A log has a header, and a row with seven numbers per body") {
  std::ostringstream out;
  CsvLog log({"a", "b"}, &out);
  Frame frame{.time = 0.5, .poses = std::vector<BodyPose>(2), .forces = {}};
  frame.poses[0].p_WB = Vector3d(1, 2, -3);
  frame.poses[1].q_WB = Quaterniond(0.5, -0.5, 0.5, -0.5);
  log.Write(frame);
  CHECK(out.str() ==
        "time,a.x,a.y,a.z,a.qw,a.qx,a.qy,a.qz,b.x,b.y,b.z,b.qw,b.qx,b.qy,b.qz\n"
        "0.5,1,2,-3,1,0,0,0,0,0,0,0.5,-0.5,0.5,-0.5\n");
}

TEST_CASE("Logged numbers read back as the same numbers") {
  for (const double x : {1.0 / 3, 1e-300, -2.2250738585072014e-308, 6e22}) {
    std::ostringstream out;
    CsvLog log({}, &out);
    log.Write({.time = x, .poses = {}, .forces = {}});
    const std::string text = out.str().substr(5);  // After "time\n".
    CHECK(std::strtod(text.c_str(), nullptr) == x);
  }
}

TEST_CASE("Names that would break a row are quoted") {
  CHECK(QuoteCsv("arm") == "arm");
  CHECK(QuoteCsv("arm, left") == "\"arm, left\"");
  CHECK(QuoteCsv("6\" disc") == "\"6\"\" disc\"");
  CHECK(QuoteCsv("two\nlines") == "\"two\nlines\"");
}

TEST_CASE("A row needs one pose per body") {
  std::ostringstream out;
  CsvLog log({"a"}, &out);
  CHECK_THROWS_AS(log.Write(Frame{}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::apps
