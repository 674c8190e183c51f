#include "tactus/multibody/importers/urdf/links.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using test::FailureOfRobot;
using test::ParseRobot;

std::string Inertial(const std::string& moments,
                     const std::string& origin = "") {
  return "<link name='a'>\n<inertial>" + origin +
         "<mass value='2'/>\n<inertia " + moments + "/></inertial></link>";
}

// Rz(90 deg) takes the x axis of the inertia to the link's y axis.
TEST_CASE("URDF link: a turned inertial -> inertia about the centre of mass") {
  const auto robot = ParseRobot(
      Inertial("ixx='1' iyy='2' izz='2.5' ixy='0.1' ixz='0.2' iyz='0.3'",
               "<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/>"));
  const SpatialInertia& inertia = robot.body("a").inertia;
  CHECK(inertia.mass == 2);
  CHECK(inertia.p_BoBcm == Vector3d(1, 2, 3));
  Matrix3d expected;
  expected << 2, -0.1, -0.3,  //
      -0.1, 1, 0.2,           //
      -0.3, 0.2, 2.5;
  CHECK((inertia.I_Bcm - expected).norm() < 1e-14);
}

TEST_CASE(
    "URDF link: unphysical inertia -> the nearest, or refused by its values") {
  const std::string file = Inertial("ixx='1' iyy='1' izz='3'");
  const std::string failure = FailureOfRobot(file, {.fix_inertia = false});
  CHECK_THAT(failure, Catch::Contains("r.urdf:3: <inertia>: link 'a'"));
  CHECK_THAT(failure, Catch::Contains("1, 1, 3 kg m^2 violate the triangle "
                                      "inequality"));
  CHECK_THAT(FailureOfRobot(file, {.strict = true}),
             Catch::Contains("r.urdf:3: <inertia>") &&
                 Catch::Contains("refused because loading is strict"));
  const auto fixed = ParseRobot(file);
  CHECK((fixed.body("a").inertia.I_Bcm.diagonal() -
         Vector3d(4. / 3, 4. / 3, 8. / 3))
            .norm() < 1e-14);
  CHECK(fixed.Says("the nearest that one has, 1.33333, 1.33333, 2.66667"));
  CHECK_THAT(
      FailureOfRobot("<link name='a'><inertial><mass value='-1'/></inertial>"
                     "</link>"),
      Catch::Contains("the mass is -1 kg"));
}

TEST_CASE("URDF link: no mass, or no inertia -> zero moments, and reported") {
  const std::string massless =
      "<link name='a'>\n<inertial>\n<inertia ixx='1' iyy='1' izz='1'/>"
      "</inertial></link>";
  const std::string failure = FailureOfRobot(massless, {.fix_inertia = false});
  CHECK_THAT(failure, Catch::Contains("r.urdf:3: <inertia>: link 'a'"));
  CHECK_THAT(failure, Catch::Contains("its mass is 0") &&
                          Catch::Contains("1, 1, 1 kg m^2") &&
                          Catch::Contains("--no-fix-inertia"));
  const auto fixed = ParseRobot(massless);
  CHECK(fixed.body("a").inertia.I_Bcm.isZero(0));
  CHECK(fixed.Says("the moments are set to 0"));
  CHECK(fixed.Says("<inertial>: it has no <mass>: link 'a' weighs nothing"));
  // A pendulum of a point.
  const auto point = ParseRobot(
      "<link name='world'/><link name='a'><inertial><origin xyz='0 0 -1'/>"
      "<mass value='2'/></inertial></link><joint name='j' type='continuous'>"
      "<parent link='world'/><child link='a'/></joint>");
  CHECK(
      point.Says("<inertial>: it has no <inertia>: the mass of link 'a' is "
                 "in one point"));
  CHECK(point.body("a").inertia.I_Bcm.isZero(0));
  // A frame.
  const auto frame = ParseRobot(
      "<link name='a'><inertial><mass value='0'/><inertia ixx='0'/></inertial>"
      "</link>");
  CHECK_FALSE(frame.Says("mass:"));
  CHECK(frame.body("a").inertia.mass == 0);
  CHECK_THAT(FailureOfRobot("<link name='a'><inertial><mass vlaue='2'/>"
                            "</inertial></link>"),
             Catch::Contains("<mass>: attribute 'value' is missing"));
}

TEST_CASE(
    "URDF link: negative mass -> refused, with no advice to fix inertia") {
  const std::string failure = FailureOfRobot(
      "<link name='a'><inertial>\n<mass value='-1'/>\n<inertia ixx='1' "
      "iyy='1' izz='1'/></inertial></link>");
  CHECK_THAT(failure, Catch::StartsWith("r.urdf:2: <mass>: link 'a': the mass "
                                        "is -1 kg"));
  CHECK_THAT(failure, !Catch::Contains("--fix-inertia"));
}

// A box of 1 x 2 x 3 m and a ball of radius 1 m.
TEST_CASE("URDF link: a density, no inertial -> the inertia of its shapes") {
  const std::string shapes =
      "<collision><origin xyz='0 0 1'/><geometry><box size='1 2 3'/></geometry>"
      "</collision><collision><geometry><sphere radius='1'/></geometry>"
      "</collision>";
  const auto robot =
      ParseRobot("<link name='a'>" + shapes + "</link>", {.density = 10});
  const SpatialInertia& inertia = robot.body("a").inertia;
  const double ball = 40 * 3.14159265358979323846 / 3;
  CHECK(inertia.mass == Approx(60 + ball));
  CHECK(inertia.p_BoBcm.z() == Approx(60 / (60 + ball)));
  const auto given = ParseRobot(
      "<link name='a'><inertial><mass value='3'/><inertia ixx='1' "
      "iyy='1' izz='1'/></inertial>" +
          shapes + "</link>",
      {.density = 10});
  CHECK(given.body("a").inertia.mass == 3);
}

TEST_CASE("URDF link: no name, or no link at all -> refused") {
  CHECK_THAT(FailureOfRobot("<link/>"),
             Catch::Contains("attribute 'name' is missing"));
  CHECK_THAT(FailureOfRobot("<link name=''/>"),
             Catch::Contains("its name is empty"));
  CHECK_THAT(FailureOfRobot(""), Catch::Contains("it has no <link>"));
}

}  // namespace
}  // namespace tactus::multibody::urdf
