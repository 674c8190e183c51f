// What the program refuses, each in one line.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "apps/ball_file.h"
#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("tactus: unknown commands, options, values -> refused in one line") {
  const BallFile file;
  CheckRefused({}, "subcommand");
  CheckRefused({"walk"}, "no command 'walk'; there are: 'run'");
  CheckRefused({"run"}, "target");
  CheckRefused({"run", "no_such_scene"}, "no scene 'no_such_scene'");
  CheckRefused({"run", "ball_drop", "--accuracy", "0"}, "--accuracy must");
  CheckRefused({"run", "ball_drop", "--accuracy", "tight"}, "tight");
  CheckRefused({"run", "ball_drop", "--integrator", "magic"}, "magic");
  CheckRefused({"run", "ball_drop", "--duration", "-1"}, "--duration must");
  CheckRefused({"run", "ball_drop", "--threads", "0"}, "--threads must");
  CheckRefused({"run", "ball_drop", "--log-rate", "-1"}, "--log-rate must");
  CheckRefused({"run", "ball_drop", "--log-signals", "*"}, "needs a file");
  CheckRefused({"run", file.path(), "--out", (file.folder / "o").string(),
                "--log-signals", "body/bill/pose"},
               "did you mean 'body/ball/pose'?");
  CHECK_FALSE(std::filesystem::exists(file.folder / "o"));
  CheckRefused({"run", file.path(), "--log", (file.folder / "l.csv").string(),
                "--log-signals", "plant/contact_results"},
               "no vector");
  CHECK(file.folder.num_entries() == 1);
  CheckRefused({"run", "ball_drop", "--colour", "red"}, "--colour");
  CheckRefused({"run", file.path(), "--friction", "much"}, "much");
  CheckRefused({"run", file.path(), "--friction", "0.1,0.2"}, "--friction");
}

TEST_CASE(
    "tactus run: outputs unwritable, or two at one path -> refused, none "
    "written") {
  const ScratchFolder folder;
  std::ofstream(folder / "file") << "x";
  CheckRefused({"run", "ball_drop", "--out", (folder / "file").string()},
               "cannot write");
  CheckRefused({"run", "ball_drop", "--report", (folder / "a/b").string()},
               "cannot write");
  const std::string both = (folder / "same.csv").string();
  CheckRefused({"run", "ball_drop", "--report", both, "--log", both}, "twice");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("tactus: a viewer page that is not there -> refused before the run") {
  const ScratchFolder folder;
  ::setenv("TACTUS_VIEWER_PAGE", (folder / "none.html").c_str(), 1);
  CheckRefused({"run", "ball_drop", "--html", (folder / "a.html").string()},
               "TACTUS_VIEWER_PAGE");
  ::unsetenv("TACTUS_VIEWER_PAGE");
  CHECK(folder.num_entries() == 0);
}

TEST_CASE(
    "tactus run, check: bad model files -> refused, and nothing is written") {
  const ScratchFolder folder;
  const auto refuse = [&](const std::string& body, const std::string& reason) {
    std::ofstream(folder / "bad.xml")
        << "<mujoco><worldbody>" << body << "</worldbody></mujoco>";
    CheckRefused({"run", (folder / "bad.xml").string(), "--no-fix-inertia",
                  "--out", (folder / "out").string()},
                 reason);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    CheckRefused({"check", "--no-fix-inertia", (folder / "bad.xml").string()},
                 reason);
  };
  const std::string inertial =
      "<body name='b'><freejoint/><inertial pos='0 0 0' ";
  refuse(inertial + "mass='-1' diaginertia='1 1 1'/></body>", "bad.xml:1");
  refuse(inertial + "mass='1' diaginertia='1 1 5'/></body>", "bad.xml:1");
  refuse("<body><freejoint/><geom type='mesh' mesh='x'/></body>", "bad.xml:1");
  refuse("<body>", "bad.xml:");
}

TEST_CASE(
    "tactus run: ComFree's options with others, or out of range -> refused") {
  const std::vector<std::string> run = {"run", "stack"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), run.begin(), run.end());
    return more;
  };
  CheckRefused(with({"--refinement", "4"}), "--refinement is for --integrator");
  CheckRefused(with({"--integrator", "icf", "--mass-splitting"}),
               "--mass-splitting is for --integrator");
  CheckRefused(with({"--integrator", "comfree", "--margin", "-1"}), "margin");
  CheckRefused(with({"--integrator", "comfree", "--accuracy", "1e-3"}),
               "another law at each length of step");
  CheckRefused(with({"--integrator", "comfree", "--backend", "abacus"}),
               "abacus");
  CheckRefused(
      with({"--integrator", "comfree", "--comfree-impedance", "1", "2"}),
      "--comfree-impedance");
}

TEST_CASE(
    "tactus run: an output at the place of an input -> refused, the input "
    "kept") {
  const BallFile file;
  const std::string link = (file.folder / "link.xml").string();
  std::filesystem::create_symlink(file.path(), link);
  std::ofstream(file.folder / "s.yaml")
      << "directives:\n- add_model: {name: ball, file: ball.xml}\n";
  const std::string scenario = (file.folder / "s.yaml").string();
  for (const char* option :
       {"--report", "--log", "--trace", "--html", "--checkpoint"}) {
    INFO(option);
    for (const std::string& place : {file.path(), link}) {
      CheckRefused({"run", file.path(), option, place}, "what is read");
      CheckRefused({"run", scenario, option, place}, "what is read");
    }
    CheckRefused({"run", scenario, option, scenario}, "what is read");
  }
  CHECK(ReadText(file.path()) == kBall);
}

TEST_CASE("tactus run: steps of 1e-300 s, 1e9 refinements -> refused by name") {
  CheckRefused({"run", "ball_drop", "--step", "1e-300"}, "--step");
  CheckRefused({"run", "ball_drop", "--accuracy", "1e-300"}, "--accuracy");
  CheckRefused({"run", "ball_drop", "--max-step", "1e-300"}, "--max-step");
  CheckRefused({"run", "ball_drop", "--integrator", "comfree", "--refinement",
                "1000000000"},
               "--refinement");
}

TEST_CASE("tactus run: options for none of a scenario's files -> refused") {
  const BallFile ball;
  const ScratchFolder folder;
  const std::string scenario = (folder / "s.yaml").string();
  const auto write = [&](const std::string& file) {
    std::ofstream(scenario)
        << "directives: [add_model: {name: a, file: " << file
        << "}]\nsimulator: {duration: 0.01}\n";
  };
  write(ball.path());
  CheckRefused({"run", scenario, "--density", "1000"},
               "--density has no effect: no file of the scenario");
  CheckRefused({"run", scenario, "--skip-missing-meshes"},
               "--skip-missing-meshes has no effect");
  CheckRefused({"run", scenario, "--package-path", "."},
               "--package-path has no effect");
  CHECK(Call({"run", scenario, "--no-fix-inertia"}).code == 0);
  std::ofstream(folder / "link.urdf")
      << "<robot name='r'><link name='a'><collision><geometry><sphere "
         "radius='.1'/></geometry></collision></link></robot>";
  write("link.urdf");
  CHECK(Call({"run", scenario, "--density", "1000", "--package-path", "."})
            .code == 0);
}

TEST_CASE("tactus run: options without effect -> refused by name") {
  const BallFile file;
  CheckRefused({"run", "ball_drop", "--log-rate", "50"}, "--log-rate");
  CheckRefused({"run", file.path(), "--weld-root"}, "--weld-root");
  CheckRefused({"run", file.path(), "--density", "1000"}, "--density");
  CheckRefused({"run", file.path(), "--skip-missing-meshes"},
               "--skip-missing-meshes");
  CheckRefused({"run", file.path(), "--world", "w"}, "--world is not for");
  CheckRefused({"run", "ball_drop", "--world", "w"}, "--world");
  CheckRefused({"run", "ball_drop", "--package", "a=."},
               "--package is for files");
  CheckRefused({"run", "ball_drop", "--package-path", "."},
               "--package-path is for files");
  CheckRefused({"run", file.path(), "--lift"}, "--lift has no effect");
  CheckRefused({"run", "franka", "--set", "gain=1", "--set", "gain=2"},
               "--set gives 'gain' a value twice");
}

TEST_CASE("Messages: escapes and bytes that are no text -> plain text") {
  CheckRefused({"check", "a\x1b[31m\xff.xml"}, "a [31m\xEF\xBF\xBD.xml");
}

}  // namespace
}  // namespace tactus::apps
