#include "tactus/multibody/importers/urdf/collisions.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using test::FailureOfRobot;
using test::Link;
using test::ParseRobot;

std::string Collision(const std::string& geometry,
                      const std::string& more = "") {
  return Link("a", "<collision><geometry>" + geometry + "</geometry>" + more +
                       "</collision>");
}

template <typename Shape>
Shape ShapeOf(const std::string& geometry) {
  return std::get<Shape>(ParseRobot(Collision(geometry)).geometry(0).shape);
}

TEST_CASE("URDF collision: shapes -> their sizes") {
  CHECK(ShapeOf<contact::Box>("<box size='1 2 3'/>").half_extents ==
        Vector3d(0.5, 1, 1.5));
  CHECK(ShapeOf<contact::Sphere>("<sphere radius='2'/>").radius == 2);
  CHECK(ShapeOf<contact::Sphere>("<sphere radius='0'/>").radius == 1e-6);
  const auto cylinder =
      ShapeOf<contact::Cylinder>("<cylinder radius='2' length='3'/>");
  CHECK(cylinder.radius == 2);
  CHECK(cylinder.half_length == 1.5);
  for (const char* tag : {"capsule", "drake:capsule"}) {
    const auto capsule = ShapeOf<contact::Capsule>(std::string("<") + tag +
                                                   " radius='2' length='3'/>");
    CHECK(capsule.radius == 2);
    CHECK(capsule.half_length == 1.5);
  }
  CHECK(ShapeOf<contact::Ellipsoid>("<drake:ellipsoid a='1' b='2' c='3'/>")
            .radii == Vector3d(1, 2, 3));
}

TEST_CASE("URDF collision: origin, and a name or none -> placed, and named") {
  const auto robot = ParseRobot(
      Link("a",
           "<collision name='ball'><origin xyz='1 2 3'/><geometry>"
           "<sphere radius='1'/></geometry></collision>"
           "<collision><geometry><sphere radius='1'/></geometry></collision>"));
  CHECK(robot.geometry(0).name == "ball");
  CHECK(robot.geometry(0).X_BG.translation() == Vector3d(1, 2, 3));
  CHECK(robot.geometry(1).name == "a/collision1");
  CHECK(robot.geometry(1).body == robot.model->BodyIndex("a"));
}

TEST_CASE("URDF collision: impossible shapes -> refused") {
  const auto refuse = [](const std::string& geometry, const std::string& why) {
    CHECK_THAT(FailureOfRobot(Collision(geometry)), Catch::Contains(why));
  };
  refuse("", "no shape that is known");
  refuse("<cone radius='1'/>", "no shape that is known");
  refuse("<box size='1 2'/>", "needs 3 numbers");
  refuse("<box size='1 2 0'/>", "is not positive");
  refuse("<sphere radius='-1'/>", "is negative");
  refuse("<sphere/>", "'radius' is missing");
  refuse("<cylinder radius='1'/>", "'length' is missing");
  CHECK_THAT(FailureOfRobot(Link("a", "<collision/>")),
             Catch::Contains("it has no <geometry>"));
}

TEST_CASE("URDF collision: Drake's proximity properties -> the material") {
  const auto robot = ParseRobot(
      Collision("<sphere radius='1'/>",
                "<drake:proximity_properties><drake:mu_static value='0.8'/>"
                "<drake:mu_dynamic value='0.6'/>"
                "<drake:hunt_crossley_dissipation value='3'/>"
                "<drake:point_contact_stiffness value='4000'/>"
                "<drake:relaxation_time value='1'/>"
                "</drake:proximity_properties>"));
  const contact::Material& material = robot.geometry(0).material;
  CHECK(material.static_friction == 0.8);
  CHECK(material.dynamic_friction == 0.6);
  CHECK(material.dissipation == 3);
  CHECK(material.stiffness == 4000);
  CHECK(robot.Says("<drake:relaxation_time>: left out"));
}

TEST_CASE("URDF collision: one coefficient of friction -> both") {
  const auto friction = [](const std::string& tag) {
    return ParseRobot(Collision("<sphere radius='1'/>",
                                "<proximity_properties><" + tag +
                                    " value='0.9'/></proximity_properties>"))
        .geometry(0)
        .material;
  };
  for (const char* tag : {"mu_static", "mu_dynamic"}) {
    CHECK(friction(tag).static_friction == 0.9);
    CHECK(friction(tag).dynamic_friction == 0.9);
  }
  CHECK_THAT(
      FailureOfRobot(Collision("<sphere radius='1'/>",
                               "<proximity_properties><mu_static value='0.1'/>"
                               "<mu_dynamic value='0.2'/>"
                               "</proximity_properties>")),
      Catch::Contains("mu_dynamic is greater than mu_static"));
}

}  // namespace
}  // namespace tactus::multibody::urdf
