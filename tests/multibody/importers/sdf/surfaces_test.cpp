#include "tactus/multibody/importers/sdf/surfaces.h"

#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody::sdformat {
namespace {

using Catch::Contains;
using Severity = Notice::Severity;

struct Surface {
  explicit Surface(const std::string& inside) {
    const XmlElement element =
        ParseXml("<surface>" + inside + "</surface>", "a.sdf");
    ReadSurface(element, &material, &report);
  }

  contact::Material material;
  ImportReport report;
};

// The one notice of a surface, or of the <physics> and <axis> of a joint.
Notice OnlyNotice(const ImportReport& report) {
  REQUIRE(report.notices().size() == 1);
  return report.notices()[0];
}

ImportReport OfJoint(const std::string& inside) {
  ImportReport report;
  ReportJointPhysics(ParseXml("<joint>" + inside + "</joint>", "a.sdf"),
                     &report);
  return report;
}

TEST_CASE(
    "SDF surface: friction of ODE and Bullet -> ODE's, or else Bullet's") {
  const std::string bullet =
      "<bullet><friction>0.1</friction><friction2>0.1</friction2></bullet>";
  const Surface both("<friction><ode><mu>0.7</mu></ode>" + bullet +
                     "</friction>");
  CHECK(both.material.static_friction == 0.7);
  CHECK(both.report.notices().empty());
  const Surface alone("<friction>" + bullet + "</friction>");
  CHECK(alone.material.static_friction == 0.1);
  CHECK(alone.material.dynamic_friction == 0.1);
  CHECK(OnlyNotice(alone.report).severity == Severity::kCosmetic);
  const Surface uneven(
      "<friction><ode><mu>0.7</mu><mu2>0.2</mu2></ode></friction>");
  CHECK(OnlyNotice(uneven.report).severity == Severity::kApproximated);
  CHECK_THAT(OnlyNotice(uneven.report).message,
             Contains("the same in all directions: that of <mu>"));
}

TEST_CASE(
    "SDF surface: what does not act -> reported, unless it is the default") {
  const auto check = [](const std::string& path, const std::string& standard,
                        const std::string& other) {
    INFO(path);
    std::string before, after, rest = path;
    while (!rest.empty()) {
      const auto end = rest.find('/');
      const std::string tag = rest.substr(0, end);
      before += "<" + tag + ">";
      after = "</" + tag + ">" + after;
      rest = end == std::string::npos ? "" : rest.substr(end + 1);
    }
    CHECK(Surface(before + standard + after).report.notices().empty());
    const Surface told(before + other + after);
    CHECK(told.report.CountPhysics() == 1);
    CHECK(OnlyNotice(told.report).element ==
          "<" + path.substr(path.rfind('/') + 1) + ">");
  };
  check("friction/ode/slip1", "0", "0.3");
  check("friction/ode/slip2", "0.0", "0.3");
  check("friction/ode/fdir1", "0 0 0", "1 0 0");
  check("friction/bullet/rolling_friction", "0", "0.2");
  check("contact/ode/soft_cfm", "0", "0.1");
  check("contact/ode/soft_erp", "0.2", "0.5");
  check("contact/ode/max_vel", "0.01", "0.1");
  check("contact/ode/min_depth", "0", "0.01");
  check("contact/ode/kd", "0", "3");
  check("contact/bullet/kp", "1000000000000", "1e5");
  check("contact/elastic_modulus", "-1", "1e6");
  check("bounce/restitution_coefficient", "0", "0.5");
  CHECK(Surface("<contact><ode><kp>1e5</kp></ode><bullet><kp>1e6</kp></bullet>"
                "</contact>")
            .report.notices()
            .empty());
  CHECK(Surface("<bounce><threshold>10</threshold></bounce>")
            .report.notices()
            .empty());
  CHECK(OnlyNotice(Surface("<soft_contact><dart><stiffness>100</stiffness>"
                           "</dart></soft_contact>")
                       .report)
            .severity == Severity::kDropped);
}

TEST_CASE("SDF joint: physics that does not act -> reported, unless default") {
  CHECK(OfJoint("<axis><limit><stiffness>1e8</stiffness><dissipation>1.0"
                "</dissipation></limit></axis><physics><ode>"
                "<implicit_spring_damper>1</implicit_spring_damper>"
                "<cfm>0</cfm><limit><erp>0.2</erp></limit></ode></physics>")
            .notices()
            .empty());
  CHECK(OfJoint("<axis><limit><stiffness>10</stiffness><dissipation>2"
                "</dissipation></limit></axis><axis2><limit><stiffness>10"
                "</stiffness></limit></axis2>")
            .CountPhysics() == 2);  // Both stiffnesses in one.
  CHECK(OnlyNotice(OfJoint("<physics><ode><max_force>3</max_force></ode>"
                           "</physics>"))
            .severity == Severity::kDropped);
  CHECK(OnlyNotice(OfJoint("<physics><ode><suspension><erp>0.9</erp>"
                           "</suspension></ode></physics>"))
            .element == "<erp>");
}

}  // namespace
}  // namespace tactus::multibody::sdformat
