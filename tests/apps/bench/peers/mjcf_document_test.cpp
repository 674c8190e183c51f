#include "tactus/apps/bench/peers/mjcf_document.h"

#include <algorithm>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/models/model_file.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

constexpr const char* kMain = R"(<mujoco>
  <compiler meshdir="assets"/>
  <include file="parts/arm.xml"/>
  <keyframe><key name="up" qpos="1" ctrl="0.5"/></keyframe>
</mujoco>)";

constexpr const char* kArm = R"(<mujoco>
  <worldbody><body name="arm"><joint name="hinge" axis="0 1 0"/>
    <geom size="0.1" colour="red"/><geom size="0.2" colour="red" group="2"/>
  </body></worldbody>
  <actuator><motor joint="hinge"/></actuator>
</mujoco>)";

struct Files {
  Files() {
    std::filesystem::create_directory(folder / "parts");
    std::ofstream(folder / "main.xml") << kMain;
    std::ofstream(folder / "parts/arm.xml") << kArm;
  }
  ScratchFolder folder;
};

TEST_CASE("MjcfDocument: an include -> one document that loads anywhere") {
  const Files files;
  MjcfDocument document(files.folder / "main.xml");
  CHECK(document.Remove("geom", "colour") == 2);
  CHECK(document.Remove("geom", "colour") == 0);
  CHECK(document.RemoveValue("geom", "group", "1") == 0);
  CHECK(document.RemoveValue("geom", "group", "2") == 1);
  const std::string text = document.Print();
  CHECK_THAT(text, !Contains("include") && Contains("\"hinge\""));
  CHECK_THAT(text, Contains((files.folder / "assets").string()));
  const ScratchFolder elsewhere;
  std::ofstream(elsewhere / "copy.xml") << text;
  const LoadedModel copy = LoadModelFile(elsewhere / "copy.xml", {});
  CHECK(copy.model->num_velocities() == 1);
  CHECK(copy.model->num_actuators() == 1);
  CHECK(copy.model->keyframes().size() == 1);
}

TEST_CASE("MjcfDocument: removed elements, a ground -> a model so changed") {
  const Files files;
  MjcfDocument document(files.folder / "main.xml");
  CHECK(document.Remove("actuator", "") == 1);
  CHECK(document.Remove("key", "ctrl") == 1);
  document.AddGround();
  CHECK(document.Remove("geom", "colour") == 2);
  std::ofstream(files.folder / "copy.xml") << document.Print();
  const LoadedModel copy = LoadModelFile(files.folder / "copy.xml", {});
  CHECK(copy.model->num_actuators() == 0);
  REQUIRE(copy.model->keyframes().size() == 1);
  CHECK(copy.model->keyframes()[0].q[0] == 1);
  const auto geometries = copy.model->geometries();
  const auto ground = std::ranges::find(geometries, "ground",
                                        [](const auto& g) { return g.name; });
  REQUIRE(ground != geometries.end());
  CHECK(std::holds_alternative<contact::HalfSpace>(ground->shape));
}

TEST_CASE("MjcfDocument: keyframes with spaces -> numbers one space apart") {
  const Files files;
  std::ofstream(files.folder / "spaces.xml")
      << "<mujoco><keyframe>"
         "<key name='home' qpos='  1  2\n 3 ' ctrl=' 4 '/>"
         "</keyframe></mujoco>";
  const std::string text = MjcfDocument(files.folder / "spaces.xml").Print();
  CHECK_THAT(text, Contains("qpos=\"1 2 3\" ctrl=\"4\""));
}

TEST_CASE("MjcfDocument: no MJCF, includes missing or circular -> refused") {
  const Files files;
  const auto refuse = [&](const std::string& text, const std::string& why) {
    std::ofstream(files.folder / "bad.xml") << text;
    CHECK_THROWS_WITH(MjcfDocument(files.folder / "bad.xml"), Contains(why));
  };
  refuse("<robot/>", "bad.xml: it is no MJCF file");
  refuse("<mujoco>", "bad.xml");
  refuse("<mujoco><include file='none.xml'/></mujoco>", "none.xml");
  refuse("<mujoco><include/></mujoco>", "an <include> has no file");
  refuse("<mujoco><include file='bad.xml'/></mujoco>", "include each other");
}

}  // namespace
}  // namespace tactus::apps
