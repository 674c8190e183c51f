#include "tactus/multibody/importers/urdf/load_urdf.h"

#include "multibody/importers/urdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("ParseUrdf: two files into one builder -> both, and what it had") {
  ModelBuilder builder;
  builder.AddBody("own", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  ParseUrdf("<robot>" + test::Link("a") + "</robot>", "a.urdf", {}, &builder);
  ParseUrdf("<robot>" + test::Link("b") + "</robot>", "b.urdf", {}, &builder);
  const auto model = std::move(builder).Build();
  CHECK(model->num_bodies() == 4);
  CHECK(model->trees().size() == 3);
}

TEST_CASE("ParseUrdf: a file that cannot be loaded -> the builder as it was") {
  ModelBuilder builder;
  CHECK_THROWS_AS(ParseUrdf("<robot>" + test::Pair("hinge", "") + "</robot>",
                            "a.urdf", {}, &builder),
                  ModelFileError);
  CHECK(builder.num_bodies() == 1);
  CHECK_THROWS_WITH(ParseUrdf("<mujoco/>", "a.urdf", {}, &builder),
                    Catch::Contains("has the root <robot>"));
}

TEST_CASE("ParseUrdf: strict -> refuses what it would leave out") {
  const std::string robot =
      test::Pair("revolute", "<limit effort='1' velocity='2'/>");
  CHECK(test::FailureOfRobot(robot).empty());
  CHECK_THAT(test::FailureOfRobot(robot, {.strict = true}),
             Catch::Contains("'velocity'"));
}

// MuJoCo's meshdir, with the last part of the file's name.
TEST_CASE("LoadUrdf: MuJoCo's meshdir -> meshes are found there") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("assets/t.obj",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
               "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const auto file = folder.Write(
      "r.urdf",
      "<robot><mujoco><compiler meshdir='assets'/></mujoco>" +
          test::Link("a",
                     "<collision><geometry><mesh filename='elsewhere/t.obj'/>"
                     "</geometry></collision>") +
          "</robot>");
  ModelBuilder builder;
  CHECK(LoadUrdf(file, {.strict = true}, &builder).notices().empty());
  CHECK(std::move(builder).Build()->geometries().size() == 1);
}

}  // namespace
}  // namespace tactus::multibody
