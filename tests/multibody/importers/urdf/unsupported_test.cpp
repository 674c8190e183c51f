#include "tactus/multibody/importers/urdf/unsupported.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

ImportReport ReportOf(const std::string& xml, bool strict = false) {
  ImportReport report(strict);
  ReportUnsupported(ParseXml("<robot>" + xml + "</robot>", "u.urdf"), &report);
  return report;
}

TEST_CASE("URDF unsupported: elements that are read -> no notice") {
  CHECK(ReportOf("<link name='a'><inertial><origin/><mass/><inertia/>"
                 "</inertial><collision><origin/><geometry><box/></geometry>"
                 "<drake:proximity_properties/></collision></link>"
                 "<drake:joint><origin/><parent/><child/><axis/><limit/>"
                 "<dynamics/><mimic/></drake:joint><transmission><x/>"
                 "<joint "
                 "name='j'><hardwareInterface/></joint></"
                 "transmission><drake:collision_filter_group/>"
                 "<loop_joint/>")
            .notices()
            .empty());
}

TEST_CASE("URDF unsupported: MuJoCo's compiler, timestep, size -> no notice") {
  CHECK(ReportOf("<mujoco><compiler meshdir='m' balanceinertia='false' "
                 "fusestatic='true'/><option timestep='1'><flag "
                 "gravity='enable'/></option><size njmax='9'/></mujoco>")
            .notices()
            .empty());
}

TEST_CASE("URDF unsupported: looks, and physics -> cosmetic, and counted") {
  const auto physics = [](const std::string& xml) {
    const ImportReport report = ReportOf(xml);
    REQUIRE(report.notices().size() == 1);
    return report.CountPhysics() == 1;
  };
  CHECK_FALSE(physics("<link><sensor/></link><link><sensor/></link>"));
  CHECK_FALSE(physics("<material><texture/></material>"));
  CHECK_FALSE(physics("<frame name='f'/>"));
  CHECK_FALSE(physics("<joint><safety_controller/></joint>"));
  CHECK_FALSE(physics("<gazebo><plugin/></gazebo>"));
  CHECK(physics("<gazebo><mu1>1</mu1></gazebo>"));
  CHECK(physics("<gazebo><gravity>false</gravity></gazebo>"));
  CHECK_FALSE(physics("<gazebo><gravity>true</gravity></gazebo>"));
  CHECK(physics("<gazebo><static>true</static></gazebo>"));
  CHECK_FALSE(physics("<gazebo><static value='false'/></gazebo>"));
  CHECK(physics("<gazebo reference='j'><stopErp>0.1</stopErp></gazebo>"));
  CHECK(physics("<mujoco><option gravity='0 0 -1'/></mujoco>"));
  CHECK(physics("<mujoco><option><flag contact='disable'/></option></mujoco>"));
  CHECK(physics("<mujoco><compiler balanceinertia='true'/></mujoco>"));
  CHECK(physics("<link><contact><stiffness value='1'/></contact></link>"));
  CHECK(physics("<link><contact><what/></contact></link>"));
  CHECK(physics("<link><collision><sdf/></collision></link>"));
  CHECK(physics("<drake:linear_bushing_rpy/>"));
  CHECK(physics("<something/>"));
  CHECK_THROWS_WITH(ReportOf("<something/>", true),
                    Catch::Contains("refused because loading is strict"));
}

// A slip of the pen must not turn into a default.
TEST_CASE(
    "URDF unsupported: unknown attributes -> reported with their element") {
  const auto report_of = [](const std::string& xml) {
    const ImportReport report = ReportOf("\n" + xml);
    REQUIRE(report.notices().size() == 1);
    CHECK(report.CountPhysics() == 1);
    return to_string(report.notices()[0]);
  };
  CHECK(report_of("<joint><axis xyx='0 1 0'/></joint>") ==
        "u.urdf:2: warning: <axis>: unknown attribute 'xyx'");
  CHECK(report_of("<joint><limit lower='-1' uper='1'/></joint>") ==
        "u.urdf:2: warning: <limit>: unknown attribute 'uper'");
  CHECK(report_of("<link><inertial><origin ryp='1 0 0'/></inertial></link>") ==
        "u.urdf:2: warning: <origin>: unknown attribute 'ryp'");
  CHECK(report_of("<link><inertial><mass vlaue='2'/></inertial></link>") ==
        "u.urdf:2: warning: <mass>: unknown attribute 'vlaue'");
  CHECK(report_of("<link><collision><geometry><box sise='1 1 1'/></geometry>"
                  "</collision></link>") ==
        "u.urdf:2: warning: <box>: unknown attribute 'sise'");
  CHECK(report_of("<link><collision><drake:proximity_properties>"
                  "<drake:mu_static vlaue='1'/></drake:proximity_properties>"
                  "</collision></link>") ==
        "u.urdf:2: warning: <drake:mu_static>: unknown attribute 'vlaue'");
  CHECK(ReportOf("<joint name='j' type='fixed' dont_collapse='true'>"
                 "<limit drake:acceleration='1' ros:x='2' jerk='1'/></joint>")
            .notices()
            .empty());
  CHECK_THROWS_WITH(
      ReportOf("<joint><axis xyx='0 1 0'/></joint>", true),
      Catch::Contains("'xyx' (refused because loading is strict)"));
}

TEST_CASE(
    "URDF unsupported: elements that are there twice -> the second is told") {
  const auto second_of = [](const std::string& xml) {
    const ImportReport report = ReportOf(xml);
    REQUIRE(report.notices().size() == 1);
    CHECK(report.CountPhysics() == 1);
    CHECK(report.notices()[0].line == 2);
    return report.notices()[0].message;
  };
  for (const std::string tag : {"origin", "mass", "inertia"}) {
    CHECK(second_of("<link><inertial><" + tag + "/>\n<" + tag +
                    "/></inertial></link>") ==
          "only the first <" + tag + "> of <inertial> acts");
  }
  for (const std::string tag :
       {"origin", "axis", "limit", "dynamics", "mimic", "parent", "child"}) {
    CHECK(second_of("<joint name='j'><" + tag + "/>\n<" + tag + "/></joint>") ==
          "only the first <" + tag + "> of <joint name=\"j\"> acts");
  }
  CHECK(second_of("<link><inertial/>\n<inertial/></link>") ==
        "only the first <inertial> of <link> acts");
  CHECK(second_of("<link><collision><geometry/>\n<geometry/></collision>"
                  "</link>") ==
        "only the first <geometry> of <collision> acts");
  CHECK(second_of("<link><collision><geometry><box/>\n<sphere/></geometry>"
                  "</collision></link>") ==
        "only the first shape of a <geometry> acts");
  CHECK(ReportOf("<link><collision/><collision/></link><link/>")
            .notices()
            .empty());
}

TEST_CASE("URDF unsupported: a xacro file -> refused as one") {
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
