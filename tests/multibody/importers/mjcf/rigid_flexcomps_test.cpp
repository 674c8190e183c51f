#include "tactus/multibody/importers/mjcf/rigid_flexcomps.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parsed;
using test::ParseWorld;

// On a body of 2 kg.
Parsed Load(const std::string& attributes, const std::string& inside = "") {
  return ParseWorld(
      "<body name='b' pos='0 0 1'><freejoint/><inertial pos='0 0 0' mass='2' "
      "diaginertia='1 1 1'/><flexcomp name='f' rigid='true' " +
      attributes + ">" + inside + "</flexcomp></body>");
}

const contact::ConvexHull& HullOf(const Parsed& p) {
  REQUIRE(p.model->geometries().size() == 1);
  return *std::get<contact::ConvexMesh>(p.geometry(0).shape).hull;
}

// The least and greatest coordinates of a hull on its body.
Eigen::AlignedBox3d BoundsOf(const Parsed& p) {
  Eigen::AlignedBox3d box;
  for (const Vector3d& vertex : HullOf(p).vertices())
    box.extend(p.geometry(0).X_BG * vertex);
  return box;
}

void CheckBody(const Parsed& p) {
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->num_velocities() == 6);
  CHECK(p.body("b").inertia.mass == 2);
}

TEST_CASE("MJCF flexcomp: a rigid chain -> capsules along its edges") {
  const Parsed p = Load(
      "dim='1' count='3 1 1' spacing='.2 .2 .2' radius='.03' pos='0 0 .5' "
      "euler='0 0 90'",
      "<contact condim='1' friction='.3'/>");
  CheckBody(p);
  REQUIRE(p.model->geometries().size() == 2);
  for (const int i : {0, 1}) {
    const auto& capsule = std::get<contact::Capsule>(p.geometry(i).shape);
    CHECK(capsule.radius == 0.03);
    CHECK(p.geometry(i).material.condim == 1);
    CHECK(p.geometry(i).X_BG.translation().isApprox(
        Vector3d(0, i == 0 ? -0.1 : 0.1, 0.5)));
  }
}

TEST_CASE("MJCF flexcomp: a rigid sheet -> a slab of twice its radius") {
  const Parsed p = Load(
      "count='4 3 1' spacing='.1 .1 .1' radius='.02' pos='1 0 0' rgba='1 0 0 "
      "1'");
  CheckBody(p);
  const Eigen::AlignedBox3d box = BoundsOf(p);
  CHECK(box.min().isApprox(Vector3d(0.85, -0.1, -0.02)));
  CHECK(box.max().isApprox(Vector3d(1.15, 0.1, 0.02)));
}

TEST_CASE(
    "MJCF flexcomp: a rigid solid -> its surface, moved out by a radius") {
  const double r = 0.02;
  const Parsed p =
      Load("type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' radius='.02'");
  CheckBody(p);
  CHECK(BoundsOf(p).max().isApprox(Vector3d::Constant(0.1 + r), 1e-9));
  // Its corners move along the diagonal.
  const Vector3d corner = Vector3d::Constant(0.1 + r / std::sqrt(3.0));
  CHECK(std::ranges::any_of(HullOf(p).vertices(), [&](const Vector3d& v) {
    return (p.geometry(0).X_BG * v - corner).norm() < 1e-9;
  }));
  const Parsed ball =
      Load("type='ellipsoid' count='9 9 9' spacing='.1 .1 .1' radius='.05'");
  CheckBody(ball);
  for (const Vector3d& v : HullOf(ball).vertices())
    CHECK((ball.geometry(0).X_BG * v).norm() == Approx(0.45).epsilon(0.01));
}

// One that says nothing of rigid.
Parsed LoadPinned(const std::string& attributes, const std::string& inside) {
  return ParseWorld(
      "<body name='b' pos='0 0 1'><freejoint/><inertial pos='0 0 0' mass='2' "
      "diaginertia='1 1 1'/><flexcomp name='f' " +
      attributes + ">" + inside + "</flexcomp></body>");
}

TEST_CASE("MJCF flexcomp: all of its points pinned -> rigid, as in MuJoCo") {
  const Parsed solid = LoadPinned(
      "type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' radius='.02'",
      "<pin gridrange='0 0 0 2 2 1' grid='0 0 2'/><pin range='1 26'/>"
      "<elasticity young='1e5'/>");
  CheckBody(solid);
  CHECK(BoundsOf(solid).max().isApprox(Vector3d::Constant(0.12), 1e-9));
  const Parsed sheet =
      LoadPinned("count='4 3 1' spacing='.1 .1 .1' radius='.02'",
                 "<pin gridrange='0 0 3 2'/><edge equality='true'/>");
  CheckBody(sheet);
  CHECK(BoundsOf(sheet).max().isApprox(Vector3d(0.15, 0.1, 0.02)));
  const Parsed chain = LoadPinned("dim='1' count='3 1 1'",
                                  "<pin id='0 1 2'/><edge equality='true'/>");
  CheckBody(chain);
  CHECK(chain.model->geometries().size() == 2);
  // All but one: it moves.
  const Parsed loose = LoadPinned("dim='1' count='3 1 1'",
                                  "<pin id='0 1'/><edge equality='true'/>");
  CHECK(loose.model->num_velocities() == 9);
}

TEST_CASE("MJCF flexcomp: two rigid ones, in copies -> each with its mesh") {
  const Parsed p = ParseWorld(
      "<replicate count='2' offset='1 0 0'><flexcomp name='f' rigid='true' "
      "count='3 3 1'/></replicate><flexcomp name='g' rigid='true' "
      "count='3 4 1'/>");
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->geometries().size() == 3);
}

TEST_CASE("MJCF flexcomp: rigid ones that cannot be -> refused or told of") {
  CHECK_THAT(FailureOfWorld("<flexcomp name='f' rigid='true' radius='0'/>"),
             Contains("'radius' of a rigid one must be positive"));
  CHECK_THAT(FailureOfWorld("<flexcomp name='f' rigid='true' dim='3' "
                            "type='direct' point='' element=''/>"),
             Contains("has no elements"));
  const Parsed p = Load("type='mesh' dim='3'");
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK_THAT(p.report.notices()[0].message,
             Contains("rigid ones of type 'mesh' and dim 3 are left out"));
  CHECK(p.model->geometries().empty());
}

}  // namespace
}  // namespace tactus::multibody
