#include "tactus/multibody/importers/mjcf/disabled_parts.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::mjcf {
namespace {

using test::Parse;
using test::Parsed;

Parsed ParseWithout(const std::string& flag) {
  const std::string option = flag.empty() ? ""
                                          : "<option density='1'><flag " +
                                                flag + "='disable'/></option>";
  return Parse(option +
               "<worldbody><geom name='floor' type='plane' size='1 1 1'/>"
               "<body name='a' gravcomp='0.25'>"
               "<joint name='j' type='slide' range='-1 1' limited='true' "
               "stiffness='3' damping='4' frictionloss='5'/>"
               "<geom name='ball' size='1'/></body>"
               "<body name='b'><joint name='k' type='slide'/>"
               "<geom size='1'/></body></worldbody>"
               "<contact><pair geom1='floor' geom2='ball'/></contact>"
               "<equality><joint joint1='j' joint2='k'/></equality>"
               "<tendon><fixed name='t' range='-2 2' limited='true' "
               "stiffness='6' damping='7'><joint joint='j' coef='1'/>"
               "<joint joint='k' coef='1'/></fixed></tendon>"
               "<actuator><position joint='j' kp='8' ctrlrange='-1 1' "
               "ctrllimited='true'/></actuator>");
}

bool HasLimits(const Parsed& p) {
  const bool of_joint = std::isfinite(p.joint("j").lower);
  CHECK(of_joint == std::isfinite(p.model->tendons()[0].upper));
  return of_joint;
}
bool HasContact(const Parsed& p) {
  const bool by_mask = p.geometry(1).contype != 0;
  CHECK(by_mask == !p.model->geometry_pairs().empty());
  return by_mask;
}
bool HasSprings(const Parsed& p) {
  CHECK((p.joint("j").stiffness == 3) ==
        (p.model->tendons()[0].stiffness == 6));
  return p.joint("j").stiffness != 0;
}
bool HasDampers(const Parsed& p) {
  CHECK((p.joint("j").damping == 4) == (p.model->tendons()[0].damping == 7));
  return p.joint("j").damping != 0;
}
bool HasForce(const Parsed& p) {
  return p.actuator(0).gain != 0 || p.actuator(0).bias1 != 0;
}

TEST_CASE("MJCF flags: none -> every part acts") {
  const Parsed p = ParseWithout("");
  CHECK(HasLimits(p));
  CHECK(HasContact(p));
  CHECK(HasSprings(p));
  CHECK(HasDampers(p));
  CHECK(HasForce(p));
  CHECK(std::isfinite(p.actuator(0).control_upper));
  CHECK(p.body("a").gravity_scale == 0.75);
  CHECK(p.model->couplers().size() == 1);
}

TEST_CASE("MJCF flags: a disabled part -> that alone is gone") {
  const auto check = [](const std::string& flag, bool limits, bool contact,
                        bool springs, bool dampers, bool force) {
    INFO(flag);
    const Parsed p = ParseWithout(flag);
    CHECK(HasLimits(p) == limits);
    CHECK(HasContact(p) == contact);
    CHECK(HasSprings(p) == springs);
    CHECK(HasDampers(p) == dampers);
    CHECK(HasForce(p) == force);
    CHECK(p.report.CountPhysics() == 0);
  };
  check("limit", false, true, true, true, true);
  check("contact", true, false, true, true, true);
  check("spring", true, true, false, true, true);
  check("damper", true, true, true, false, true);
  check("passive", true, true, false, false, true);
  check("actuation", true, true, true, true, false);
  check("constraint", false, false, true, true, true);
  check("clampctrl", true, true, true, true, true);
  CHECK(std::isinf(ParseWithout("clampctrl").actuator(0).control_upper));
  CHECK(ParseWithout("passive").body("a").gravity_scale == 1);
  CHECK(ParseWithout("spring").model->fluid().resists());
  CHECK_FALSE(ParseWithout("passive").model->fluid().resists());
  CHECK_FALSE(ParseWithout("spring='disable' damper").model->fluid().resists());
  CHECK(ParseWithout("constraint").model->couplers().empty());
  CHECK(ParseWithout("constraint").joint("j").dry_friction == 0);
}

TEST_CASE("MJCF option: disabled groups of actuators -> exert no force") {
  const auto parse = [](const std::string& groups) {
    return Parse("<option actuatorgroupdisable='" + groups +
                 "'/><default><motor group='2'/></default>"
                 "<worldbody><body><joint name='j'/><geom size='1'/></body>"
                 "</worldbody><actuator><motor joint='j' gear='3'/>"
                 "<position joint='j' kp='5' group='0'/><muscle joint='j' "
                 "group='30' lengthrange='0 1'/></actuator>");
  };
  const auto acting = [&](const std::string& groups) {
    const Parsed p = parse(groups);
    CHECK(p.report.CountPhysics() == 0);
    std::string numbers;
    for (int i = 0; i < 3; ++i) {
      const Actuator& a = p.actuator(i);
      if (a.gain != 0 || a.bias1 != 0 || a.muscle) numbers += std::to_string(i);
    }
    return numbers;
  };
  CHECK(acting("1") == "012");
  CHECK(acting("2") == "12");
  CHECK(acting("0 2") == "2");
  CHECK(acting("30 0") == "0");
  // MuJoCo adds up those of several options.
  CHECK(acting("30'/><option actuatorgroupdisable='0") == "0");
  CHECK_THAT(test::FailureOf("<option actuatorgroupdisable='31'/>"),
             Catch::Contains("takes whole numbers from 0 to 30"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
