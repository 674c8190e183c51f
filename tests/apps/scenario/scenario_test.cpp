#include "tactus/apps/scenario/scenario.h"

#include <sstream>

#include "apps/io/call_program.h"
#include "apps/scenario/scenario_folder.h"
#include "support/source_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {
namespace {

// Computed torque: each joint's error obeys e'' + 20 e' + 100 e = 0.
constexpr const char* kControlled = R"(directives:
- add_model: {name: arm, file: arm.xml}
systems:
  goal: {type: ConstantVectorSource, model: arm,
         positions: {shoulder: 0.5, elbow: 0}}
  controller: {type: InverseDynamicsController, model: arm, kp: 100, kd: 20}
connections:
- goal.y -> controller.desired_state
- arm.state -> controller.estimated_state
- controller.actuation -> arm.actuation
simulator: {integrator: rk3, accuracy: 1e-8, duration: 0.2}
logs:
- {signals: [joint/arm::shoulder/position], rate: 10, file: shoulder.csv}
assert:
)";

TEST_CASE("Scenario: an arm by computed torque -> its closed form, and a log") {
  const ScenarioFolder folder;
  // Critically damped from rest: e = e0 (1 + 10 t) exp(-10 t).
  const double position = 0.5 * (1 - 3 * std::exp(-2.0));
  std::ostringstream assertion;
  assertion.precision(12);
  assertion << "- {joint_position: shoulder, tolerance: 1e-6, near: "
            << position << "}\n"
            << "- {joint_position: elbow, near: 0, tolerance: 1e-6}\n";
  const Outcome outcome =
      Call({"run", folder.Write(kControlled + assertion.str()), "--quiet",
            "--out", (folder / "out").string()});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK(outcome.err.empty());
  const std::string log = ReadText(folder / "out/shoulder.csv");
  CHECK(std::ranges::count(log, '\n') == 1 + 3);
  CHECK_THAT(log, Catch::StartsWith("time,joint/arm::shoulder/position"));
}

TEST_CASE("Scenario: failed assertions -> lines with values, exit code 5") {
  const ScenarioFolder folder;
  const std::string path =
      folder.Write(std::string(kControlled) +
                   "- {joint_position: shoulder, above: 0.4}\n"
                   "- {joint_position: elbow, below: 1}\n"
                   "- {joint_velocity: shoulder, near: 9, tolerance: 1}\n");
  const std::string report = (folder / "r.json").string();
  const Outcome outcome = Call({"run", path, "--quiet", "--report", report,
                                "--out", (folder / "out").string()});
  CHECK(outcome.code == 5);
  CHECK(std::ranges::count(outcome.err, '\n') == 2);
  CHECK_THAT(outcome.err,
             Catch::Contains("scene.yaml:15:3: assertion failed: position of "
                             "joint 'arm::shoulder' is 0.29"));
  CHECK_THAT(outcome.err, Catch::Contains("scene.yaml:17:3: assertion failed"));
  CHECK(std::filesystem::exists(report));
}

TEST_CASE("Scenario: duration, step, method of the command line -> override") {
  const ScenarioFolder folder;
  const std::string path = folder.Write(R"(directives:
- add_model: {name: arm, file: arm.xml}
simulator: {integrator: icf, step: 0.01, duration: 1}
)");
  const auto say = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", path});
    const Outcome outcome = Call(more);
    CHECK(outcome.code == kDone);
    return outcome.out;
  };
  CHECK_THAT(say({}), Catch::Contains("1 s simulated") &&
                          Catch::Contains("by icf, step 0.01 s"));
  CHECK_THAT(say({"--duration", "0.1", "--step", "0.05"}),
             Catch::Contains("0.1 s simulated") &&
                 Catch::Contains("by icf, step 0.05 s"));
  CHECK_THAT(say({"--integrator", "rk3"}), Catch::Contains("by rk3"));
  CHECK_THAT(say({"--integrator", "cenic", "--external", "explicit"}),
             Catch::Contains("by cenic"));
}

TEST_CASE(
    "tactus check: a scenario, good or bad -> described, or refused, not run") {
  const ScenarioFolder folder;
  const std::string log = (folder / "shoulder.csv").string();
  std::string text =
      std::string(kControlled) + "- {joint_position: elbow, below: 1}\n";
  const std::string relative = "shoulder.csv";
  text.replace(text.find(relative), relative.size(), log);
  const Outcome good = Call({"check", folder.Write(text)});
  INFO(good.err);
  CHECK(good.code == kDone);
  CHECK_THAT(good.out, Catch::Contains("can be simulated, by rk3 for 0.2 s"));
  CHECK_THAT(good.out, Catch::Contains("assertions   1"));
  CHECK_THAT(good.out,
             Catch::Contains("controller   estimated_state desired_state"));
  CHECK_FALSE(std::filesystem::exists(log));

  const Outcome bad = Call({"check", folder.Write("directives: [x: {}]\n")});
  CHECK(bad.code == kUserError);
  CHECK_THAT(bad.err, Catch::Contains("scene.yaml:1:14: unknown key 'x'"));
  const Outcome run = Call({"run", folder.Write("directives: [x: {}]\n"),
                            "--out", (folder / "out").string()});
  CHECK(run.code == kUserError);
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("Scenario: a grain under a method without one -> refused by name") {
  const std::filesystem::path file =
      tactus::test::SourceFolder() / "examples/scenarios/grain.yaml";
  for (const char* method : {"icf", "cenic", "comfree", "dojo"}) {
    const Outcome outcome =
        Call({"run", file.string(), "--integrator", method});
    CHECK(outcome.code == kUserError);
    CHECK_THAT(outcome.err, Catch::Contains("not that of 'ground'"));
  }
}

TEST_CASE("Scenario: a modulus that meets no other -> told, points") {
  const auto run = [](const std::string& ground) {
    const ScenarioFolder folder;
    return Call({"run",
                 folder.Write("directives:\n- add_ground: {name: floor" +
                              ground +
                              "}\n"
                              "- add_body: {name: ball, shape: {sphere: "
                              "{radius: 0.1}}, mass: 1, modulus: 1e6}\n"),
                 "--duration", "0.01"})
        .err;
  };
  CHECK_THAT(run(""), Catch::Contains("geometry 'ball::ball'") &&
                          Catch::Contains("modulus has no effect"));
  CHECK_THAT(run(", modulus: .inf"), !Catch::Contains("no effect"));
}

TEST_CASE("Scenario: what patches have no use for -> told") {
  const auto run = [](const std::string& ground, const std::string& ball,
                      std::vector<std::string> more) {
    const ScenarioFolder folder;
    std::vector<std::string> words = {
        "run",
        folder.Write("directives:\n- add_ground: {name: floor, modulus: .inf" +
                     ground +
                     "}\n- add_body: {name: ball, shape: {sphere: "
                     "{radius: 0.1}}, mass: 1" +
                     ball + "}\n"),
        "--duration", "0.01"};
    words.insert(words.end(), more.begin(), more.end());
    return Call(words).err;
  };
  const std::string soft = ", modulus: 1e6";
  CHECK_THAT(run("", soft + ", slab_thickness: 0.1", {}),
             Catch::Contains("geometry 'ball::ball'") &&
                 Catch::Contains("slab_thickness has no effect"));
  CHECK_THAT(run(", slab_thickness: 0.1", soft, {}),
             Catch::Contains("slab_thickness has no effect"));
  CHECK_THAT(run("", soft, {"--contact-stiffness", "1e5"}),
             Catch::Contains("--contact-stiffness") &&
                 Catch::Contains("yield by their modulus"));
  CHECK_THAT(run("", soft, {}), !Catch::Contains("no effect"));
  CHECK_THAT(run("", "", {"--contact-stiffness", "1e5"}),
             !Catch::Contains("yield by their modulus"));
}

TEST_CASE("Scenario: all of examples/scenarios -> run as they assert") {
  const std::filesystem::path folder =
      tactus::test::SourceFolder() / "examples/scenarios";
  int num_run = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    INFO(entry.path());
    const ScratchFolder out;
    const Outcome outcome = Call({"run", entry.path().string(), "--quiet",
                                  "--out", (out / "out").string()});
    INFO(outcome.err);
    CHECK(outcome.code == kDone);
    ++num_run;
  }
  CHECK(num_run >= 4);
}

}  // namespace
}  // namespace tactus::apps
