#include "tactus/multibody/importers/mjcf/copies.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::Parse;
using test::Parsed;

constexpr double kPi = 3.14159265358979323846;

// An arm of two links in degrees, with what refers to its parts.
constexpr const char* kArm = R"(<mujoco model='arm'>
<compiler angle='degree'/>
<option density='1000'/>
<default><geom size='.1' mass='2'/><joint damping='3'/>
 <default class='soft'><joint damping='.5'/></default></default>
<worldbody><geom name='floor' type='plane' size='1 1 1'/>
 <body name='base' pos='1 2 3' childclass='soft'><geom name='g'/>
  <joint name='j' range='-90 90'/>
  <body name='link' pos='0 0 1' euler='90 0 0'><geom/><joint name='k'/></body>
 </body></worldbody>
<contact><exclude body1='base' body2='link'/>
 <exclude name='other' body1='base' body2='world'/></contact>
<tendon><fixed name='t'><joint joint='k' coef='2'/></fixed></tendon>
<actuator><motor name='m' joint='j'/><motor name='n' tendon='t'/></actuator>
<keyframe><key qpos='0 0'/></keyframe>
</mujoco>)";

struct Scene {
  tactus::test::TemporaryDirectory directory;

  explicit Scene(const std::string& arm = kArm) {
    directory.Write("sub/arm.xml", arm);
  }

  Parsed Load(const std::string& xml) const {
    const auto file =
        directory.Write("scene.xml", "<mujoco>" + xml + "</mujoco>");
    ModelBuilder builder;
    Parsed parsed;
    parsed.report = LoadMjcf(file, {}, &builder);
    parsed.model = std::move(builder).Build();
    return parsed;
  }
};

const std::string kAsset =
    "<asset><model name='a' file='sub/arm.xml'/></asset>";

RigidTransform PoseOf(const Parsed& p, const std::string& body) {
  PositionKinematics position;
  CalcPositionKinematics(*p.model, p.model->default_positions(), &position);
  return position.X_WB[static_cast<std::size_t>(p.model->BodyIndex(body))];
}

TEST_CASE("MJCF attach: a body -> it, with all that refers to it alone") {
  const Scene scene;
  const Parsed p = scene.Load(
      "<compiler angle='radian'/><default><joint damping='7'/></default>" +
      kAsset +
      "<worldbody><frame pos='10 0 0'>"
      "<attach model='a' body='base' prefix='x_'/></frame></worldbody>");
  CHECK(p.model->num_bodies() == 3);
  CHECK(PoseOf(p, "x_base").translation().isApprox(Vector3d(11, 2, 3), 1e-14));
  // Its angles are in degrees, whatever this file's are.
  CHECK(PoseOf(p, "x_link").linear().col(1).isApprox(Vector3d::UnitZ(), 1e-14));
  CHECK(p.joint("x_j").lower == Approx(-kPi / 2).epsilon(1e-15));
  // Its own defaults hold, not this file's.
  CHECK(p.joint("x_j").damping == 0.5);
  CHECK(p.body("x_link").inertia.mass == 2);
  REQUIRE(p.model->num_actuators() == 2);
  CHECK(p.actuator(0).name == "x_m");
  CHECK(p.actuator(1).name == "x_n");
  CHECK(p.actuator(1).gear == 2);
  CHECK(p.model->geometries().size() == 2);  // Not the floor.
  CHECK(p.model->gravity_W() == Vector3d(0, 0, -9.81));
}

TEST_CASE(
    "MJCF attach: an exclude with a part left behind -> dropped, reported") {
  const Scene scene;
  const Parsed p = scene.Load(
      kAsset + "<worldbody><attach model='a' body='base'/></worldbody>");
  REQUIRE(p.report.CountPhysics() == 1);
  for (const Notice& notice : p.report.notices()) {
    if (notice.severity == Notice::Severity::kCosmetic) continue;
    CHECK_THAT(to_string(notice), Contains("<exclude name=\"other\">") &&
                                      Contains("parts that are not attached"));
  }
}

TEST_CASE(
    "MJCF attach: a whole world, twice, by its title -> both, with prefixes") {
  const Scene scene;
  const Parsed p = scene.Load(
      "<asset><model file='sub/arm.xml'/></asset><worldbody>"
      "<attach model='arm' prefix='l/'/>"
      "<frame pos='0 0 5'><attach model='arm' prefix='r/'/></frame>"
      "</worldbody>");
  CHECK(p.model->num_bodies() == 5);
  CHECK(p.model->num_actuators() == 4);
  CHECK(p.model->geometries().size() == 6);
  CHECK(PoseOf(p, "r/base").translation().z() == Approx(8));
}

TEST_CASE("MJCF attach: within replicate -> copies with their actuators") {
  const Scene scene;
  const Parsed p = scene.Load(
      kAsset +
      "<worldbody><replicate count='3' offset='5 0 0' sep='-'>"
      "<attach model='a' body='base' prefix='x_'/></replicate></worldbody>");
  CHECK(p.model->num_bodies() == 7);
  REQUIRE(p.model->num_actuators() == 6);
  CHECK(p.actuator(4).name == "x_m-2");
  CHECK(p.model->joints()[p.actuator(4).joint].name == "x_j-2");
  CHECK(PoseOf(p, "x_base-2").translation().x() == Approx(11));
}

TEST_CASE(
    "MJCF replicate: equality and actuator on its part -> copied with it") {
  const Parsed p = Parse(
      "<worldbody><body name='r'><geom size='1'/><joint name='i'/></body>"
      "<replicate count='2'><body name='b'><geom size='1'/>"
      "<joint name='j'/></body></replicate></worldbody>"
      "<equality><joint name='e' joint1='j' joint2='i'/></equality>"
      "<actuator><motor name='n' joint='i'/><motor name='m' joint='j'/>"
      "</actuator>");
  REQUIRE(p.model->couplers().size() == 2);
  const JointCoupler& coupler = p.model->couplers()[1];
  CHECK(coupler.name == "e1");
  CHECK(p.model->joints()[coupler.joint_a].name == "j1");
  CHECK(p.model->joints()[coupler.joint_b].name == "i");
  REQUIRE(p.model->num_actuators() == 3);
  CHECK(p.actuator(2).name == "m1");
  CHECK_THAT(test::FailureOfWorld("<replicate count='1000000'>"
                                  "<replicate count='1000000'><body/>"
                                  "</replicate></replicate>"),
             Contains("more than a million"));
  // What follows the parts is copied with them.
  CHECK_THAT(test::FailureOf("<worldbody><replicate count='300000'><body>"
                             "<joint name='j'/></body></replicate></worldbody>"
                             "<actuator><motor joint='j'/></actuator>"),
             Contains("more than a million"));
}

TEST_CASE("MJCF attach: meshdir of the attached file -> its meshes are found") {
  const Scene scene(
      "<mujoco><compiler meshdir='m'/><asset><mesh file='box.obj'/></asset>"
      "<worldbody><body name='b'><geom type='mesh' mesh='box'/></body>"
      "</worldbody></mujoco>");
  scene.directory.Write("sub/m/box.obj",
                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                        "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const Parsed p = scene.Load(
      "<compiler meshdir='elsewhere' strippath='true'/>" + kAsset +
      "<worldbody><attach model='a' body='b' prefix='x'/></worldbody>");
  CHECK(p.body("xb").inertia.mass == Approx(1000.0 / 6));
}

TEST_CASE("MJCF attach: an unknown model, body or file, or itself -> refused") {
  const Scene scene;
  CHECK_THROWS_WITH(scene.Load("<worldbody><attach model='b'/></worldbody>"),
                    Contains("unknown model 'b'"));
  CHECK_THROWS_WITH(
      scene.Load(kAsset +
                 "<worldbody><attach model='a' body='c'/></worldbody>"),
      Contains("has no body 'c'"));
  CHECK_THROWS_WITH(scene.Load("<asset><model name='a' file='no.xml'/></asset>"
                               "<worldbody><attach model='a'/></worldbody>"),
                    Contains("no.xml"));
  CHECK_THROWS_WITH(
      scene.Load("<asset><model name='a' file='scene.xml'/></asset>"
                 "<worldbody><attach model='a'/></worldbody>"),
      Contains("attaches itself"));
}

}  // namespace
}  // namespace tactus::multibody
