#include "tactus/apps/verify/trajectory.h"

#include <cmath>
#include <sstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace tactus::apps {
namespace {

using Names = std::vector<std::string>;

Names QuantityNames(const QuantityList& list) {
  Names names;
  for (const Quantity& quantity : list.quantities())
    names.push_back(quantity.name);
  return names;
}

TEST_CASE("QuantityList: a pose -> a position and a rotation, each once") {
  const Scenario scenario = MakeScenario({.target = "ball_drop"});
  const systems::Diagram& diagram = *scenario.scene.diagram;
  const auto find = [&](Names patterns) {
    return QuantityNames(QuantityList(diagram, patterns));
  };
  CHECK(find({"body/ball/pose"}) ==
        Names{"body/ball/position", "body/ball/rotation"});
  CHECK(find({"body/*/rotation"}) == Names{"body/ball/rotation"});
  CHECK(find({"energy/total", "body/*/position", "energy/*"}) ==
        Names{"energy/total", "body/ball/position", "energy/kinetic",
              "energy/potential"});

  const QuantityList list(diagram, Names{"energy/total", "body/ball/rotation",
                                         "body/ball/position"});
  REQUIRE(list.quantities().size() == 3);
  CHECK(list.signals().size() == 2);  // A pose is read once.
  const Quantity &rotation = list.quantities()[1],
                 &position = list.quantities()[2];
  CHECK((rotation.start == 4 && rotation.size == 4 && rotation.is_rotation));
  CHECK((position.start == 1 && position.size == 3 && !position.is_rotation));
  CHECK(list.patterns_of() == std::vector<std::vector<int>>{{0}, {1}, {2}});
  // One quantity, whatever fits it.
  const QuantityList twice(
      diagram, Names{"body/*/position", "energy/total", "body/ball/pose"});
  CHECK(QuantityNames(twice) ==
        Names{"body/ball/position", "energy/total", "body/ball/rotation"});
  CHECK(twice.patterns_of() == std::vector<std::vector<int>>{{0, 2}, {1}, {2}});
}

TEST_CASE("QuantityList: an unknown quantity -> refused, with a similar name") {
  const Scenario scenario = MakeScenario({.target = "ball_drop"});
  const auto find = [&](const std::string& pattern) {
    QuantityList(*scenario.scene.diagram, Names{pattern});
  };
  CHECK_THROWS_WITH(find("body/bell/position"),
                    Catch::Contains("no quantity is called") &&
                        Catch::Contains("did you mean 'body/ball/position'"));
  CHECK_THROWS_WITH(find("rope/*"), Catch::Contains("no quantity fits"));
  CHECK_THROWS_WITH(find("contact/ball/moon/wrench"), Catch::Contains("moon"));
}

Trajectory RunBall(double period, double duration) {
  const Scenario scenario =
      MakeScenario({.target = "ball_drop", .duration = duration});
  const QuantityList list(*scenario.scene.diagram,
                          Names{"body/ball/pose", "energy/total"});
  return RunTrajectory(scenario, {}, list, {.period = period});
}

TEST_CASE("RunTrajectory: a period -> samples at its multiples") {
  const Trajectory run = RunBall(0.01, 0.4);
  REQUIRE(run.is_complete());
  REQUIRE(run.times.size() == 41);
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    CHECK(run.times[i] == Approx(0.01 * static_cast<double>(i)).epsilon(1e-15));
    const double fallen = 9.81 / 2 * run.times[i] * run.times[i];
    CHECK(run.values(static_cast<Eigen::Index>(i), 2) ==
          Approx(1.1 - fallen).margin(3e-2));
  }
  CHECK(run.columns.size() == 8);
  CHECK(run.Describe() == "cenic, accuracy 0.001");
  CHECK(run.mean_step * static_cast<double>(run.steps) == Approx(0.4));
  CHECK(run.longest_step >= run.mean_step);
}

TEST_CASE("RunTrajectory: another period -> the same steps and values") {
  const Trajectory coarse = RunBall(0.1, 1), fine = RunBall(0.0125, 1);
  CHECK(coarse.steps == fine.steps);
  CHECK(coarse.longest_step == fine.longest_step);
  for (Eigen::Index i = 0; i < coarse.values.rows(); ++i) {
    CHECK(coarse.values.row(i) == fine.values.row(8 * i));
  }
  const ScratchFolder folder;
  const std::string report = (folder / "r.json").string();
  REQUIRE(Call({"run", "ball_drop", "--duration", "1", "--quiet", "--report",
                report})
              .code == kDone);
  CHECK(nlohmann::json::parse(ReadText(report))["steps"] == coarse.steps);
}

Trajectory MakeTrajectory(const std::vector<Eigen::Vector4d>& rows) {
  Trajectory trajectory;
  trajectory.values.resize(static_cast<Eigen::Index>(rows.size()), 4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    trajectory.times.push_back(static_cast<double>(i));
    trajectory.values.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  }
  return trajectory;
}

TEST_CASE("CalcGap: rotations of either sign -> the angle between them") {
  const auto turn = [](double angle) {
    return Eigen::Vector4d(std::cos(angle / 2), 0, std::sin(angle / 2), 0);
  };
  const Trajectory a = MakeTrajectory({turn(0), turn(1), turn(3)});
  const Trajectory b =
      MakeTrajectory({turn(1e-9), Eigen::Vector4d(-turn(1.25)), turn(-3)});
  const Quantity rotation{
      .name = "r", .start = 0, .size = 4, .is_rotation = true};
  const VectorXd gap = CalcGap(a, b, rotation);
  CHECK(gap[0] == Approx(1e-9));
  CHECK(gap[1] == Approx(0.25));
  CHECK(gap[2] == Approx(2 * M_PI - 6));
  const Quantity part{.name = "p", .start = 1, .size = 2};
  CHECK(CalcGap(a, a, part).isZero(0));
}

TEST_CASE(
    "CalcGap: a shorter run, NaN -> gaps of common samples, infinite at NaN") {
  const Trajectory a = MakeTrajectory(
      {{0, 0, 0, 0}, {1, 2, 3, 4}, {NAN, 0, 0, 0}, {0, 0, 0, 0}});
  const Trajectory b =
      MakeTrajectory({{0, 0, 0, 0.5}, {1, -2, 3, 4}, {0, 0, 0, 0}});
  const Quantity all{.name = "x", .start = 0, .size = 4};
  const VectorXd gap = CalcGap(a, b, all);
  REQUIRE(gap.size() == 3);
  CHECK(gap[0] == 0.5);
  CHECK(gap[1] == 4);
  CHECK(std::isinf(gap[2]));
  CHECK(FindParting(a.times, gap, 1).value() == 0);
  CHECK(FindParting(a.times, gap, 5).value() == 1);
  CHECK(FindParting(a.times, gap, 0.1).value() == 0);
  CHECK_FALSE(FindParting(a.times, gap.head(2), 5));

  Trajectory later = b;
  later.times[1] = 1.5;
  CHECK_THROWS_WITH(CalcGap(a, later, all), Catch::Contains("same times"));
}

TEST_CASE("WriteCsv: a trajectory -> the same bytes as the log of a run") {
  const ScratchFolder folder;
  const std::string log = (folder / "log.csv").string();
  REQUIRE(Call({"run", "ball_drop", "--duration", "0.4", "--quiet", "--log",
                log, "--log-rate", "100", "--log-signals", "body/ball/pose",
                "--log-signals", "energy/total"})
              .code == kDone);
  std::ostringstream text;
  WriteCsv(RunBall(0.01, 0.4), &text);
  CHECK(text.str() == ReadText(log));
}

}  // namespace
}  // namespace tactus::apps
