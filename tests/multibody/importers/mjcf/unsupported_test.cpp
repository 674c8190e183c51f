#include "tactus/multibody/importers/mjcf/unsupported.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/schema.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Severity = Notice::Severity;

ImportReport Report(const std::string& xml, bool strict = false) {
  ImportReport report(strict);
  ReportUnsupported(ParseXml("<mujoco>" + xml + "</mujoco>", "m.xml"), &report);
  return report;
}

// The only notice, in words.
std::string Only(const std::string& xml, Severity severity) {
  const ImportReport report = Report(xml);
  REQUIRE(report.notices().size() == 1);
  CHECK(report.notices()[0].severity == severity);
  return report.notices()[0].element + ": " + report.notices()[0].message;
}

std::string OnlyDropped(const std::string& xml) {
  return Only(xml, Severity::kDropped);
}

std::string OnlyApproximated(const std::string& xml) {
  return Only(xml, Severity::kApproximated);
}

std::string World(const std::string& xml) {
  return "<worldbody>" + xml + "</worldbody>";
}

TEST_CASE("MJCF unsupported: looks -> left out as cosmetic, even if strict") {
  for (const char* xml :
       {"<visual><rgba haze='1'/></visual>", "<statistic extent='1'/>",
        "<size nkey='1'/>", "<custom/>", "<sensor><gyro/></sensor>",
        "<asset><texture/></asset>", "<asset><skin/></asset>",
        "<worldbody><camera/></worldbody>",
        "<worldbody><light/></worldbody>"}) {
    INFO(xml);
    CHECK_THAT(Only(xml, Severity::kCosmetic), EndsWith(": left out"));
    CHECK_NOTHROW(Report(xml, true));
  }
}

TEST_CASE("MJCF unsupported: softness of dry friction -> it stays hard") {
  for (const char* name : {"solreffriction", "solimpfriction"}) {
    const std::string attribute = std::string(name) + "='.9 .9'";
    CHECK_THAT(OnlyApproximated(World("<body><joint " + attribute +
                                      " frictionloss='1'/></body>")),
               Contains("dry friction is not softened"));
    CHECK_THAT(OnlyApproximated("<tendon><fixed " + attribute +
                                "><joint joint='j' coef='1'/></fixed>"
                                "</tendon>"),
               Contains("dry friction is not softened"));
  }
}

TEST_CASE("MJCF unsupported: cosmetic attributes -> no notice") {
  CHECK(Report(World("<geom rgba='1 0 0 1' material='m' group='2' user='1'/>"
                     "<site type='box' size='1' rgba='1 1 1 1'/>"
                     "<body name='b' user='1'><joint group='1'/></body>") +
               "<option integrator='RK4' timestep='.01' cone='elliptic'>"
               "<flag multiccd='enable'/></option><compiler texturedir='t'/>"
               "<keyframe><key time='1' act='1'/></keyframe>")
            .notices()
            .empty());
}

TEST_CASE("MJCF unsupported: elements of physics -> dropped by name and line") {
  const ImportReport report =
      Report("\n<equality><distance name='w'/>\n<flex/></equality>");
  REQUIRE(report.notices().size() == 2);
  CHECK(to_string(report.notices()[0]) ==
        "m.xml:2: warning: <distance name=\"w\">: of equality constraints only "
        "connect, weld, joint and tendon act");
  CHECK(report.notices()[1].line == 3);
  CHECK(OnlyDropped("<tendon><bent name='s'><site/></bent></tendon>") ==
        "<bent name=\"s\">: tendons other than fixed and spatial ones are left "
        "out");
  CHECK(OnlyDropped("<extension><plugin plugin='p'/></extension>") ==
        "<plugin>: attribute 'plugin' = 'p': plugins are left out");
  CHECK(Report("<extension><plugin plugin='mujoco.elasticity.cable'>"
               "<instance name='i'/></plugin></extension>")
            .notices()
            .empty());
  CHECK(OnlyDropped("<deformable/>") ==
        "<deformable>: deformable bodies are left out");
  CHECK(OnlyDropped(World("<plugin/>")) == "<plugin>: plugins are left out");
}

TEST_CASE(
    "MJCF unsupported: attributes of physics -> told, unless at defaults") {
  CHECK(OnlyDropped("<option><flag override='enable'/></option>") ==
        "<flag>: attribute 'override' = 'enable': contacts keep their own "
        "parameters");
  CHECK_THAT(OnlyApproximated(World("<joint actuatorgravcomp='true'/>")),
             EndsWith("'true': gravity is taken off bodies, whatever force the "
                      "actuator has left"));
  for (const char* condim : {"4", "6"}) {
    CHECK_THAT(
        OnlyApproximated(World("<geom condim='" + std::string(condim) + "'/>")),
        Contains(": torsional and rolling friction act under"));
  }
  CHECK_THAT(OnlyApproximated("<equality><joint solref='1 1'/></equality>"),
             EndsWith("'1 1': ties hold near-rigidly"));
  CHECK_THAT(OnlyDropped("<option><flag filterparent='disable'/></option>"),
             EndsWith(": bodies that a joint connects never touch"));
  CHECK_THAT(OnlyApproximated(World("<geom margin='.1'/>")),
             EndsWith("elsewhere contact begins at zero distance"));
  CHECK_THAT(OnlyApproximated(World("<joint solreflimit='.1 1'/>")),
             EndsWith(": joint limits are near-rigid"));
  const std::string frame = ": bodies keep the frame that the file gives them";
  CHECK_THAT(OnlyApproximated(World("<freejoint align='true'/>")),
             EndsWith(frame));
  CHECK_THAT(OnlyApproximated("<compiler alignfree='true'/>"), EndsWith(frame));
  CHECK(Report("<option density='0' viscosity='0.0' wind='0 0 0'>"
               "<flag contact='enable'/></option>" +
               World("<geom condim='3' margin='0.0' gap='0' solmix='1'/>"
                     "<geom condim='1' shellinertia='false'/>"
                     "<freejoint align='auto'/><joint frictionloss='1'/>"
                     "<body gravcomp='0'/>") +
               "<equality><joint name='e' active='false' joint1='a' joint2='b' "
               "polycoef='0 1 0 0 0'/></equality>")
            .notices()
            .empty());
}

TEST_CASE("MJCF unsupported: attributes in defaults -> told as in elements") {
  CHECK_THAT(OnlyApproximated("<default><default class='c'><joint "
                              "actuatorgravcomp='true'/></default></default>"),
             Contains(": gravity is taken off bodies"));
  CHECK_THAT(OnlyApproximated("<default><equality solimp='1'/></default>"),
             EndsWith(": ties hold near-rigidly"));
  CHECK(OnlyDropped("<default><geom colour='red'/></default>") ==
        "<geom>: unknown attribute 'colour'");
  CHECK(Report("<default><equality active='true'/><tendon/><muscle/><camera/>"
               "<motor ctrlrange='0 1'/><material rgba='1 1 1 1'/></default>")
            .notices()
            .empty());
}

TEST_CASE(
    "MJCF unsupported: unknown elements and attributes -> dropped by name") {
  CHECK(OnlyDropped("<wheels name='w'/>") ==
        "<wheels name=\"w\">: unknown element");
  CHECK(OnlyDropped(World("<body><wheel/></body>")) ==
        "<wheel>: unknown element");
  CHECK(OnlyDropped(World("<body position='1 2 3'/>")) ==
        "<body>: unknown attribute 'position'");
  CHECK(OnlyDropped("<actuator><motor power='1'/></actuator>") ==
        "<motor>: unknown attribute 'power'");
  CHECK(Report("<actuator><motor gear='1' joint='j'/><position kp='1'/>"
               "<muscle force='1'/></actuator>")
            .notices()
            .empty());
}

TEST_CASE(
    "MJCF unsupported: an attribute of two elements -> one notice for both") {
  const ImportReport report =
      Report(World("<geom name='a' margin='1'/><geom name='b' margin='1'/>"));
  REQUIRE(report.notices().size() == 1);
  CHECK(report.notices()[0].count == 2);
}

TEST_CASE("MJCF unsupported: strict -> lost physics is refused") {
  CHECK_THROWS_WITH(Report("\n<tendon><bent name='s'/></tendon>", true),
                    Catch::StartsWith("m.xml:2: <bent name=\"s\">: tendons"));
  CHECK_THROWS_AS(Report(World("<geom margin='1'/>"), true), ModelFileError);
  CHECK_THROWS_AS(Report(World("<geom shape='1'/>"), true), ModelFileError);
}

TEST_CASE("MJCF unsupported: parts of a flexcomp -> what is unknown is told") {
  const ImportReport report = Report(World(
      "<flexcomp name='f' colour='1' rgba='1 0 0 1'><edge sharp='1'/><pin "
      "id='0' by='x'/><elasticity young='1' old='1'/><contact internal='true' "
      "passive='false' margin='.1' selfcollide='none'/><thread/></flexcomp>"));
  std::set<std::string> said;
  for (const Notice& notice : report.notices())
    said.insert(notice.element + " " + notice.message.substr(0, 28));
  CHECK(said == std::set<std::string>{"<flexcomp> unknown attribute 'colour'",
                                      "<edge> unknown attribute 'sharp'",
                                      "<pin> unknown attribute 'by'",
                                      "<elasticity> unknown attribute 'old'",
                                      "<contact> attribute 'internal' = 'true",
                                      "<contact> attribute 'margin' = '.1': a",
                                      "<thread> unknown element"});
}

TEST_CASE("MJCF schema: an element by its place -> its rule, or none") {
  CHECK(FindRule("body", "joint") != nullptr);
  CHECK(FindRule("mujoco", "joint") == nullptr);
  CHECK(FindRule("equality", "joint")->treatment ==
        ElementRule::Treatment::kRead);
  CHECK(FindRule("equality", "connect")->treatment ==
        ElementRule::Treatment::kRead);
  CHECK(FindRule("equality", "flex")->treatment ==
        ElementRule::Treatment::kDropped);
  CHECK(FindRule("actuator", "dcmotor")->treatment ==
        ElementRule::Treatment::kElsewhere);
  CHECK(FindDefaultRule("joint") == FindRule("body", "joint"));
  CHECK(FindDefaultRule("light") == nullptr);
  CHECK(FindDefaultRule("dcmotor") == nullptr);
}

}  // namespace
}  // namespace tactus::multibody::mjcf
