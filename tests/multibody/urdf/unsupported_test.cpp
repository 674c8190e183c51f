#include "tactus/multibody/urdf/unsupported.h"

#include "multibody/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

ImportReport ReportOf(const std::string& xml, bool strict = false) {
  ImportReport report(strict);
  ReportUnsupported(ParseXml("<robot>" + xml + "</robot>", "u.urdf"), &report);
  return report;
}

TEST_CASE("What is read is not reported") {
  CHECK(ReportOf("<link name='a'><inertial><origin/><mass/><inertia/>"
                 "</inertial><collision><origin/><geometry><box/></geometry>"
                 "<drake:proximity_properties/></collision></link>"
                 "<drake:joint><origin/><parent/><child/><axis/><limit/>"
                 "<dynamics/><mimic/></drake:joint><transmission><x/>"
                 "</transmission><drake:collision_filter_group/>"
                 "<loop_joint/>")
            .notices()
            .empty());
}

TEST_CASE("Looks are cosmetic, physics is not") {
  const auto physics = [](const std::string& xml) {
    const ImportReport report = ReportOf(xml);
    REQUIRE(report.notices().size() == 1);
    return report.CountPhysics() == 1;
  };
  CHECK_FALSE(physics("<link><visual/></link><link><visual/></link>"));
  CHECK_FALSE(physics("<material/>"));
  CHECK_FALSE(physics("<frame name='f'/>"));
  CHECK_FALSE(physics("<joint><safety_controller/></joint>"));
  CHECK_FALSE(physics("<gazebo><plugin/></gazebo>"));
  CHECK(physics("<gazebo><mu1>1</mu1></gazebo>"));
  CHECK(physics("<gazebo><gravity>false</gravity></gazebo>"));
  CHECK_FALSE(physics("<gazebo><gravity>true</gravity></gazebo>"));
  CHECK(physics("<link><contact/></link>"));
  CHECK(physics("<link><collision><sdf/></collision></link>"));
  CHECK(physics("<drake:linear_bushing_rpy/>"));
  CHECK(physics("<something/>"));
  CHECK_THROWS_WITH(ReportOf("<something/>", true),
                    Catch::Contains("refused because loading is strict"));
}

TEST_CASE("A xacro file is told to be one") {
  CHECK_THROWS_WITH(ReportOf("\n<xacro:macro name='m'/>"),
                    Catch::Contains("u.urdf:2: <xacro:macro") &&
                        Catch::Contains("expand it first"));
  CHECK_THROWS_WITH(
      ReportOf("\n<link name='a'>\n<inertial><mass value='${m}'/></inertial>"
               "</link>"),
      Catch::Contains("u.urdf:3: <mass>") && Catch::Contains("xacro"));
  CHECK_THROWS_WITH(
      ReportOf("<link name='$(arg side)_arm'/>"),
      Catch::Contains("u.urdf:1: <link") && Catch::Contains("xacro"));
  CHECK_NOTHROW(ReportOf("<gazebo><plugin name='${not_ours}'/></gazebo>"));
}

}  // namespace
}  // namespace tactus::multibody::urdf
