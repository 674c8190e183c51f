#include "tactus/multibody/importers/urdf/bullet_contact.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::FailureOfRobot;
using test::Link;
using test::ParsedUrdf;
using test::ParseRobot;

const std::string kBall =
    "<collision><geometry><sphere radius='1'/></geometry>";

TEST_CASE("URDF: Bullet's friction of a link -> its collisions', not Drake's") {
  const ParsedUrdf p = ParseRobot(
      Link("a",
           "<contact><lateral_friction value='.3'/><rolling_friction "
           "value='.01'/><spinning_friction value='.02'/></contact>" +
               kBall + "</collision>" + kBall +
               "<drake:proximity_properties/></collision>"));
  const contact::Material standard, own = p.geometry(0).material;
  CHECK(own.static_friction == 0.3);
  CHECK(own.dynamic_friction == 0.3);
  CHECK(own.rolling_friction == 0.01);
  CHECK(own.torsional_friction == 0.02);
  CHECK(own.condim == 6);
  CHECK(p.geometry(1).material.static_friction == standard.static_friction);
  CHECK(p.report.CountPhysics() == 1);
  CHECK(p.Says("rolling and spinning friction act under comfree, cond"));
}

TEST_CASE("URDF: Bullet's sliding friction alone -> nothing to tell") {
  const ParsedUrdf p = ParseRobot(
      Link("a", kBall + "</collision><contact><lateral_friction value='.3'/>"
                        "<rolling_friction value='0'/></contact>"));
  CHECK(p.geometry(0).material.static_friction == 0.3);
  CHECK(p.geometry(0).material.condim == 3);
  CHECK(p.report.CountPhysics() == 0);
}

TEST_CASE(
    "URDF: Bullet's softness, or negative friction -> reported, or refused") {
  const ParsedUrdf p = ParseRobot(Link(
      "a", kBall + "</collision><contact><stiffness value='3'/></contact>"));
  const contact::Material standard;
  CHECK(p.geometry(0).material.static_friction == standard.static_friction);
  CHECK(p.Says("<stiffness>: Bullet's softness of contacts is left out"));
  CHECK_THAT(FailureOfRobot(Link("a", kBall + "</collision><contact>"
                                              "<lateral_friction value='-1'/>"
                                              "</contact>")),
             Catch::Contains("<lateral_friction>: must not be negative"));
}

}  // namespace
}  // namespace tactus::multibody
