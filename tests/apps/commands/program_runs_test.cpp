// What a run of the program writes, says and ends with.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "apps/ball_file.h"
#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::json;

TEST_CASE(
    "tactus run --out: a scene -> recording, report and log in the folder") {
  const ScratchFolder folder;
  const Outcome outcome = Call({"run", "ball_drop", "--duration", "0.6",
                                "--out", (folder / "out").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.out, Catch::Contains("0.6 s simulated"));
  const Json report = Json::parse(ReadText(folder / "out/report.json"));
  CHECK(report["scenario"] == "ball_drop");
  CHECK(report["integrator"] == "cenic");
  CHECK(report["duration"] == 0.6);
  CHECK(report["steps"] > 0);
  CHECK(ReadText(folder / "out/recording.glb").substr(0, 4) == "glTF");
  const std::string log = ReadText(folder / "out/log.csv");
  const long rows = std::ranges::count(log, '\n');
  CHECK(rows == report["steps"].get<long>() + 2);  // Header and start.
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "out"),
                      {}) == 3);
}

TEST_CASE(
    "tactus run --log: no --out -> the log alone, at the rate of --log-rate") {
  const ScratchFolder folder;
  const Outcome outcome =
      Call({"run", "ball_drop", "--duration", "0.1", "--quiet", "--log",
            (folder / "a.csv").string(), "--log-rate", "50"});
  REQUIRE(outcome.code == kDone);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.empty());
  CHECK(folder.num_entries() == 1);
  const std::string log = ReadText(folder / "a.csv");
  CHECK(std::ranges::count(log, '\n') == 1 + 6);  // 0, 0.02 ... 0.1 s.
}

// A fine log: the same steps, and the law of free fall at each sample.
TEST_CASE(
    "tactus run --log-signals: a ball -> its signals at the rate, the same "
    "run") {
  const BallFile file;
  const auto run = [&](std::vector<std::string> more) {
    const std::string report = (file.folder / "r.json").string();
    more.insert(more.begin(),
                {"run", file.path(), "--ground", "--accuracy", "1e-5",
                 "--duration", "0.5", "--quiet", "--report", report});
    const Outcome outcome = Call(more);
    INFO(outcome.err);
    REQUIRE(outcome.code == kDone);
    Json json = Json::parse(ReadText(report));
    json.erase("wall_time_s");
    json.erase("cpu_time_s");
    json.erase("real_time_rate");
    json.erase("profile");
    return json;
  };
  const Json without = run({});
  const std::string log = (file.folder / "a.csv").string();
  CHECK(run({"--log", log, "--log-rate", "1000", "--log-signals", "body/*/pose",
             "--log-signals", "energy/kinetic",
             "--log-signals=contact/world/ball/wrench"}) == without);
  std::istringstream rows(ReadText(log));
  std::string row;
  std::getline(rows, row);
  CHECK(row ==
        "time,body/ball/pose.x,body/ball/pose.y,body/ball/pose.z,"
        "body/ball/pose.qw,body/ball/pose.qx,body/ball/pose.qy,"
        "body/ball/pose.qz,energy/kinetic,contact/world/ball/wrench.tx,"
        "contact/world/ball/wrench.ty,contact/world/ball/wrench.tz,"
        "contact/world/ball/wrench.fx,contact/world/ball/wrench.fy,"
        "contact/world/ball/wrench.fz");
  int k = 0;
  for (; std::getline(rows, row); ++k) {
    std::vector<double> numbers;
    std::istringstream fields(row);
    for (std::string field; std::getline(fields, field, ',');) {
      numbers.push_back(std::stod(field));
    }
    REQUIRE(numbers.size() == 15);
    CHECK(numbers[0] == k / 1000.0);
    if (k > 300) continue;  // It has hit the ground.
    const double t = numbers[0];
    CHECK(numbers[3] == Approx(0.6 - 9.81 / 2 * t * t).margin(3e-3));
    CHECK(numbers[14] == 0);
  }
  CHECK(k == 501);
}

TEST_CASE(
    "tactus run --log: a file .npz -> arrays with a row for each sample") {
  const ScratchFolder folder;
  const Outcome outcome =
      Call({"run", "ball_drop", "--duration", "0.1", "--quiet", "--log",
            (folder / "a.npz").string(), "--log-rate", "100"});
  REQUIRE(outcome.code == kDone);
  CHECK(folder.num_entries() == 1);
  const std::string log = ReadText(folder / "a.npz");
  CHECK(log.substr(0, 4) == "PK\x03\x04");
  CHECK_THAT(log, Catch::Contains("'shape': (11, )") &&
                      Catch::Contains("'shape': (11, 7, )"));
}

TEST_CASE(
    "tactus run: a falling ball by rk3 -> the law of free fall in the report") {
  const BallFile file;
  const Outcome outcome =
      Call({"run", file.path(), "--duration", "0.2", "--integrator", "rk3",
            "--accuracy", "1e-6", "--quiet", "--report",
            (file.folder / "r.json").string()});
  REQUIRE(outcome.code == kDone);
  const Json report = Json::parse(ReadText(file.folder / "r.json"));
  const double z = report["final_positions"]["ball"][2];
  CHECK(z == Approx(0.6 - 9.81 / 2 * 0.04).epsilon(1e-6));
  CHECK(report["final_velocities"]["ball"][5].get<double>() ==
        Approx(-9.81 * 0.2).epsilon(1e-6));
  CHECK(report["accuracy"] == 1e-6);
}

TEST_CASE(
    "tactus run: --ground, --keyframe, contact options -> for model files "
    "alone") {
  const BallFile file;
  const auto final_height = [&](std::vector<std::string> arguments) {
    const std::string report = (file.folder / "r.json").string();
    arguments.insert(arguments.begin(), {"run", file.path(), "--duration", "2",
                                         "--quiet", "--report", report});
    REQUIRE(Call(arguments).code == kDone);
    return Json::parse(ReadText(report))["final_positions"]["ball"][2]
        .get<double>();
  };
  CHECK(final_height({}) < -10);
  CHECK(final_height({"--ground"}) == Approx(0.1).margin(0.02));
  // At rest the spring carries the weight: depth m g / k.
  const double weight = 1000 * 4 * M_PI / 3 * 1e-3 * 9.81;
  const double sunk =
      final_height({"--ground", "--keyframe", "low", "--contact-stiffness",
                    "2000", "--contact-dissipation", "5"});
  CHECK(sunk == Approx(0.1 - weight / 2000).margin(2e-4));

  CheckRefused({"run", "ball_drop", "--ground"}, "--ground");
  CheckRefused({"run", "ball_drop", "--keyframe", "low"}, "--keyframe");
  CheckRefused({"run", "ball_drop", "--friction", "1"}, "contact");
  CheckRefused({"run", file.path(), "--keyframe", "high"}, "there are: low");
}

TEST_CASE("tactus run --html: a path, or --out -> the page there") {
  const ScratchFolder folder;
  std::ofstream(folder / "viewer.html") << "[@RECORDING@]";
  ::setenv("TACTUS_VIEWER_PAGE", (folder / "viewer.html").c_str(), 1);
  const std::string page = (folder / "a.html").string();
  const std::string out = (folder / "out").string();
  CHECK(Call({"run", "ball_drop", "--duration", "0.1", "--html", page}).code ==
        kDone);
  CHECK(Json::parse(ReadText(page))[0]["title"] == "ball_drop");
  CHECK(Call({"run", "ball_drop", "--duration", "0.1", "--html", "--out", out})
            .code == kDone);
  CHECK_FALSE(ReadText(folder / "out/recording.html").empty());
  ::unsetenv("TACTUS_VIEWER_PAGE");
}

TEST_CASE("tactus run: SIGINT -> report and log of what was computed") {
  const ScratchFolder folder;
  std::thread user([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::raise(SIGINT);
  });
  const Outcome outcome = Call({"run", "ball_drop", "--duration", "1e9",
                                "--log", (folder / "log.csv").string(),
                                "--report", (folder / "r.json").string()});
  user.join();
  CHECK(outcome.code == kInterrupted);
  CHECK_THAT(outcome.err, Catch::Contains("interrupted at"));
  const Json report = Json::parse(ReadText(folder / "r.json"));
  CHECK(report["duration"] > 0);
  CHECK(report["duration"] < 1e9);
  CHECK(report["requested_duration"] == 1e9);
  CHECK(report["status"] == "interrupted");
  CHECK(std::ranges::count(ReadText(folder / "log.csv"), '\n') > 2);
}

TEST_CASE("tactus run: ComFree with all its options -> 250 steps of 2 ms") {
  const ScratchFolder folder;
  const Outcome outcome = Call({"run",
                                "stack",
                                "--integrator",
                                "comfree",
                                "--duration",
                                "0.5",
                                "--comfree-stiffness",
                                "0.3",
                                "--comfree-impedance",
                                "0.9",
                                "0.9",
                                "0.001",
                                "0.5",
                                "2",
                                "--margin",
                                "0.001",
                                "--refinement",
                                "4",
                                "--mass-splitting",
                                "--backend",
                                "openmp",
                                "--threads",
                                "2",
                                "--report",
                                (folder / "report.json").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.out, Catch::Contains("by comfree, step 0.002 s"));
  CHECK(outcome.err.empty());
  const Json report = Json::parse(ReadText(folder / "report.json"));
  CHECK(report["integrator"] == "comfree");
  CHECK(report["steps"] == 250);
}

TEST_CASE("Quiet: what a file loses -> said, and in the report") {
  const ScratchFolder folder;
  std::ofstream(folder / "a.xml")
      << "<mujoco><option><flag "
         "override='enable'/></option><worldbody><body><freejoint/>"
         "<geom size='1'/></body></worldbody></mujoco>";
  const Outcome outcome =
      Call({"run", (folder / "a.xml").string(), "--quiet", "--duration", "0.01",
            "--report", (folder / "r.json").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.err, Catch::Contains("override"));
  const Json report = Json::parse(ReadText(folder / "r.json"));
  CHECK(report["status"] == "done");
  REQUIRE(report["warnings"].size() == 1);
  CHECK_THAT(report["warnings"][0].get<std::string>(),
             Catch::Contains("override"));
}

}  // namespace
}  // namespace tactus::apps
