#include "tactus/multibody/importers/sdf/unsupported.h"

#include "multibody/importers/sdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using tactus::test::BuildModel;
using tactus::test::Says;

TEST_CASE("SDF elements that are not known are reported") {
  ImportReport report;
  BuildModel(R"(
    <link name='a'>
      <colision name='c'/>
      <visual name='v'><whatever/></visual>
      <sensor name='s' type='imu'><whatever/></sensor>
    </link>
    <link name='b'/>
    <plugin name='p' filename='l'><whatever/></plugin>
    <joint name='j' type='revolute'><parent>a</parent><child>b</child>
      <axis><xyz>0 0 1</xyz><dynamics><dampng>2</dampng></dynamics></axis>
    </joint>)",
             &report);
  const auto dropped = Notice::Severity::kDropped;
  CHECK(Says(report, dropped, "<colision name=\"c\">: unknown element"));
  CHECK(Says(report, dropped, "<dampng>: unknown element"));
  CHECK_FALSE(Says(report, dropped, "whatever"));
  CHECK(report.CountPhysics() == 3);  // The plugin is one.
}

TEST_CASE("SDF inertias from the geometry are refused, not guessed") {
  const std::string link =
      "<link name='a'>\n<inertial auto='true'/></link></model></sdf>";
  ModelBuilder builder;
  CHECK_THROWS_WITH(
      ParseSdf("<sdf version='1.11'><model name='m'>" + link, "a.sdf", {},
               &builder),
      StartsWith("a.sdf:2: <inertial>") && Contains("state mass and inertia"));

  const tactus::test::TemporaryDirectory directory;
  directory.Write("box/model.config",
                  "<model><sdf version='1.9'>model.sdf</sdf></model>");
  directory.Write("box/model.sdf",
                  "<sdf version='1.9'><model name='box'>" + link);
  directory.Write("main.sdf",
                  "<sdf version='1.9'><world name='w'><include>"
                  "<uri>model://box</uri></include></world></sdf>");
  CHECK_THROWS_WITH(
      LoadSdf(directory.path() / "main.sdf", {}, &builder),
      Contains("box/model.sdf:2: <inertial>") && Contains("(auto)"));
}

}  // namespace
}  // namespace tactus::multibody
