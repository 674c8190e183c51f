#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/commands/commands.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

TEST_CASE("tactus scenes: no option -> all scenes by name") {
  const Outcome outcome = Call({"scenes"});
  CHECK(outcome.code == kDone);
  CHECK(outcome.err.empty());
  for (const examples::Scene& scene : examples::Scenes())
    CHECK_THAT(outcome.out, Catch::Contains(std::string(scene.name) + " "));
}

TEST_CASE(
    "tactus scenes --export: standard output or a file -> the same JSON") {
  const ScratchFolder folder;
  const std::string path = (folder / "s.json").string();
  const Outcome shown = Call({"scenes", "--export", "soft_clutter"});
  REQUIRE(shown.code == kDone);
  const Outcome written =
      Call({"scenes", "--export", "soft_clutter", "--out", path});
  REQUIRE(written.code == kDone);
  CHECK(written.out.empty());
  CHECK(ReadText(path) == shown.out);
  CHECK(nlohmann::json::parse(shown.out)["bodies"].size() == 20);
}

TEST_CASE(
    "tactus scenes --export: no neutral form, no scene -> refused, no file") {
  const ScratchFolder folder;
  const std::string path = (folder / "s.json").string();
  CheckRefused({"scenes", "--export", "franka", "--out", path},
               "scene 'franka' has no neutral form");
  CheckRefused({"scenes", "--export", "kitchen", "--out", path},
               "there is no scene 'kitchen'");
  CheckRefused({"scenes", "--out", path}, "--export");
  CHECK(folder.num_entries() == 0);
}

}  // namespace
}  // namespace tactus::apps
