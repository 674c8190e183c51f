#include "tactus/multibody/importers/mjcf/geoms.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

// A cuboid of 2 x 4 x 6 about (1, 2, 3), as points.
const std::string kCuboid =
    "<asset><mesh name='cuboid' vertex='0 0 0  2 0 0  0 4 0  2 4 0  0 0 6  "
    "2 0 6  0 4 6  2 4 6'/></asset>";

template <typename Shape>
Shape ShapeOf(const Parsed& p) {
  return std::get<Shape>(p.geometry(0).shape);
}

TEST_CASE("MJCF geom: primitive types -> shapes of their sizes") {
  CHECK(ShapeOf<contact::Sphere>(ParseWorld("<geom size='.2'/>")).radius ==
        0.2);
  const auto capsule = ShapeOf<contact::Capsule>(
      ParseWorld("<geom type='capsule' size='.1 .3'/>"));
  CHECK(capsule.radius == 0.1);
  CHECK(capsule.half_length == 0.3);
  const auto cylinder = ShapeOf<contact::Cylinder>(
      ParseWorld("<geom type='cylinder' size='.1 .3'/>"));
  CHECK(cylinder.radius == 0.1);
  CHECK(cylinder.half_length == 0.3);
  CHECK(ShapeOf<contact::Box>(ParseWorld("<geom type='box' size='1 2 3'/>"))
            .half_extents == Vector3d(1, 2, 3));
  CHECK(ShapeOf<contact::Ellipsoid>(
            ParseWorld("<geom type='ellipsoid' size='1 2 3'/>"))
            .radii == Vector3d(1, 2, 3));
}

TEST_CASE("MJCF geom: plane -> a half-space, refused on a body that moves") {
  const Parsed p =
      ParseWorld("<geom type='plane' size='0 0 1' pos='0 0 2' zaxis='1 0 0'/>");
  CHECK(std::holds_alternative<contact::HalfSpace>(p.geometry(0).shape));
  CHECK(p.geometry(0).X_BG.translation() == Vector3d(0, 0, 2));
  CHECK((p.geometry(0).X_BG.linear().col(2) - Vector3d::UnitX()).norm() <
        1e-15);
  CHECK_THAT(FailureOfWorld("<body><freejoint/><geom size='1'/>\n"
                            "<geom name='p' type='plane'/></body>"),
             Contains("m.xml:2: <geom name=\"p\">: a plane cannot be on a body "
                      "that moves"));
}

TEST_CASE("MJCF geom: fromto -> pose and length") {
  const Parsed p = ParseWorld(
      "<geom type='capsule' size='.1' pos='9 9 9' fromto='1 0 0  1 2 0'/>");
  CHECK(ShapeOf<contact::Capsule>(p).half_length == 1);
  const RigidTransform& X = p.geometry(0).X_BG;
  CHECK((X.translation() - Vector3d(1, 1, 0)).norm() < 1e-15);
  // z runs from the second point to the first.
  CHECK((X.linear().col(2) + Vector3d::UnitY()).norm() < 1e-15);
  const auto box = ShapeOf<contact::Box>(
      ParseWorld("<geom type='box' size='.1' fromto='0 0 0  0 0 3'/>"));
  CHECK(box.half_extents == Vector3d(0.1, 0.1, 1.5));
  const auto ellipsoid = ShapeOf<contact::Ellipsoid>(
      ParseWorld("<geom type='ellipsoid' size='.1' fromto='0 0 0  0 0 3'/>"));
  CHECK(ellipsoid.radii == Vector3d(0.1, 0.1, 1.5));

  CHECK_THAT(FailureOfWorld("<geom size='.1' fromto='0 0 0 0 0 1'/>"),
             Contains("'fromto' is for capsules"));
  CHECK_THAT(
      FailureOfWorld("<geom type='capsule' size='1' fromto='1 0 0 1 0 0'/>"),
      Contains("'fromto' has no length"));
}

TEST_CASE(
    "MJCF geom: a primitive with a mesh -> fitted to the mesh's inertia") {
  const auto fit = [](const std::string& type) {
    return Parse(kCuboid + "<worldbody><geom type='" + type +
                 "' mesh='cuboid'/></worldbody>");
  };
  const Parsed box = fit("box");
  const RigidTransform& X = box.geometry(0).X_BG;
  CHECK((X.translation() - Vector3d(1, 2, 3)).norm() < 1e-12);
  CHECK((ShapeOf<contact::Box>(box).half_extents - Vector3d(1, 2, 3)).norm() <
        1e-12);
  CHECK((X.linear().cwiseAbs() - Matrix3d::Identity()).norm() < 1e-12);
  CHECK(ShapeOf<contact::Sphere>(fit("sphere")).radius == Approx(2));
  CHECK(ShapeOf<contact::Cylinder>(fit("cylinder")).radius == Approx(1.5));
  CHECK(ShapeOf<contact::Cylinder>(fit("cylinder")).half_length == Approx(3));
  CHECK(ShapeOf<contact::Capsule>(fit("capsule")).half_length ==
        Approx(3 - 0.75));
  CHECK(ShapeOf<contact::Ellipsoid>(fit("ellipsoid")).radii.z() == Approx(3));
}

TEST_CASE("MJCF geom: mesh -> its convex hull, refused if unknown") {
  const Parsed p = Parse(kCuboid +
                         "<worldbody><geom type='mesh' mesh='cuboid' "
                         "pos='1 0 0'/></worldbody>");
  const auto mesh = ShapeOf<contact::ConvexMesh>(p);
  CHECK(mesh.hull->vertices().size() == 8);
  CHECK(p.geometry(0).X_BG.translation() == Vector3d(1, 0, 0));
  CHECK_THAT(FailureOfWorld("<geom type='mesh'/>"), Contains("names no mesh"));
  CHECK_THAT(FailureOfWorld("<geom type='mesh' mesh='m'/>"),
             Contains("unknown mesh 'm'"));
}

TEST_CASE("MJCF geom: mass or density -> the mass of the body") {
  const auto mass_of = [](const std::string& attributes) {
    return ParseWorld("<body name='b'><geom type='box' size='.5 .5 .5' " +
                      attributes + "/></body>")
        .body("b")
        .inertia.mass;
  };
  CHECK(mass_of("") == Approx(1000));
  CHECK(mass_of("density='2'") == Approx(2));
  CHECK(mass_of("density='2' mass='3'") == Approx(3));
  CHECK(mass_of("mass='0'") == 0);
  CHECK(mass_of("density='0'") == 0);
}

TEST_CASE("MJCF geom: collision bits, friction, priority -> its geometry's") {
  const Parsed p = ParseWorld(
      "<geom name='g' size='1' contype='6' conaffinity='9' friction='.7 .1' "
      "priority='-2' condim='4' margin='.02'/><geom size='1' margin='-1'/>");
  CHECK(p.geometry(0).name == "g");
  CHECK(p.geometry(0).contype == 6);
  CHECK(p.geometry(0).conaffinity == 9);
  const contact::Material& material = p.geometry(0).material;
  CHECK(material.static_friction == 0.7);
  CHECK(material.dynamic_friction == 0.7);
  CHECK(material.torsional_friction == 0.1);
  CHECK(material.rolling_friction == 0.0001);
  CHECK(material.condim == 4);
  CHECK(p.geometry(0).margin == 0.02);
  CHECK(p.geometry(1).margin == 0);
  CHECK(material.priority == -2);
  CHECK(material.friction_rule == contact::Material::FrictionRule::kMaximum);
  CHECK(p.geometry(1).contype == 1);
  CHECK(p.geometry(1).conaffinity == 1);
  CHECK(p.geometry(1).material.static_friction == 1);
  CHECK(p.geometry(1).name == "world/geom1");
}

TEST_CASE("MJCF geom: defaults of classes -> shape and friction by its class") {
  const Parsed p = Parse(
      "<default><geom type='capsule' size='.1 .2' friction='.3'/>"
      "<default class='foot'><geom size='.4' type='sphere'/></default>"
      "<default class='leg'><geom fromto='0 0 0 0 0 2'/></default></default>"
      "<worldbody><geom/><geom class='foot'/><geom class='leg' friction='.5'/>"
      "</worldbody>");
  CHECK(std::get<contact::Capsule>(p.geometry(0).shape).half_length == 0.2);
  CHECK(std::get<contact::Sphere>(p.geometry(1).shape).radius == 0.4);
  CHECK(p.geometry(1).material.static_friction == 0.3);
  CHECK(std::get<contact::Capsule>(p.geometry(2).shape).half_length == 1);
  CHECK(p.geometry(2).material.static_friction == 0.5);
}

TEST_CASE("MJCF geom: values that make no sense -> refused") {
  CHECK(FailureOfWorld("<geom name='g' size='0'/>") ==
        "m.xml:1: <geom name=\"g\">: attribute 'size' needs a positive number "
        "for each of the 1 lengths of this shape");
  CHECK_THAT(FailureOfWorld("<geom type='capsule' size='.1'/>"),
             Contains("each of the 2 lengths"));
  CHECK_THAT(FailureOfWorld("<geom type='box' size='1 1 -1'/>"),
             Contains("each of the 3 lengths"));
  CHECK_THAT(FailureOfWorld("<geom size='1' mass='-1'/>"),
             Contains("'mass' is negative"));
  CHECK_THAT(FailureOfWorld("<geom size='1' density='-1'/>"),
             Contains("'density' is negative"));
  CHECK_THAT(FailureOfWorld("<geom size='1' friction='-1'/>"),
             Contains("'friction' is negative"));
  CHECK_THAT(FailureOfWorld("<geom size='1' friction='1 1 -1'/>"),
             Contains("'friction' is negative"));
  CHECK_THAT(FailureOfWorld("<geom size='1' condim='2'/>"),
             Contains("'condim' is none of"));
  CHECK_THAT(FailureOfWorld("<geom size='1' type='torus'/>"),
             Contains("'type' is 'torus'"));
  CHECK_THAT(FailureOfWorld("<geom size='1 1 1 1'/>"),
             Contains("'size' takes 1 to 3 numbers"));
}

TEST_CASE("MJCF geom: fluidshape and fluidcoef -> ellipsoids for the fluid") {
  const Parsed p =
      Parse(kCuboid +
            "<default><geom fluidshape='ellipsoid' fluidcoef='1 2'/></default>"
            "<worldbody><body><freejoint/><geom size='.3'/>"
            "<geom type='capsule' size='.1 .4' pos='1 0 0'/>"
            "<geom type='cylinder' size='.1 .4'/>"
            "<geom type='box' size='.1 .2 .3' fluidcoef='3 4 5 6 7'/>"
            "<geom type='mesh' mesh='cuboid'/>"
            "<geom size='.5' fluidshape='none'/></body></worldbody>");
  const auto parts = p.model->fluid_ellipsoids();
  REQUIRE(parts.size() == 5);
  CHECK(parts[0].radii == Vector3d(0.3, 0.3, 0.3));
  CHECK(parts[1].radii == Vector3d(0.1, 0.1, 0.5));
  CHECK(parts[1].X_BE.translation() == Vector3d(1, 0, 0));
  CHECK(parts[2].radii == Vector3d(0.1, 0.1, 0.4));
  CHECK(parts[3].radii == Vector3d(0.1, 0.2, 0.3));
  CHECK(parts[4].radii.prod() > 0);
  CHECK(parts[0].coefficients.blunt_drag == 1);
  CHECK(parts[0].coefficients.slender_drag == 2);
  CHECK(parts[0].coefficients.angular_drag == 1.5);
  const FlowCoefficients& c = parts[3].coefficients;
  CHECK(c.angular_drag == 5);
  CHECK(c.kutta_lift == 6);
  CHECK(c.magnus_lift == 7);
  CHECK_THAT(FailureOfWorld("<geom size='1' fluidcoef='1 1 1 1 -1'/>"),
             Contains("'fluidcoef' is negative"));
  CHECK_THAT(FailureOfWorld("<geom size='1' fluidshape='cube'/>"),
             Contains("'fluidshape' is 'cube'"));
  CHECK_THAT(FailureOfWorld(
                 "<geom type='plane' size='1 1 1' fluidshape='ellipsoid'/>"),
             Contains("'fluidshape' is for primitive shapes and meshes"));
}

TEST_CASE(
    "MJCF geom: no collision bits -> primitives stay, planes and meshes not") {
  const Parsed p = Parse(
      kCuboid +
      "<default><geom contype='0' conaffinity='0'/></default><worldbody>"
      "<geom size='1'/><geom type='mesh' mesh='cuboid'/><geom type='plane'/>"
      "</worldbody>");
  REQUIRE(p.model->geometries().size() == 1);
  CHECK(std::holds_alternative<contact::Sphere>(p.geometry(0).shape));
  CHECK(p.geometry(0).contype == 0);
}

}  // namespace
}  // namespace tactus::multibody
