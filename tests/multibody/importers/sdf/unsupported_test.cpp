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

TEST_CASE("SDF unsupported: elements that are not known -> reported") {
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

TEST_CASE(
    "SDF unsupported: elements of newer versions that are read -> no notice") {
  ImportReport report;
  BuildModel(
      "<link name='a'><inertial><density>3</density></inertial></link>"
      "<link name='b'/><joint name='j' type='screw'><parent>a</parent>"
      "<child>b</child><axis><xyz>0 0 1</xyz></axis>"
      "<screw_thread_pitch>.1</screw_thread_pitch></joint>",
      &report);
  CHECK(report.CountPhysics() == 0);
}

}  // namespace
}  // namespace tactus::multibody
