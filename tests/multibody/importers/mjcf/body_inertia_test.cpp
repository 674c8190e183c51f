#include "tactus/multibody/importers/mjcf/body_inertia.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

const std::string kInertial =
    "<inertial pos='1 2 3' mass='4' diaginertia='5 6 7'/>";
const std::string kGeom = "<geom type='box' size='.5 .5 .5'/>";  // 1000 kg

std::string BodyWith(const std::string& contents) {
  return "<worldbody><body name='b'>" + contents + "</body></worldbody>";
}

SpatialInertia InertiaOf(const std::string& xml) {
  return Parse(xml).body("b").inertia;
}

SpatialInertia InertiaOf(const std::string& compiler,
                         const std::string& contents) {
  return InertiaOf("<compiler " + compiler + "/>" + BodyWith(contents));
}

bool Same(const Matrix3d& a, const Matrix3d& b) {
  return (a - b).cwiseAbs().maxCoeff() < 1e-12;
}

Matrix3d Diagonal(double a, double b, double c) {
  return Vector3d(a, b, c).asDiagonal();
}

TEST_CASE(
    "MJCF inertial: diaginertia, turned, fullinertia -> the body's inertia") {
  const SpatialInertia plain = InertiaOf(BodyWith(kInertial));
  CHECK(plain.mass == 4);
  CHECK(plain.p_BoBcm == Vector3d(1, 2, 3));
  CHECK(plain.I_Bcm == Diagonal(5, 6, 7));
  const SpatialInertia turned = InertiaOf(BodyWith(
      "<inertial pos='0 0 0' mass='4' diaginertia='5 6 7' euler='0 0 90'/>"));
  CHECK(Same(turned.I_Bcm, Diagonal(6, 5, 7)));
  const SpatialInertia full = InertiaOf(BodyWith(
      "<inertial pos='0 0 0' mass='4' fullinertia='5 6 7 .1 .2 .3'/>"));
  CHECK(full.I_Bcm ==
        (Matrix3d() << 5, 0.1, 0.2, 0.1, 6, 0.3, 0.2, 0.3, 7).finished());
}

TEST_CASE(
    "MJCF inertial: impossible or missing values -> refused at their line") {
  const auto failure = [](const std::string& attributes) {
    return FailureOf("\n" + BodyWith("<inertial " + attributes + "/>"));
  };
  CHECK(failure("pos='0 0 0' mass='-1' diaginertia='1 1 1'") ==
        "m.xml:2: <inertial>: the mass is negative");
  CHECK_THAT(failure("pos='0 0 0' mass='1' diaginertia='1 1 3'"),
             Contains("m.xml:2: <inertial>: body 'b'") &&
                 Contains("violate the triangle inequality"));
  CHECK_THAT(failure("pos='0 0 0' mass='1' fullinertia='1 1 1 2 0 0'"),
             Contains("m.xml:2: <inertial>: body 'b'") &&
                 Contains("negative principal moment"));
  CHECK_THAT(failure("pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' "
                     "quat='1 0 0 0'"),
             Contains("'fullinertia' allows no orientation"));
  CHECK_THAT(failure("pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' "
                     "diaginertia='1 1 1'"),
             Contains("'fullinertia' allows no orientation"));
  CHECK_THAT(failure("pos='0 0 0' mass='1'"), Contains("needs 'diaginertia'"));
  CHECK_THAT(failure("pos='0 0 0' diaginertia='1 1 1'"),
             Contains("'mass' is missing"));
  CHECK_THAT(failure("mass='1' diaginertia='1 1 1'"),
             Contains("'pos' is missing"));
}

TEST_CASE(
    "MJCF inertiafromgeom: auto, true, false -> geoms' mass or inertial's") {
  const std::string both = kInertial + kGeom;
  CHECK(InertiaOf(BodyWith(both)).mass == 4);
  CHECK(InertiaOf(BodyWith(kGeom)).mass == Approx(1000));
  CHECK(InertiaOf("inertiafromgeom='true'", both).mass == Approx(1000));
  CHECK(InertiaOf("inertiafromgeom='false'", both).mass == 4);
  CHECK(InertiaOf("inertiafromgeom='false'", kGeom).mass == 0);
  // No geom counts: the body keeps what it has.
  CHECK(InertiaOf("inertiafromgeom='true'", kInertial).mass == 4);
  CHECK(
      InertiaOf("inertiafromgeom='true' inertiagrouprange='1 2'", both).mass ==
      4);
}

// Two spheres of 1 kg at x = 0 and x = 2: centre at 1, each 2/5 m r².
TEST_CASE(
    "MJCF inertia from geoms: two spheres -> their sum, about its centre") {
  const SpatialInertia inertia = InertiaOf(BodyWith(
      "<geom size='.5' mass='1'/><geom size='.5' mass='1' pos='2 0 0'/>"));
  CHECK(inertia.mass == Approx(2));
  CHECK((inertia.p_BoBcm - Vector3d(1, 0, 0)).norm() < 1e-15);
  CHECK(Same(inertia.I_Bcm, Diagonal(0.2, 2.2, 2.2)));
}

TEST_CASE(
    "MJCF inertiagrouprange: geoms of several groups -> mass of those in it") {
  const std::string geoms =
      "<geom size='.5' mass='1' group='1'/><geom size='.5' mass='2' group='2'/>"
      "<geom size='.5' mass='4' group='4'/>";
  CHECK(InertiaOf(BodyWith(geoms)).mass == Approx(7));
  CHECK(InertiaOf("inertiagrouprange='1 2'", geoms).mass == Approx(3));
  CHECK(InertiaOf("inertiagrouprange='3 4'", geoms).mass == Approx(4));
}

TEST_CASE(
    "MJCF compiler: boundmass, boundinertia -> the least mass and moments") {
  const std::string small =
      "<inertial pos='0 0 0' mass='.1' fullinertia='.5 .5 .7 .1 0 0'/>";
  const SpatialInertia bounded =
      InertiaOf("boundmass='.2' boundinertia='.55'", small);
  CHECK(bounded.mass == 0.2);
  // Principal moments .4 and .6 along (1, -1) and (1, 1), .7 along z.
  CHECK(Same(
      bounded.I_Bcm,
      (Matrix3d() << 0.575, 0.025, 0, 0.025, 0.575, 0, 0, 0, 0.7).finished()));
  const SpatialInertia free = InertiaOf("boundmass='.01'", small);
  CHECK(free.mass == 0.1);
  CHECK(free.I_Bcm(0, 1) == 0.1);
}

TEST_CASE("MJCF compiler: balanceinertia -> the mean of impossible moments") {
  const std::string bad =
      "<inertial pos='0 0 0' mass='1' diaginertia='1 1 4'/>";
  CHECK(Same(InertiaOf("balanceinertia='true'", bad).I_Bcm, Diagonal(2, 2, 2)));
  CHECK_THAT(FailureOf("<compiler balanceinertia='false'/>" + BodyWith(bad)),
             Contains("triangle inequality"));
  const std::string good =
      "<inertial pos='0 0 0' mass='1' diaginertia='1 2 3'/>";
  CHECK(
      Same(InertiaOf("balanceinertia='true'", good).I_Bcm, Diagonal(1, 2, 3)));
}

TEST_CASE(
    "MJCF compiler: settotalmass -> all bodies scaled to it, if positive") {
  const std::string bodies =
      "<worldbody><body name='b'><inertial pos='1 0 0' mass='1' "
      "diaginertia='1 1 1'/><body name='c'><inertial pos='0 0 0' mass='3' "
      "diaginertia='3 3 3'/></body></body></worldbody>";
  const Parsed p = Parse("<compiler settotalmass='8'/>" + bodies);
  CHECK(p.body("b").inertia.mass == Approx(2));
  CHECK(p.body("b").inertia.p_BoBcm == Vector3d(1, 0, 0));
  CHECK(Same(p.body("b").inertia.I_Bcm, Diagonal(2, 2, 2)));
  CHECK(p.body("c").inertia.mass == Approx(6));
  CHECK(Parse(bodies).body("c").inertia.mass == 3);
  CHECK(
      Parse("<compiler settotalmass='-1'/>" + bodies).body("c").inertia.mass ==
      3);
}

TEST_CASE("MJCF joint: neither mass nor armature beyond it -> refused") {
  CHECK(FailureOfWorld("\n<body name='b'><joint name='j'/></body>") ==
        "m.xml:2: <joint name=\"j\">: body 'b' moves, but it and what hangs on "
        "it have no mass");
  // Its armature, or the mass of a body further out, will do.
  CHECK(FailureOfWorld("<body><joint armature='1'/></body>").empty());
  CHECK(FailureOfWorld("<body><joint/><body><geom size='1'/></body></body>")
            .empty());
}

}  // namespace
}  // namespace tactus::multibody
