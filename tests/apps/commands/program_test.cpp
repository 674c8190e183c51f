#include "tactus/apps/commands/program.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include "apps/ball_file.h"
#include "apps/io/call_program.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::json;

TEST_CASE(
    "tactus check: a model file -> its coordinates, and that it can be "
    "simulated") {
  const BallFile file;
  const Outcome outcome = Call({"check", file.path()});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out, Catch::Contains("can be simulated"));
  CHECK_THAT(outcome.out, Catch::Contains("keyframes    1"));
  CHECK_THAT(outcome.out, Catch::Contains("7 positions and 6 velocities"));
}

TEST_CASE(
    "tactus dynamics --state: a ball, by joint name -> its dynamics as JSON") {
  const BallFile file;
  std::ofstream(file.folder / "state.json")
      << R"({"free": {"q": [1, 2, 3, 0, 1, 0, 0], "v": [0, 0, 0, 1, 0, 0]}})";
  const Outcome outcome = Call({"dynamics", file.path(), "--state",
                                (file.folder / "state.json").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  const Json json = Json::parse(outcome.out);
  const double mass = 1000 * 4 * M_PI / 3 * 1e-3;
  CHECK(json["velocity_names"][5] == "free.vz");
  CHECK(json["mass_matrix"][3][3].get<double>() == Approx(mass));
  CHECK(json["mass_matrix"][0][0].get<double>() == Approx(mass * 0.4 * 0.01));
  CHECK(json["bias"][5].get<double>() == Approx(mass * 9.81));
  CHECK(json["accelerations"][5].get<double>() == Approx(-9.81));
  CHECK(json["body_poses"]["ball"][1] == 2.0);

  std::ofstream(file.folder / "broken.json") << "{";
  CheckRefused({"dynamics", file.path(), "--state",
                (file.folder / "broken.json").string()},
               "broken.json");
  CheckRefused({"dynamics", file.path(), "--state",
                (file.folder / "none.json").string()},
               "there is no such file");
}

TEST_CASE("tactus: --help, --version -> no error") {
  CHECK(Call({"--help"}).code == kDone);
  CHECK(Call({"run", "--help"}).code == kDone);
  CHECK_THAT(Call({"--version"}).out, Catch::StartsWith("tactus "));
}

// A buffer that takes nothing, as of a full disk.
struct FullBuffer : std::streambuf {};

TEST_CASE("tactus: lost standard output -> one line and an exit code") {
  FullBuffer full;
  std::ostringstream err;
  std::streambuf* const out = std::cout.rdbuf(&full);
  std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
  const char* argv[] = {"tactus", "scenes"};
  const int code = RunProgram(2, argv);
  std::cout.rdbuf(out);
  std::cerr.rdbuf(old_err);
  CHECK(code == kUserError);
  CHECK(err.str() == "tactus: error: cannot write to standard output\n");
  CHECK(std::cout.good());
}

}  // namespace
}  // namespace tactus::apps
