#include "tactus/apps/commands/init.h"

#include <fstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/examples/models/models.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

TEST_CASE("init: each model that comes with Tactus -> a scenario that runs") {
  const ScratchFolder folder;
  for (const examples::ModelFile& file : examples::ModelFiles()) {
    INFO(file.name);
    const std::string model = (folder / std::string(file.name)).string();
    const std::string out = model + ".yaml";
    std::ofstream(model) << file.text;
    const Outcome made = Call({"init", model, "--out", out});
    INFO(made.err);
    REQUIRE(made.code == kDone);
    CHECK_THAT(ReadText(out), Contains("file: \"" + std::string(file.name)));
    const Outcome run = Call({"run", out, "--duration", "0.01", "--quiet",
                              "--out", (folder / "out").string()});
    INFO(run.err);
    CHECK(run.code == kDone);
  }
}

TEST_CASE("init: a box in the ground -> a scenario in which it stands on it") {
  const ScratchFolder folder;
  const std::string model = (folder / "a box.xml").string();
  const std::string out = (folder / "b.yaml").string();
  std::ofstream(model) << R"(<mujoco><worldbody><body name="box">
      <freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>
      </mujoco>)";
  REQUIRE(Call({"init", model, "--out", out}).code == kDone);
  const std::string text = ReadText(out);
  CHECK_THAT(text, Contains("name: a_box, file: \"a box.xml\""));
  CHECK_THAT(text, Contains("translation: [0, 0, 0.3]"));
  CHECK_THAT(text, !Contains("systems"));
  CHECK(Call({"check", out}).code == kDone);
}

TEST_CASE("init: what cannot be -> refused, and nothing is written") {
  const ScratchFolder folder;
  const std::string model = (folder / "box.xml").string();
  const std::string out = (folder / "box.yaml").string();
  CheckRefused({"init", model}, "there is no file");
  std::ofstream(model) << "<mujoco><worldbody><body><freejoint/></body>"
                          "</worldbody></mujoco>";
  CheckRefused({"init", model, "--out", (folder / "box.txt").string()},
               "ends in .yaml");
  CheckRefused({"init", model, "--out", out}, "box.xml");
  CHECK(folder.num_entries() == 1);
  std::ofstream(out) << "mine";
  CheckRefused({"init", model, "--out", out}, "there already");
  CHECK(ReadText(out) == "mine");
}

}  // namespace
}  // namespace tactus::apps
