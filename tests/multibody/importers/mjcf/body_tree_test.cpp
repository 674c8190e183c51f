#include "tactus/multibody/importers/mjcf/body_tree.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

const std::string kGeom = "<geom size='.1' mass='1'/>";

// Where body `name` is in the default state.
RigidTransform PoseOf(const Parsed& p, const std::string& name) {
  PositionKinematics position;
  CalcPositionKinematics(*p.model, p.model->default_positions(), &position);
  return position.X_WB[static_cast<std::size_t>(p.model->BodyIndex(name))];
}

bool Same(const Vector3d& a, const Vector3d& b) {
  return (a - b).norm() < 1e-14;
}

TEST_CASE(
    "MJCF bodies: a body within a turned one -> the product of their poses") {
  const Parsed p = ParseWorld("<body name='a' pos='1 0 0' euler='0 0 90'>" +
                              kGeom + "<body name='b' pos='1 0 0'>" + kGeom +
                              "<joint name='j' axis='1 0 0'/></body></body>");
  CHECK(Same(PoseOf(p, "b").translation(), {1, 1, 0}));
  CHECK(Same(PoseOf(p, "b").linear().col(0), {0, 1, 0}));
  CHECK(p.joint("a/weld").type == JointType::kWeld);
  CHECK(p.body("a").tree == -1);
  CHECK(p.body("b").tree == 0);
}

TEST_CASE(
    "MJCF bodies: a free body in a frame -> begins where the file puts it") {
  const Parsed p = ParseWorld(
      "<frame pos='0 0 1'><body name='a' pos='1 2 3' quat='0 0 0 "
      "1'><freejoint/>" +
      kGeom + "</body></frame>");
  CHECK(Same(PoseOf(p, "a").translation(), {1, 2, 4}));
  CHECK(Same(PoseOf(p, "a").linear().col(0), {-1, 0, 0}));
  // The joint's coordinates are the pose in the world.
  CHECK(Same(p.model->default_positions().head<3>(), {1, 2, 4}));
  CHECK(p.joint("a").type == JointType::kFloating);
}

TEST_CASE("MJCF bodies: without names -> numbered depth first") {
  const Parsed p =
      ParseWorld("<body><body>" + kGeom + "</body></body><body name='x'/>" +
                 "<body name='body4_'/><body/><body name='body5'/>");
  CHECK_NOTHROW(p.model->BodyIndex("body1"));
  CHECK_NOTHROW(p.model->BodyIndex("body2"));
  CHECK_NOTHROW(p.model->BodyIndex("x"));
  CHECK_NOTHROW(p.model->BodyIndex("body5_"));
  CHECK(p.model->num_bodies() == 7);
}

TEST_CASE(
    "MJCF frame: geoms, sites, joints and bodies in it -> placed from it") {
  const Parsed p = Parse(
      "<worldbody><body name='a'><frame pos='1 0 0' euler='0 0 90'>"
      "<frame pos='1 0 0'>"
      "<geom size='.1' pos='1 0 0' mass='1'/><site name='s' pos='0 0 1'/>"
      "<joint name='j' pos='0 0 5' axis='1 0 0'/>"
      "<body name='b' pos='0 1 0'/></frame></frame></body></worldbody>"
      "<actuator><motor site='s' gear='1'/></actuator>");
  CHECK(Same(p.geometry(0).X_BG.translation(), {1, 2, 0}));
  CHECK(Same(p.actuator(0).X_BS.translation(), {1, 1, 1}));
  CHECK(Same(p.joint("j").axis_F, {0, 1, 0}));
  CHECK(Same(p.joint("j").X_CM.translation(), {1, 1, 5}));
  CHECK(Same(PoseOf(p, "b").translation(), {0, 1, 0}));
  CHECK(Same(PoseOf(p, "b").linear().col(0), {0, 1, 0}));
}

TEST_CASE("MJCF childclass: nested bodies and frames -> the nearest one's") {
  const Parsed p = Parse(
      "<default><geom size='1'/><default class='two'><geom size='2'/></default>"
      "<default class='three'><geom size='3'/></default></default><worldbody>"
      "<body childclass='two'><geom/><frame childclass='three'><geom/>"
      "<body><geom/></body></frame><frame><geom class='main'/></frame></body>"
      "</worldbody>");
  std::vector<double> radii;
  for (const auto& geometry : p.model->geometries()) {
    radii.push_back(std::get<contact::Sphere>(geometry.shape).radius);
  }
  CHECK(radii == std::vector<double>{2, 3, 1, 3});
  CHECK_THAT(FailureOfWorld("<body childclass='none'/>"),
             Contains("unknown default class 'none'"));
}

TEST_CASE("MJCF replicate: three copies -> numbered names, one offset apart") {
  const Parsed p = ParseWorld(
      "<replicate count='3' offset='1 0 0' euler='0 0 90' sep='-'>"
      "<body name='a'><joint name='j'/>" +
      kGeom + "</body></replicate>");
  CHECK(Same(PoseOf(p, "a-0").translation(), {0, 0, 0}));
  CHECK(Same(PoseOf(p, "a-1").translation(), {1, 0, 0}));
  CHECK(Same(PoseOf(p, "a-2").translation(), {1, 1, 0}));
  CHECK(Same(PoseOf(p, "a-1").linear().col(0), {0, 1, 0}));
  CHECK(Same(PoseOf(p, "a-2").linear().col(0), {-1, 0, 0}));
  CHECK_NOTHROW(p.model->JointIndex("j-2"));
}

TEST_CASE("MJCF replicate: nested, or no count -> leading zeros, or refused") {
  const Parsed p = ParseWorld(
      "<replicate count='10' offset='0 0 1'><replicate count='2' sep='_' "
      "offset='1 0 0'><body name='a'/></replicate></replicate>");
  CHECK(p.model->num_bodies() == 21);
  CHECK(Same(PoseOf(p, "a_109").translation(), {1, 0, 9}));
  CHECK_THAT(FailureOfWorld("<replicate/>"), Contains("'count' is missing"));
  CHECK_THAT(FailureOfWorld("<replicate count='0'/>"),
             Contains("'count' must be positive"));
}

TEST_CASE("MJCF bodies: mocap -> stands still, ties hold, and reported") {
  const Parsed p = Parse(
      "<worldbody><body name='a' mocap='true' pos='0 0 1'><geom size='.1'/>"
      "</body><body name='b' mocap='false'><freejoint/><geom size='.1'/></body>"
      "</worldbody><equality><weld body1='a' body2='b'/></equality>");
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK(p.body("a").tree == -1);
  CHECK(p.geometry(0).body == p.model->BodyIndex("a"));
  REQUIRE(p.model->constraints().size() == 1);
  CHECK(p.model->constraints()[0].body_a == p.model->BodyIndex("a"));
  CHECK_THAT(to_string(p.report.notices()[0]),
             Contains("<body name=\"a\">: a mocap body stands still"));
}

TEST_CASE("MJCF keyframe: poses of mocap bodies -> told of, not taken") {
  const Parsed p = Parse(
      "<worldbody><body name='a' mocap='true'/></worldbody><keyframe>"
      "<key name='k' mpos='0 0 1' mquat='1 0 0 0'/></keyframe>");
  REQUIRE(p.report.CountPhysics() == 3);
  std::string said;
  for (const Notice& notice : p.report.notices())
    said += to_string(notice) + "\n";
  CHECK_THAT(said, Contains("attribute 'mpos' = '0 0 1': mocap bodies stand "
                            "where the file places them"));
  CHECK_THAT(said, Contains("attribute 'mquat'"));
}

TEST_CASE(
    "MJCF bodies: a body, geom, site or joint name used twice -> refused") {
  CHECK(FailureOfWorld("<body name='a'/>\n<body name='a'/>") ==
        "m.xml:2: <body name=\"a\">: the body name 'a' is used twice");
  CHECK_THAT(FailureOfWorld("<body name='world'/>"),
             Contains("the body name 'world' is used twice"));
  CHECK_THAT(
      FailureOfWorld("<geom name='a' size='1'/><geom name='a' size='1'/>"),
      Contains("the geom name 'a' is used twice"));
  CHECK_THAT(FailureOfWorld("<site name='a'/><site name='a'/>"),
             Contains("the site name 'a' is used twice"));
  CHECK_THAT(FailureOfWorld("<body><joint name='a'/><joint name='a'/></body>"),
             Contains("the joint name 'a' is used twice"));
}

TEST_CASE("MJCF bodies: joints and inertias in the wrong place -> refused") {
  CHECK_THAT(FailureOfWorld("<joint/>"),
             Contains("the world cannot have joints"));
  CHECK_THAT(FailureOfWorld("<inertial pos='0 0 0' mass='1'/>"),
             Contains("the world cannot have an inertia"));
  CHECK_THAT(
      FailureOfWorld("<body><inertial pos='0 0 0' mass='1' "
                     "diaginertia='1 1 1'/>\n<inertial/></body>"),
      Contains("m.xml:2: <inertial>: the body has an <inertial> already"));
  CHECK_THAT(FailureOfWorld("<body><body>\n<freejoint/></body></body>"),
             Contains("m.xml:2: <freejoint>: a free joint is for children of "
                      "the world only"));
  CHECK_THAT(FailureOfWorld("<body><joint/><freejoint/></body>"),
             Contains("allows no other joint"));
}

TEST_CASE(
    "MJCF exclude: two bodies, or wrong ones -> never touch, or refused") {
  const std::string world =
      "<worldbody><body name='a'/><body name='b'/></worldbody><contact>\n";
  const Parsed p =
      Parse(world + "<exclude body1='a' body2='world'/></contact>");
  const std::pair pair(0, p.model->BodyIndex("a"));
  const auto pairs = p.model->excluded_pairs();
  CHECK(std::count(pairs.begin(), pairs.end(), pair) == 1);
  CHECK_THAT(FailureOf(world + "<exclude body1='a' body2='c'/></contact>"),
             Contains("m.xml:2: <exclude>: unknown body 'c'"));
  CHECK_THAT(FailureOf(world + "<exclude body1='a'/></contact>"),
             Contains("'body2' is missing"));
  CHECK_THAT(FailureOf(world + "<exclude body1='a' body2='a'/></contact>"),
             Contains("cannot touch itself"));
}

}  // namespace
}  // namespace tactus::multibody
