#include "tactus/apps/models/model_file.h"

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::apps {
namespace {

constexpr const char* kBall = R"(<mujoco><worldbody>
  <body name="ball" pos="0 0 1"><freejoint/>
    <geom size="0.1" contype="2" conaffinity="4"/>
    <geom size="0.2" contype="0" conaffinity="0"/></body>
</worldbody></mujoco>)";

TEST_CASE("LoadModelFile: a ground -> touches what collides, and only that") {
  const ScratchFolder folder;
  std::ofstream(folder / "ball.xml") << kBall;
  const LoadedModel plain = LoadModelFile(folder / "ball.xml", {});
  const LoadedModel grounded =
      LoadModelFile(folder / "ball.xml", {.ground = true});
  REQUIRE(plain.model->geometries().size() == 2);
  REQUIRE(grounded.model->geometries().size() == 3);
  const contact::Geometry& ground = grounded.model->geometries()[2];
  CHECK(ground.body == 0);
  CHECK(std::holds_alternative<contact::HalfSpace>(ground.shape));
  const auto touches = [&](const contact::Geometry& other) {
    return ((other.contype & ground.conaffinity) |
            (ground.contype & other.conaffinity)) != 0;
  };
  CHECK(touches(grounded.model->geometries()[0]));
  CHECK_FALSE(touches(grounded.model->geometries()[1]));
}

// By its ending or by its root element.
TEST_CASE("LoadModelFile: URDF by ending or root -> loaded with its options") {
  const ScratchFolder folder;
  const std::string link =
      "<robot name='r'><link name='a'><inertial><mass value='1'/>"
      "<inertia ixx='1' iyy='1' izz='3'/></inertial></link></robot>";
  for (const char* name : {"r.URDF", "r.xml"}) {
    std::ofstream(folder / name) << link;
    CHECK_THROWS_WITH(LoadModelFile(folder / name, {.fix_inertia = false}),
                      Catch::Contains("triangle inequality"));
    const LoadedModel fixed = LoadModelFile(folder / name, {});
    CHECK(fixed.model->num_velocities() == 6);
    CHECK(fixed.report.CountPhysics() == 1);
    const LoadedModel welded =
        LoadModelFile(folder / name, {.weld_root = true});
    CHECK(welded.model->num_velocities() == 0);
  }
}

TEST_CASE(
    "LoadModelFile: files that are no model -> refused by name and reason") {
  const ScratchFolder folder;
  const auto refuse = [&](const std::string& name, const std::string& text,
                          const std::string& why) {
    std::ofstream(folder / name) << text;
    CHECK_THROWS_WITH(LoadModelFile(folder / name, {.fix_inertia = false}),
                      Catch::Contains(name) && Catch::Contains(why));
  };
  refuse("a.yaml", "directives: []", "this is a scenario");
  refuse("a.URDF", "<robot/>", "it has no <link>");
  refuse("b.xml", "<robot name='x'/>", "it has no <link>");
  refuse("a.sdf", "<sdf/>", "needs the attribute 'version'");
  refuse("cut.xml", "<mujoco><worldbody>", "cut.xml:");
  refuse("other.xml", "<html/>", "<mujoco>");
  CHECK_THROWS_WITH(LoadModelFile(folder / "none.xml", {}),
                    Catch::Contains("there is no such file"));
  CHECK_THROWS_WITH(LoadModelFile(folder.path(), {}),
                    Catch::Contains("it is a directory"));
}

}  // namespace
}  // namespace tactus::apps
