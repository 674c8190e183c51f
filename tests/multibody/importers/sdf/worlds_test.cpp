#include "tactus/multibody/importers/sdf/worlds.h"

#include <string>

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using tactus::test::Says;

// A falling stone, and a table on which nothing falls.
const std::string kWorlds = R"(<sdf version='1.9'>
<world name='outside'>
  <model name='stone'><link name='l'/></model>
</world>
<world name='inside'>
  <gravity>0 0 -1</gravity>
  <model name='table'><static>true</static><link name='l'/></model>
  <model name='cup'><joint name='j' type='revolute'>
    <parent>l</parent><child>m</child><axis><xyz>0 0 1</xyz></axis>
  </joint><link name='l'/><link name='m'/></model>
</world></sdf>)";

struct Loaded {
  ImportReport report;
  std::shared_ptr<const Model> model;
};
Loaded Load(const std::string& xml, const std::string& world,
            bool strict = false) {
  ModelBuilder builder;
  Loaded loaded;
  loaded.report =
      ParseSdf(xml, "a.sdf", {.strict = strict, .world = world}, &builder);
  loaded.model = std::move(builder).Build();
  return loaded;
}

TEST_CASE("SDF worlds: several and no name -> the first, and a notice") {
  const auto [report, model] = Load(kWorlds, "");
  CHECK(model->num_bodies() == 2);
  CHECK(model->num_velocities() == 6);
  CHECK(model->gravity_W() == Vector3d(0, 0, -9.8));
  CHECK(report.CountPhysics() == 1);
  CHECK(Says(report, Notice::Severity::kDropped,
             "a.sdf:5: warning: <world name=\"inside\">: left out: it is the "
             "first world of the file, 'outside', that is simulated"));
  CHECK_THROWS_WITH(Load(kWorlds, "", true), Contains("inside"));
}

TEST_CASE("SDF worlds: a name -> that world, and no notice") {
  const auto [report, model] = Load(kWorlds, "inside", true);
  CHECK(model->num_bodies() == 4);
  CHECK(model->BodyIndex("cup::m") > 0);
  CHECK(model->gravity_W() == Vector3d(0, 0, -1));
  CHECK(report.notices().empty());
  CHECK(Load(kWorlds, "outside", true).model->num_bodies() == 2);
}

// What libsdformat would refuse of a world is refused in that world alone.
TEST_CASE("SDF worlds: what is wrong in another world -> is no matter") {
  std::string xml = kWorlds;
  xml.replace(xml.find("<parent>l<"), 10, "<parent>x<");
  CHECK(Load(xml, "outside").model->num_bodies() == 2);
  CHECK_THROWS_WITH(Load(xml, "inside"), Contains("x"));
}

TEST_CASE("SDF worlds: a name of none -> refused, with those that are there") {
  CHECK_THROWS_WITH(Load(kWorlds, "insid"),
                    Contains("a.sdf:1: <sdf>: there is no world 'insid'; there "
                             "are 'outside', 'inside'"));
  CHECK_THROWS_WITH(
      Load("<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>",
           "w"),
      Contains("there is no world 'w', nor any other"));
}

TEST_CASE("KeepWorld: one world left -> what is beside worlds stays") {
  XmlElement root =
      ParseXml("<sdf><world name='a'/><model/><world name='b'/></sdf>", "f");
  ImportReport report;
  sdformat::KeepWorld("b", &root, &report);
  REQUIRE(root.children.size() == 2);
  CHECK(root.children[0].tag == "model");
  CHECK(*root.children[1].Find("name") == "b");
  CHECK(report.notices().empty());
}

}  // namespace
}  // namespace tactus::multibody
