// Parameters of built-in scenes, from the command line.
#include <fstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/apps/commands/commands.h"

namespace tactus::apps {
namespace {

// With K too weak to follow, the box ends elsewhere.
TEST_CASE(
    "tactus run --set: a scene's gain -> another end, if not the default") {
  const ScratchFolder folder;
  const auto final_joint = [&](std::vector<std::string> more) {
    const std::string report = (folder / "report.json").string();
    std::vector<std::string> words = {"run",     "franka",   "--duration", "1",
                                      "--quiet", "--report", report};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Call(words);
    INFO(outcome.err);
    REQUIRE(outcome.code == kDone);
    const auto json = nlohmann::json::parse(ReadText(report));
    return json["final_positions"]["hand"].get<std::vector<double>>();
  };
  const auto stiff = final_joint({});
  CHECK(stiff == final_joint({"--set", "gain=1000"}));  // the default
  CHECK(stiff != final_joint({"--set", "gain=1"}));
}

TEST_CASE(
    "tactus run --estimate-error: a pendulum -> in the report, same final "
    "state") {
  const ScratchFolder folder;
  const std::string report = (folder / "report.json").string();
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"run", "double_pendulum", "--duration",
                                      "0.5", "--report",        report};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Call(words);
    INFO(outcome.err);
    REQUIRE(outcome.code == kDone);
    return std::pair(outcome, nlohmann::json::parse(ReadText(report)));
  };
  const auto [plain, without] = run({});
  const auto [told, with] = run({"--estimate-error"});
  CHECK(without["expected_error"].is_null());
  CHECK(with["expected_error"]["position_m"] > 0);
  CHECK(with["expected_error"]["position_m"] < 1e-2);
  CHECK(with["steps"] == without["steps"]);
  CHECK(with["final_positions"] == without["final_positions"]);
  CHECK_THAT(told.out, Catch::Contains("expected error"));
  CHECK_THAT(plain.out, !Catch::Contains("expected error"));
}

TEST_CASE(
    "tactus run --estimate-error: steps that events choose -> a warning") {
  const ScratchFolder folder;
  const std::string report = (folder / "report.json").string();
  const Outcome outcome =
      Call({"run", "digital_pid", "--duration", "0.05", "--accuracy", "0.01",
            "--report", report, "--estimate-error"});
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.err, Catch::Contains("no expected error"));
  const auto json = nlohmann::json::parse(ReadText(report));
  CHECK(json["expected_error"].is_null());
  CHECK_FALSE(json["warnings"].empty());
}

// z falls by g t^2 / 2.
TEST_CASE("tactus run --set: values of a scenario -> they hold, resumed too") {
  const ScratchFolder folder;
  const std::string file = (folder / "fall.yaml").string();
  std::ofstream(file) << R"(directives:
- add_body: {name: ball, shape: {sphere: {radius: 0.1}}, mass: 1}
simulator: {duration: 1}
)";
  const std::string report = (folder / "report.json").string();
  const std::string half = (folder / "half").string();
  const auto fall = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--quiet", "--report", report});
    const Outcome outcome = Call(words);
    INFO(outcome.err);
    REQUIRE(outcome.code == kDone);
    const auto json = nlohmann::json::parse(ReadText(report));
    return -json["final_positions"]["ball::ball"][2].get<double>();
  };
  for (const double g : {1.0, 4.0}) {
    const std::string gravity = fmt::format("gravity=[0, 0, {}]", -g);
    CHECK(fall({"run", file, "--set", gravity, "--set",
                "simulator.duration=0.5", "--checkpoint", half}) ==
          Approx(g / 8));
    CHECK(fall({"resume", half, "--duration", "2"}) == Approx(2 * g));
    CHECK(Call({"check", file, "--set", gravity}).code == kDone);
  }
  CheckRefused({"run", file, "--set", "directives.ball.mass=2 kg"},
               "--set directives.ball.mass=2 kg: expected a number");
  CheckRefused({"check", file, "--set", "simulator.acuracy=1"},
               "did you mean 'accuracy'?");
}

TEST_CASE("tactus run --set: unknown parameters, bad values -> refused") {
  CheckRefused({"run", "franka", "--set", "gain"}, "NAME=VALUE");
  CheckRefused({"run", "franka", "--set", "gain=much"}, "is a number");
  CheckRefused({"run", "cylinder", "--set", "contact=pach"},
               "one of point, patch");
  CheckRefused({"run", "cylinder", "--set", "contact=1"},
               "one of point, patch");
  CheckRefused({"run", "franka", "--set", "=1"}, "NAME=VALUE");
  CheckRefused({"run", "franka", "--set", "gian=1"},
               "there are: gain, effort_limits");
  CheckRefused({"run", "stack", "--set", "gain=1"}, "it has none");
}

TEST_CASE(
    "tactus run: a model that starts in the ground -> a warning, or lifted") {
  const ScratchFolder folder;
  const std::string model = (folder / "box.xml").string();
  const std::string report = (folder / "report.json").string();
  std::ofstream(model) << R"(<mujoco><worldbody>
      <body name="box"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      </worldbody></mujoco>)";
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"run",        model,  "--ground",
                                      "--duration", "0.01", "--quiet",
                                      "--report",   report};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Call(words);
    CHECK(outcome.code == kDone);
    return outcome.err;
  };
  CHECK_THAT(run({}),
             Catch::Contains("box.xml: warning: body 'box': starts 0.1 m deep "
                             "in the ground"));
  CHECK(run({"--lift"}).empty());
  const auto json = nlohmann::json::parse(ReadText(report));
  CHECK(json["final_positions"]["box"][2].get<double>() ==
        Approx(0.1).margin(1e-3));
  CheckRefused({"run", "stack", "--lift"}, "--lift is for files");
}

TEST_CASE("tactus run: --ground under what touches nothing -> a warning") {
  const ScratchFolder folder;
  const std::string model = (folder / "ghost.xml").string();
  std::ofstream(model) << R"(<mujoco><worldbody><body><freejoint/>
      <geom type="sphere" size=".1" contype="0" conaffinity="0"/>
      </body></worldbody></mujoco>)";
  const Outcome outcome =
      Call({"run", model, "--ground", "--duration", "0.01", "--quiet"});
  CHECK_THAT(outcome.err, Catch::Contains("nothing of the model can touch"));
}

TEST_CASE("tactus run: a name that is nearly one -> what may have been meant") {
  CheckRefused({"run", "hard_cluter"}, "did you mean 'hard_clutter'?");
  CheckRefused({"rum", "stack"}, "did you mean 'run'?");
  CheckRefused({"run", "stack", "--acuracy", "1e-3"},
               "did you mean '--accuracy'?");
  const ScratchFolder folder;
  std::ofstream(folder / "arm.xml") << "<mujoco/>";
  CheckRefused({"run", (folder / "arn.xml").string()}, "arm.xml'?");
}

TEST_CASE("tactus run --scheme: one that there is not -> the words that are") {
  CheckRefused({"run", "franka", "--scheme", "trapezoid", "--quiet"},
               "--scheme is one of extrapolated, step_doubling, not "
               "'trapezoid'");
}

TEST_CASE(
    "tactus run: contact by rk3, implicit_euler, sdirk2, ros2 -> counted") {
  const ScratchFolder folder;
  const std::string report = (folder / "report.json").string();
  const std::string integrator =
      GENERATE("rk3", "implicit_euler", "sdirk2", "ros2");
  const Outcome outcome =
      Call({"run", "stack", "--integrator", integrator, "--accuracy", "1e-2",
            "--duration", "0.02", "--quiet", "--report", report});
  INFO(integrator << outcome.err);
  REQUIRE(outcome.code == kDone);
  const auto json = nlohmann::json::parse(ReadText(report));
  CHECK(json["contacts_max"].get<int>() > 0);
  CHECK(json["contacts_mean"].get<double>() > 0);
  CHECK(json["penetration_max_m"].get<double>() > 0);
  CHECK(json["geometry_queries"] == json["derivative_evaluations"]);
  CHECK(json["geometry_queries"].get<long>() > json["steps"].get<long>());
}

TEST_CASE(
    "tactus run: ComFree with joint limits -> one warning, with --quiet, too") {
  const auto run = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"run", "franka", "--duration", "0.01"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Call(words);
    CHECK(outcome.code == kDone);
    return outcome.err;
  };
  const std::string text = run({"--integrator", "comfree"});
  CHECK_THAT(text, Catch::Contains("comfree holds joint limits"));
  CHECK(text.find("comfree holds") == text.rfind("comfree holds"));
  // It is a loss, which --quiet does not keep quiet.
  CHECK(run({"--integrator", "comfree", "--quiet"}) == text);
  CHECK(run({}).empty());
}

// A slider whose range begins above where it is: a metre of m g h.
TEST_CASE("tactus run: a start that limits move -> energy from there on") {
  const ScratchFolder folder;
  const std::string model = (folder / "slider.xml").string();
  const std::string report = (folder / "report.json").string();
  std::ofstream(model) << R"(<mujoco><worldbody><body name="b">
      <joint name="z" type="slide" axis="0 0 1" limited="true" range="1 2"/>
      <geom type="sphere" size=".1" mass="1"/></body></worldbody></mujoco>)";
  const Outcome outcome =
      Call({"run", model, "--duration", "0.1", "--report", report});
  REQUIRE(outcome.code == kDone);
  const auto json = nlohmann::json::parse(ReadText(report));
  CHECK(json["energy_initial_J"] == Approx(9.81));
}

TEST_CASE(
    "tactus run: a gain beyond the accuracy's share -> in the report, too") {
  const ScratchFolder folder;
  const std::string report = (folder / "report.json").string();
  const Outcome outcome = Call({"run", "dish_rack", "--accuracy", "0.3",
                                "--duration", "2", "--report", report});
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.err, Catch::Contains("times as deep"));
  const auto json = nlohmann::json::parse(ReadText(report));
  REQUIRE_FALSE(json["warnings"].empty());
  CHECK_THAT(json["warnings"].back().get<std::string>(),
             Catch::Contains("times as deep"));
}

// A strut holds a beam: solvers leave some 1e-10 of its energy.
TEST_CASE("tactus run: a loop at rest -> no gain is told") {
  const ScratchFolder folder;
  const std::string model = (folder / "loop.xml").string();
  std::ofstream(model)
      << R"(<mujoco><worldbody><body name="a" pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="1"/>
<body name="b" pos="0.3 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.3 0 -0.2" size="0.02" mass="1"/></body></body></worldbody>
<equality><connect body1="b" body2="world" anchor="0.3 0 -0.2"/></equality></mujoco>)";
  const Outcome outcome = Call({"run", model});
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.err, !Catch::Contains("gained"));
}

TEST_CASE("tactus run: words that cannot be used -> what is wanted") {
  CheckRefused({"run", "stack", "--duration", "abc"},
               "--duration takes a number, not 'abc'");
  CheckRefused({"run"}, "'tactus run --help' says what it is");
  CheckRefused({"run", "stack", "--log", "x.txt"}, "ends in .csv or .npz");
  CheckRefused({"dynamics", "track.yaml"}, "is a scenario");
}

}  // namespace
}  // namespace tactus::apps
