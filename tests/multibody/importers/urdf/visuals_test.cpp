#include "tactus/multibody/importers/urdf/visuals.h"

#include "multibody/importers/urdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using tactus::test::Link;
using tactus::test::ParseRobot;

constexpr const char* kCollision =
    "<collision><geometry><sphere radius='1'/></geometry></collision>";

std::string Visual(const std::string& shape, const std::string& more = "") {
  return "<visual><origin xyz='1 2 3'/><geometry>" + shape + "</geometry>" +
         more + "</visual>";
}

TEST_CASE("URDF looks: a visual -> drawn in place of what collides") {
  const auto robot =
      ParseRobot(Link("a", kCollision + Visual("<box size='2 4 6'/>")));
  REQUIRE(robot.model->visuals().size() == 1);
  const auto& visual = robot.model->visuals()[0];
  CHECK(visual.body == robot.model->BodyIndex("a"));
  CHECK(visual.X_BG.translation() == Vector3d(1, 2, 3));
  CHECK_FALSE(visual.color.has_value());
  const auto& shape = std::get<contact::Shape>(visual.form);
  CHECK(std::get<contact::Box>(shape).half_extents == Vector3d(1, 2, 3));
  CHECK_FALSE(robot.geometry(0).is_drawn);
  CHECK(robot.report.notices().empty());
}

TEST_CASE("URDF looks: no visual -> what collides is drawn") {
  CHECK(ParseRobot(Link("a", kCollision)).geometry(0).is_drawn);
}

TEST_CASE(
    "URDF looks: a material's colour, its own or by name -> that colour") {
  const auto robot = ParseRobot(
      Link("a", Visual("<sphere radius='1'/>",
                       "<material name='m'><color rgba='1 0 0 0.5'/>"
                       "</material>") +
                    Visual("<sphere radius='1'/>", "<material name='m'/>") +
                    Visual("<sphere radius='1'/>", "<material name='b'/>") +
                    Visual("<sphere radius='1'/>", "<material name='?'/>")) +
      "<material name='b'><color rgba='0 0 1 1'/></material>");
  const auto visuals = robot.model->visuals();
  REQUIRE(visuals.size() == 4);
  CHECK(visuals[0].color == Color{1, 0, 0, 0.5});
  CHECK(visuals[1].color == Color{1, 0, 0, 0.5});
  CHECK(visuals[2].color == Color{0, 0, 1, 1});
  CHECK_FALSE(visuals[3].color.has_value());
  CHECK(robot.report.notices().empty());
}

TEST_CASE("URDF looks: a mesh -> its file, which is not opened") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("m.dae", "no mesh");
  const auto file = folder.Write(
      "r.urdf", "<robot name='r'>" +
                    Link("a", Visual("<mesh filename='m.dae' scale='2'/>")) +
                    "</robot>");
  ModelBuilder builder;
  LoadUrdf(file, {}, &builder);
  const auto model = std::move(builder).Build();
  REQUIRE(model->visuals().size() == 1);
  const auto& mesh = std::get<VisualMesh>(model->visuals()[0].form);
  CHECK(mesh.file.filename() == "m.dae");
  CHECK(mesh.scale == Vector3d(2, 2, 2));
}

TEST_CASE("URDF looks: what cannot be drawn -> told, what collides is drawn") {
  for (const char* shape :
       {"<mesh filename='none.stl'/>", "<box size='0 1 1'/>", "<cone/>"}) {
    INFO(shape);
    const auto robot = ParseRobot(
        Link("a", kCollision + Visual(shape) + Visual("<box size='1 1 1'/>")));
    CHECK(robot.model->visuals().size() == 1);
    CHECK(robot.geometry(0).is_drawn);
    CHECK(robot.Says("it is not drawn"));
  }
}

}  // namespace
}  // namespace tactus::multibody::urdf
