#include "tactus/apps/bench/suite/trajectory_log.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;

// Two bodies at t = 0, 1, 2, 3; b is `offset(t)` off along y.
template <typename Offset>
TrajectoryLog MakeLog(const Offset& offset) {
  TrajectoryLog log;
  log.names = {"a.x", "a.y", "a.z", "b.x", "b.y", "b.z"};
  log.columns.resize(6);
  for (double t = 0; t < 4; ++t) {
    log.times.push_back(t);
    const double values[] = {t, 0, 1, 0, static_cast<double>(offset(t)), 2};
    for (std::size_t i = 0; i < 6; ++i) log.columns[i].push_back(values[i]);
  }
  return log;
}

TEST_CASE("ParseTrajectoryLog: CSV -> times, and columns by their names") {
  const TrajectoryLog log =
      ParseTrajectoryLog("time,a.x,a.y\n0,1,2\n0.5,-1e-3,4\n");
  CHECK(log.times == std::vector<double>{0, 0.5});
  CHECK(log["a.x"] == std::vector<double>{1, -1e-3});
  CHECK(log["a.y"] == std::vector<double>{2, 4});
  CHECK_THROWS_WITH(log["a.z"], Contains("'a.z'"));
}

TEST_CASE("ParseTrajectoryLog: a body with a comma -> a column by its name") {
  const TrajectoryLog log =
      ParseTrajectoryLog("time,\"arm, left.x\",b.x\n0,1,2\n");
  CHECK(log["arm, left.x"] == std::vector<double>{1});
  CHECK(log["b.x"] == std::vector<double>{2});
}

TEST_CASE("ParseTrajectoryLog: empty, ragged or not numbers -> refused") {
  CHECK_THROWS_AS(ParseTrajectoryLog(""), std::invalid_argument);
  CHECK_THROWS_WITH(ParseTrajectoryLog("time,x\n0,1,2\n"),
                    Contains("3 entries below 2 columns"));
  CHECK_THROWS_WITH(ParseTrajectoryLog("time,x\n0,one\n"), Contains("'one'"));
}

TEST_CASE(
    "CalcDistances: two logs -> the farthest bodies' distance per sample") {
  const TrajectoryLog a = MakeLog([](double) { return 0; });
  TrajectoryLog b = MakeLog([](double t) { return 3e-3 * t; });
  b.columns[5][2] += 8e-3;  // along z at t = 2
  const std::vector<double> distances = CalcDistances(a, b);
  REQUIRE(distances.size() == 4);
  CHECK(distances[0] == 0);
  CHECK(distances[1] == Approx(3e-3));
  CHECK(distances[2] == Approx(std::hypot(6e-3, 8e-3)));
  CHECK(distances[3] == Approx(9e-3));
  b.times[1] += 0.1;
  CHECK_THROWS_WITH(CalcDistances(a, b), Contains("sampled"));
}

TEST_CASE("CalcError: references that part -> the error until then") {
  const auto at = [](double slope) {
    return MakeLog([slope](double t) { return slope * t * t; });
  };
  const ReferencePath chaotic = MakeReferencePath(at(0), at(1e-3), 5e-3);
  CHECK(chaotic.horizon == 2);
  CHECK_FALSE(chaotic.until_end);
  CHECK(chaotic.agreement == Approx(4e-3));
  CHECK(CalcError(chaotic, at(0.1)) == Approx(0.4));

  const ReferencePath smooth = MakeReferencePath(at(0), at(1e-3), 1e-2);
  CHECK(smooth.horizon == 3);
  CHECK(smooth.until_end);
  CHECK(CalcError(smooth, at(0.1)) == Approx(0.9));
}

TEST_CASE("MakeReferencePath: NaN in a reference -> the horizon ends before") {
  const ReferencePath reference = MakeReferencePath(
      MakeLog([](double) { return 0; }),
      MakeLog([](double t) { return t < 2 ? 0 : std::nan(""); }), 1e-3);
  CHECK(reference.horizon == 1);
  CHECK_FALSE(reference.until_end);
  CHECK(std::isnan(
      CalcError(reference, MakeLog([](double) { return std::nan(""); }))));
}

}  // namespace
}  // namespace tactus::apps
