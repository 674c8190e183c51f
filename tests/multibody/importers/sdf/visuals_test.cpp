#include "tactus/multibody/importers/sdf/visuals.h"

#include <numbers>

#include "multibody/importers/sdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::sdformat {
namespace {

using tactus::test::BuildModel;
using tactus::test::Says;

const std::string kBall =
    "<geometry><sphere><radius>2</radius></sphere></geometry>";

std::string LinkWith(const std::string& visual) {
  return "<link name='a'><collision name='c'>" + kBall +
         "</collision><visual name='v'>" + visual + "</visual></link>";
}

TEST_CASE("SDF looks: a visual -> drawn in place of what collides") {
  const auto model =
      BuildModel(LinkWith("<pose degrees='true'>1 2 3 0 0 90</pose>" + kBall +
                          "<material><diffuse>1 0 0</diffuse></material>"
                          "<transparency>0.25</transparency>"));
  REQUIRE(model->visuals().size() == 1);
  const Visual& visual = model->visuals()[0];
  CHECK(visual.body == 1);
  CHECK(visual.X_BG.translation() == Vector3d(1, 2, 3));
  CHECK((visual.X_BG.linear() * Vector3d::UnitX() - Vector3d::UnitY()).norm() <
        1e-12);
  CHECK(visual.color == Color{1, 0, 0, 0.75});
  CHECK(
      std::get<contact::Sphere>(std::get<contact::Shape>(visual.form)).radius ==
      2);
  CHECK_FALSE(model->geometries()[0].is_drawn);
}

TEST_CASE("SDF looks: Gazebo's script of one colour -> that colour") {
  const auto model = BuildModel(
      LinkWith(kBall + "<material><script><name>Gazebo/Orange</name></script>"
                       "</material>"));
  CHECK(model->visuals()[0].color == Color{1, 0.5, 0, 1});
}

TEST_CASE("SDF looks: a mesh -> its file, which is not opened") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("m.dae", "no mesh");
  const auto file = folder.Write(
      "m.sdf",
      "<sdf version='1.9'><model name='m'><link name='a'><visual name='v'>"
      "<geometry><mesh><uri>m.dae</uri><scale>2 3 4</scale><submesh>"
      "<name>part</name><center>true</center></submesh></mesh></geometry>"
      "</visual></link></model></sdf>");
  ModelBuilder builder;
  LoadSdf(file, {}, &builder);
  const auto model = std::move(builder).Build();
  REQUIRE(model->visuals().size() == 1);
  const auto& mesh = std::get<VisualMesh>(model->visuals()[0].form);
  CHECK(mesh.file.filename() == "m.dae");
  CHECK(mesh.scale == Vector3d(2, 3, 4));
  CHECK(mesh.part == "part");
  CHECK(mesh.is_centered);
}

TEST_CASE("SDF looks: what cannot be drawn -> told, what collides is drawn") {
  for (const std::string& visual :
       {std::string(""), "<pose relative_to='b'>0 0 0 0 0 0</pose>" + kBall,
        std::string("<geometry><mesh><uri>none.stl</uri></mesh></geometry>"),
        std::string("<geometry><box><size>0 1 1</size></box></geometry>")}) {
    INFO(visual);
    ImportReport report;
    const auto model =
        BuildModel(LinkWith(visual) + "<link name='b'/>", &report);
    CHECK(model->visuals().empty());
    CHECK(model->geometries()[0].is_drawn);
    CHECK(Says(report, Notice::Severity::kCosmetic, "it is not drawn"));
  }
}

TEST_CASE("SDF looks: an empty visual -> nothing, and no complaint") {
  ImportReport report;
  const auto model =
      BuildModel(LinkWith("<geometry><empty/></geometry>"), &report);
  CHECK(model->visuals().empty());
  CHECK(report.notices().empty());
}

}  // namespace
}  // namespace tactus::multibody::sdformat
