#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/commands/commands.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::json;

TEST_CASE(
    "tactus verify: tolerances that hold -> done, with errors and orders") {
  const ScratchFolder folder;
  const std::string file = (folder / "v.json").string();
  const Outcome outcome =
      Call({"verify", "double_pendulum", "--accuracy", "1e-4", "--quantity",
            "joint/*/position=0.5", "--quantity", "energy/total", "--tolerance",
            "0.2", "--report", file});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Catch::Contains("joint/lower_hinge/position") &&
                              Catch::Contains("the end"));
  const Json json = Json::parse(ReadText(file));
  CHECK(json["held"] == true);
  REQUIRE(json["levels"].size() == 3);
  CHECK(json["levels"][2]["accuracy"].get<double>() == Approx(1e-6));
  CHECK(json["levels"][0]["steps"] < json["levels"][1]["steps"]);
  const Json& hinge = json["quantities"]["joint/lower_hinge/position"];
  CHECK(hinge["tolerance"] == 0.5);
  CHECK(hinge["error"] > 0);
  CHECK(hinge["error"] < 0.5);
  CHECK(hinge["trusted_until_s"] == 1.0);
  CHECK(json["quantities"]["joint/upper_hinge/position"]["order_in_step"] >
        0.5);
  CHECK(hinge["sensitive_from_s"].is_null());
  CHECK(json["quantities"]["energy/total"]["tolerance"] == 0.2);
}

TEST_CASE(
    "tactus verify: several tolerances for a quantity -> the last one counts") {
  const ScratchFolder folder;
  const std::string file = (folder / "v.json").string();
  const auto judge = [&](std::vector<std::string> wishes) {
    std::vector<std::string> words = {"verify", "double_pendulum", "--accuracy",
                                      "1e-4",   "--quiet",         "--report",
                                      file,     "--tolerance",     "0.5"};
    for (std::string& wish : wishes) {
      words.push_back("--quantity");
      words.push_back(std::move(wish));
    }
    const ExitCode code = static_cast<ExitCode>(Call(words).code);
    const Json json = Json::parse(ReadText(file))["quantities"];
    CHECK(json["body/lower/position"]["tolerance"] == 1);
    return std::pair(code, json["body/upper/position"]["tolerance"]);
  };
  using Result = std::pair<ExitCode, Json>;
  CHECK(judge({"body/*/position=1", "body/upper/position=1e-12"}) ==
        Result{kAccuracyNotReached, 1e-12});
  CHECK(judge({"body/upper/position=1e-12", "body/*/position=1"}) ==
        Result{kDone, 1});
  CHECK(judge({"body/*/position=1", "body/upper/position"}) ==
        Result{kDone, 1});
}

TEST_CASE("tactus verify: durations whose samples round -> done") {
  for (const char* duration : {"0.1", "0.2", "0.3"}) {
    const Outcome outcome = Call({"verify", "double_pendulum", "--duration",
                                  duration, "--tolerance", "1", "--quiet"});
    INFO(outcome.err);
    CHECK(outcome.code == kDone);
  }
}

TEST_CASE(
    "tactus verify --threads: rk3 -> a warning of one thread, cenic none") {
  const auto warns = [](const std::string& integrator) {
    const Outcome outcome =
        Call({"verify", "double_pendulum", "--accuracy", "1e-4", "--integrator",
              integrator, "--threads", "2", "--tolerance", "1", "--quiet"});
    CHECK(outcome.code == kDone);
    return outcome.err.find("one thread is used") != std::string::npos;
  };
  CHECK(warns("rk3"));
  CHECK_FALSE(warns("cenic"));
}

TEST_CASE("tactus verify: rk3 -> order 3 in the step") {
  const ScratchFolder folder;
  const std::string file = (folder / "v.json").string();
  REQUIRE(Call({"verify", "double_pendulum", "--integrator", "rk3",
                "--accuracy", "1e-6", "--quantity", "joint/*/position",
                "--tolerance", "1e-3", "--quiet", "--report", file})
              .code == kDone);
  const Json json = Json::parse(ReadText(file));
  for (const auto& [name, quantity] : json["quantities"].items())
    CHECK(quantity["order_in_step"].get<double>() == Approx(3).margin(0.3));
}

TEST_CASE(
    "tactus verify: a tolerance not held -> fails, says when, hints at "
    "accuracy") {
  const ScratchFolder folder;
  const std::string file = (folder / "v.json").string();
  const Outcome outcome =
      Call({"verify", "double_pendulum", "--quantity",
            "joint/lower_hinge/position=1e-3", "--report", file, "--quiet"});
  CHECK(outcome.code == kAccuracyNotReached);
  CHECK(outcome.out.empty());
  CHECK_THAT(
      outcome.err,
      Catch::Contains("joint/lower_hinge/position is within 0.001 until") &&
          Catch::Contains("not to 1 s"));
  const Json json = Json::parse(ReadText(file));
  CHECK(json["held"] == false);
  const Json& hinge = json["quantities"]["joint/lower_hinge/position"];
  const double until = hinge["trusted_until_s"];
  CHECK(until > 0);
  CHECK(until < 1);
  // What it suggests does hold.
  const double accuracy = hinge["suggested_accuracy"];
  REQUIRE(accuracy < 1e-3);
  CHECK(Call({"verify", "double_pendulum", "--quantity",
              "joint/lower_hinge/position=2e-3", "--accuracy",
              std::to_string(accuracy), "--quiet"})
            .code == kDone);
}

TEST_CASE(
    "tactus verify --save-reference: a pendulum -> files, and errors that "
    "agree") {
  const ScratchFolder folder;
  const std::string reference = (folder / "reference").string();
  const std::string file = (folder / "v.json").string();
  const Outcome outcome = Call(
      {"verify", "double_pendulum", "--duration", "0.5", "--tolerance", "0.1",
       "--samples", "50", "--save-reference", reference, "--report", file});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.out, Catch::Contains("reference: cenic, accuracy 1e-08") &&
                              Catch::Contains("by reference"));
  const std::string csv = ReadText(folder / "reference/reference.csv");
  CHECK_THAT(csv, Catch::StartsWith("time,body/upper/pose.x"));
  CHECK(std::ranges::count(csv, '\n') == 1 + 51);
  CHECK(std::ranges::count(ReadText(folder / "reference/second.csv"), '\n') ==
        1 + 51);
  const Json summary =
      Json::parse(ReadText(folder / "reference/reference.json"));
  CHECK(summary["independent"] == true);
  CHECK(summary["horizon_s"] == 0.5);
  // The estimate and the reference tell the same.
  const Json json = Json::parse(ReadText(file));
  for (const auto& [name, quantity] : json["quantities"].items()) {
    INFO(name);
    const double truth = quantity["error_by_reference"];
    if (truth < 1e-6) continue;  // What a hinge holds in place.
    CHECK(quantity["error"].get<double>() == Approx(truth).epsilon(0.5));
  }
}

// Free fall leaves no doubt, and the assertion, which fails, is not looked at.
TEST_CASE("tactus verify: a scenario -> its settings, without its assertions") {
  const ScratchFolder folder;
  std::ofstream(folder / "bead.xml")
      << "<mujoco><worldbody><body name='bead'><joint name='z' type='slide' "
         "axis='0 0 1'/><geom size='0.1'/></body></worldbody></mujoco>";
  std::ofstream(folder / "fall.yaml") << R"(
directives:
- add_model: {name: it, file: bead.xml}
simulator: {duration: 0.3, accuracy: 0.01}
assert:
- {joint_position: z, near: 5, tolerance: 0.01}
)";
  const std::string scenario = (folder / "fall.yaml").string();
  REQUIRE(Call({"run", scenario, "--quiet"}).code == kAssertionFailed);
  const std::string file = (folder / "v.json").string();
  const Outcome outcome =
      Call({"verify", scenario, "--quantity", "joint/*/position", "--report",
            file, "--quiet"});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  const Json json = Json::parse(ReadText(file));
  CHECK(json["duration"] == 0.3);
  CHECK(json["levels"][0]["accuracy"] == 0.01);
  REQUIRE(json["quantities"].size() == 1);
  CHECK(json["quantities"].begin().value()["tolerance"] == 0.1);
}

TEST_CASE("tactus verify: unknown names, bad options -> refused in one line") {
  CheckRefused({"verify"}, "target");
  CheckRefused({"verify", "no_such_scene"}, "no scene 'no_such_scene'");
  CheckRefused({"verify", "ball_drop", "--quantity", "body/bell/position"},
               "did you mean 'body/ball/position'?");
  CheckRefused({"verify", "ball_drop", "--quantity", "energy/total=small"},
               "'small' is no positive number");
  CheckRefused({"verify", "ball_drop", "--quantity", "energy/total=-1"},
               "no positive number");
  CheckRefused({"verify", "ball_drop", "--levels", "2"}, "--levels must");
  CheckRefused({"verify", "ball_drop", "--samples", "0"}, "--samples must");
  CheckRefused({"verify", "ball_drop", "--tolerance", "0"}, "--tolerance must");
  CheckRefused({"verify", "ball_drop", "--reference-accuracy", "0"},
               "--reference-accuracy must");
  CheckRefused({"verify", "ball_drop", "--reference-accuracy", "1e-6"},
               "--reference-accuracy needs --save-reference");
  CheckRefused({"verify", "anisotropic_slide", "--integrator", "cenic"},
               "friction that is the same in all directions");
  const ScratchFolder folder;
  CheckRefused({"verify", "ball_drop", "--report", (folder / "a/b").string()},
               "cannot write");
  CHECK(folder.num_entries() == 0);
}

TEST_CASE(
    "tactus verify: a run that fails -> integration failed, and which run") {
  const ScratchFolder folder;
  std::ofstream(folder / "m.xml")
      << "<mujoco><worldbody><body name='b'><joint name='j' type='hinge' "
         "axis='0 0 1'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
         "</body></worldbody><actuator><motor joint='j' name='m'/></actuator>"
         "<keyframe><key name='bad' ctrl='1e308'/></keyframe></mujoco>";
  const Outcome outcome = Call(
      {"verify", (folder / "m.xml").string(), "--keyframe", "bad", "--quiet"});
  CHECK(outcome.code == kIntegrationFailed);
  CHECK_THAT(outcome.err, Catch::Contains("the run by cenic, accuracy 0.001 "
                                          "failed"));
}

}  // namespace
}  // namespace tactus::apps
