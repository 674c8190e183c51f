// tactus resume: the whole run's bits, and clear refusals.
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <nlohmann/json.hpp>

namespace tactus::apps {
namespace {

using Json = nlohmann::json;

Json ReadReport(const std::filesystem::path& file) {
  return Json::parse(ReadText(file));
}

void CheckSameEnd(const Json& a, const Json& b) {
  CHECK(a["final_positions"] == b["final_positions"]);
  CHECK(a["final_velocities"] == b["final_velocities"]);
}

// The controller's samples are events, so that the end of the first part cuts
// no step.
TEST_CASE("tactus resume: a run split at an event -> the whole run's bits") {
  const ScratchFolder folder;
  const auto in_folder = [&](const char* name) {
    return (folder / name).string();
  };
  REQUIRE(Call({"run", "digital_pid", "--duration", "0.2", "--checkpoint",
                in_folder("c"), "--quiet"})
              .code == kDone);
  const Outcome resumed =
      Call({"resume", in_folder("c"), "--duration", "0.3", "--report",
            in_folder("rest.json"), "--log", in_folder("rest.csv")});
  INFO(resumed.err);
  REQUIRE(resumed.code == kDone);
  CHECK_THAT(resumed.out, Catch::Contains("digital_pid: 0.1 s simulated"));
  REQUIRE(Call({"run", "digital_pid", "--duration", "0.3", "--report",
                in_folder("whole.json"), "--quiet"})
              .code == kDone);
  const Json whole = ReadReport(folder / "whole.json");
  const Json rest = ReadReport(folder / "rest.json");
  CheckSameEnd(whole, rest);
  CHECK(whole["steps"] == 302);  // a sample takes one, the first takes three
  CHECK(rest["steps"] == 100);
  // The log goes on where the first part's ended.
  CHECK_THAT(ReadText(folder / "rest.csv"), Catch::Contains("\n0.201,"));
}

// 0.009 is not 9 * 0.001, the time of the sample.
TEST_CASE(
    "tactus resume: a split at an event but for rounding -> whole run's bits") {
  const ScratchFolder folder;
  const std::string checkpoint = (folder / "c").string();
  const std::string rest = (folder / "rest.json").string();
  const std::string whole = (folder / "whole.json").string();
  REQUIRE(Call({"run", "digital_pid", "--duration", "0.009", "--checkpoint",
                checkpoint, "--quiet"})
              .code == kDone);
  REQUIRE(Call({"resume", checkpoint, "--duration", "0.05", "--report", rest,
                "--quiet"})
              .code == kDone);
  REQUIRE(Call({"run", "digital_pid", "--duration", "0.05", "--report", whole,
                "--quiet"})
              .code == kDone);
  CheckSameEnd(ReadReport(whole), ReadReport(rest));
}

TEST_CASE(
    "tactus resume: an interrupted run -> the whole run's bits and steps") {
  const ScratchFolder folder;
  const std::string checkpoint = (folder / "c").string();
  std::thread user([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::raise(SIGINT);
  });
  const std::string first = (folder / "first.json").string();
  const Outcome interrupted =
      Call({"run", "ball_drop", "--duration", "1e9", "--checkpoint", checkpoint,
            "--report", first, "--accuracy", "1e-2"});
  user.join();
  REQUIRE(interrupted.code == kInterrupted);
  const double time = ReadReport(first)["duration"];
  const std::string end = std::to_string(time + 1);
  const std::string rest = (folder / "rest.json").string();
  const std::string whole = (folder / "whole.json").string();
  REQUIRE(Call({"resume", checkpoint, "--duration", end, "--report", rest,
                "--quiet"})
              .code == kDone);
  REQUIRE(Call({"run", "ball_drop", "--duration", end, "--report", whole,
                "--accuracy", "1e-2", "--quiet"})
              .code == kDone);
  CheckSameEnd(ReadReport(whole), ReadReport(rest));
  CHECK(ReadReport(whole)["steps"] ==
        ReadReport(first)["steps"].get<long>() +
            ReadReport(rest)["steps"].get<long>());
}

TEST_CASE(
    "tactus resume: a model file as it was, changed, gone -> runs, or "
    "refused") {
  const ScratchFolder folder;
  const std::string model = (folder / "ball.xml").string();
  std::ofstream(model) << "<mujoco><worldbody><body name='ball'><freejoint/>"
                          "<geom size='0.1'/></body></worldbody></mujoco>";
  const std::string checkpoint = (folder / "c").string();
  REQUIRE(Call({"run", model, "--duration", "0.5", "--checkpoint", checkpoint,
                "--checkpoint-interval", "0.1", "--quiet"})
              .code == kDone);
  CHECK(Call({"resume", checkpoint, "--duration", "1", "--quiet"}).code ==
        kDone);
  CheckRefused({"resume", checkpoint},
               "is at 0.5 s, where the run ends; --duration makes it longer");
  const std::string own = (folder / "own").string();
  std::filesystem::copy_file(checkpoint, own);
  CHECK(
      Call({"resume", own, "--duration", "0.7", "--checkpoint", own, "--quiet"})
          .code == kDone);
  CheckRefused({"resume", own, "--duration", "0.6"}, "is at 0.7 s");
  CheckRefused({"resume", checkpoint, "--duration", "0.2"},
               "is at 0.5 s, after the end of the run at 0.2 s; --duration "
               "makes it longer");
  std::ofstream(model, std::ios::app) << " ";
  CheckRefused({"resume", checkpoint, "--duration", "1"},
               "is not there as it was when the checkpoint was written");
  std::filesystem::remove(model);
  CheckRefused({"resume", checkpoint, "--duration", "1"}, "is not there");
}

TEST_CASE(
    "tactus resume: packages in relative folders -> found from elsewhere") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "packages/robot");
  std::ofstream(folder / "packages/robot/tip.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
         "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  std::ofstream(folder / "robot.urdf") << R"(<robot name="r"><link name="tip">
      <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0"
      ixz="0" iyz="0"/></inertial><collision><geometry>
      <mesh filename="package://robot/tip.obj"/></geometry></collision>
      </link></robot>)";
  const std::string checkpoint = (folder / "c").string();
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const int code =
      Call({"run", "robot.urdf", "--package-path", "packages", "--duration",
            "0.1", "--checkpoint", checkpoint, "--quiet"})
          .code;
  std::filesystem::current_path(before);
  REQUIRE(code == kDone);
  const Outcome rest =
      Call({"resume", checkpoint, "--duration", "0.2", "--quiet"});
  INFO(rest.err);
  CHECK(rest.code == kDone);
}

TEST_CASE("tactus run --checkpoint: where the report goes -> refused") {
  const ScratchFolder folder;
  const std::string file = (folder / "a").string();
  CheckRefused({"run", "ball_drop", "--checkpoint", file, "--report", file},
               "twice");
  CHECK(folder.num_entries() == 0);
}

TEST_CASE(
    "tactus resume: a log of the scenario that is there -> not overwritten") {
  const ScratchFolder folder;
  const std::string log = (folder / "fall.csv").string();
  const std::string scenario = (folder / "fall.yaml").string();
  std::ofstream(scenario)
      << "directives:\n"
         "- add_body: {name: ball, shape: {sphere: {radius: 0.1}}, mass: 1}\n"
         "logs:\n- {file: "
      << log << ", signals: [energy/*], rate: 10}\n";
  const std::string checkpoint = (folder / "c").string();
  REQUIRE(Call({"run", scenario, "--duration", "0.5", "--checkpoint",
                checkpoint, "--quiet"})
              .code == kDone);
  const std::string before = ReadText(log);
  CheckRefused({"resume", checkpoint, "--duration", "1"},
               "is there, and what follows the checkpoint would overwrite it");
  CHECK(ReadText(log) == before);
  std::filesystem::remove(log);
  REQUIRE(Call({"resume", checkpoint, "--duration", "1", "--quiet"}).code ==
          kDone);
  CHECK_THAT(ReadText(log), Catch::Contains("\n0.6,"));
}

TEST_CASE("Resume: --out into the run's own folder -> its log is kept") {
  const ScratchFolder folder;
  const std::string own = (folder / "own").string();
  const std::string checkpoint = (folder / "c").string();
  REQUIRE(Call({"run", "double_pendulum", "--duration", "0.2", "--checkpoint",
                checkpoint, "--out", own, "--quiet"})
              .code == kDone);
  const std::string log = ReadText(folder / "own/log.csv");
  const std::string report = ReadText(folder / "own/report.json");
  CheckRefused({"resume", checkpoint, "--duration", "0.4", "--out", own},
               "own/log.csv is there, and what follows the checkpoint would "
               "overwrite it; --out puts it into another folder");
  CHECK(ReadText(folder / "own/log.csv") == log);
  CHECK(ReadText(folder / "own/report.json") == report);
  // By its own name it may be written over.
  for (const std::string& place : {(folder / "rest").string(), own}) {
    std::vector<std::string> resume = {"resume", checkpoint, "--duration",
                                       "0.4",    "--quiet",  "--out"};
    resume.push_back(place);
    if (place == own) {
      resume.push_back("--log");
      resume.push_back(place + "/log.csv");
    }
    CHECK(Call(resume).code == kDone);
    CHECK(ReadText(std::filesystem::path(place) / "log.csv") != log);
  }
}

// Bodies that turn several times have quaternions of either sign in the log.
TEST_CASE(
    "tactus resume: a run split while bodies spin -> logs join byte for byte") {
  const ScratchFolder folder;
  const auto in_folder = [&](const char* name) {
    return (folder / name).string();
  };
  std::ofstream(folder / "spin.xml") << R"(
    <mujoco>
      <option gravity="0 0 0"/>
      <worldbody>
        <body name="free"><freejoint/><geom size="0.1"/></body>
        <body name="wheel" pos="1 0 0" euler="30 40 50">
          <joint name="axle" axis="1 2 3"/><geom size="0.1 0.1 0.2" type="box"/>
          <body name="rider" euler="100 0 70"><geom size="0.1" pos="1 0 0"/></body>
        </body>
      </worldbody>
      <keyframe>
        <key name="spin" qpos="0 0 3 1 0 0 0 0" qvel="0 0 0 3 20 2 -17"/>
      </keyframe>
    </mujoco>)";
  const auto run = [&](const char* duration, const char* log) {
    const Outcome done = Call(
        {"run", in_folder("spin.xml"), "--keyframe", "spin", "--integrator",
         "icf", "--step", "0.0625", "--duration", duration, "--log",
         in_folder(log), "--checkpoint", in_folder("c"), "--quiet"});
    INFO(done.err);
    REQUIRE(done.code == kDone);
    return ReadText(folder / log);
  };
  const std::string whole = run("2", "whole.csv");
  const std::string first = run("1.25", "first.csv");
  REQUIRE(Call({"resume", in_folder("c"), "--duration", "2", "--log",
                in_folder("rest.csv"), "--quiet"})
              .code == kDone);
  const std::string rest = ReadText(folder / "rest.csv");
  CHECK(first + rest.substr(rest.find('\n') + 1) == whole);
}

TEST_CASE(
    "tactus run --checkpoint-interval: far below a step -> a checkpoint to "
    "resume") {
  const ScratchFolder folder;
  const std::string checkpoint = (folder / "c").string();
  CHECK(Call({"run", "double_pendulum", "--duration", "0.05", "--checkpoint",
              checkpoint, "--checkpoint-interval", "1e-20", "--quiet"})
            .code == kDone);
  CHECK(Call({"resume", checkpoint, "--duration", "0.1", "--quiet"}).code ==
        kDone);
}

TEST_CASE("tactus resume: a scenario's model that has changed -> refused") {
  const ScratchFolder folder;
  const auto write_ball = [&](const char* size) {
    std::ofstream(folder / "ball.xml")
        << "<mujoco><worldbody><body name='ball'><freejoint/><geom size='"
        << size << "'/></body></worldbody></mujoco>";
  };
  write_ball("0.1");
  const std::string scenario = (folder / "s.yaml").string();
  std::ofstream(scenario)
      << "directives:\n- add_model: {name: a, file: ball.xml}\n"
         "simulator: {duration: 0.5}\n";
  const std::string checkpoint = (folder / "c").string();
  REQUIRE(Call({"run", scenario, "--checkpoint", checkpoint, "--quiet"}).code ==
          kDone);
  CHECK(Call({"resume", checkpoint, "--duration", "1", "--quiet"}).code ==
        kDone);
  write_ball("0.2");
  CheckRefused({"resume", checkpoint, "--duration", "1"},
               "block 'plant': the model is not the one of the checkpoint");
}

TEST_CASE(
    "tactus run --checkpoint: a full disk -> an error that names the file") {
  const Outcome outcome = Call({"run", "ball_drop", "--duration", "0.1",
                                "--checkpoint", "/dev/full", "--quiet"});
  CHECK(outcome.code != kDone);
  CHECK_THAT(outcome.err, Catch::Contains("/dev/full"));
}

TEST_CASE("tactus resume: missing, cut or damaged checkpoints -> refused") {
  const ScratchFolder folder;
  const std::string file = (folder / "c").string();
  CheckRefused({"resume", file}, "there is no checkpoint '" + file + "'");
  std::ofstream(file) << "something else, longer than the first few bytes";
  CheckRefused({"resume", file}, "this is not a checkpoint of a run");
  REQUIRE(Call({"run", "ball_drop", "--duration", "0.1", "--checkpoint", file,
                "--quiet"})
              .code == kDone);
  const std::string good = ReadText(file);
  std::ofstream(file) << good.substr(0, good.size() - 1);
  CheckRefused({"resume", file, "--duration", "1"}, "is damaged");
  // Each byte counts, those of what was run included.
  for (std::size_t i = 0; i < 300; i += 3) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x04);
    std::ofstream(file) << bad;
    CheckRefused({"resume", file, "--duration", "1"}, file);
  }
  CheckRefused({"run", "ball_drop", "--checkpoint-interval", "1"},
               "--checkpoint-interval needs a file");
  CheckRefused(
      {"run", "ball_drop", "--checkpoint", file, "--checkpoint-interval", "-1"},
      "must not be negative");
  CheckRefused(
      {"run", "ball_drop", "--checkpoint", (folder / "none" / "c").string()},
      "cannot write");
}

}  // namespace
}  // namespace tactus::apps
