#include "tactus/multibody/importers/mjcf/load_mjcf.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include "support/shared.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using test::Parse;
using test::Parsed;

const std::string kPendulum =
    "<mujoco model='p'><option gravity='0 0 -1.6'/><worldbody>"
    "<body name='bob'><joint name='hinge' axis='0 1 0'/>"
    "<geom type='capsule' size='.1' fromto='0 0 0 0 0 -1'/></body></worldbody>"
    "</mujoco>";

TEST_CASE("LoadMjcf, ParseMjcf: a file, and its text -> the same model") {
  const tactus::test::TemporaryDirectory directory;
  ModelBuilder from_file, from_memory;
  LoadMjcf(directory.Write("p.xml", kPendulum), {}, &from_file);
  ParseMjcf(kPendulum, "p.xml", {}, &from_memory);
  const auto a = std::move(from_file).Build();
  const auto b = std::move(from_memory).Build();
  CHECK(a->num_velocities() == 1);
  CHECK(a->gravity_W() == Vector3d(0, 0, -1.6));
  CHECK(a->bodies()[1].name == "bob");
  CHECK(a->bodies()[1].inertia.mass == b->bodies()[1].inertia.mass);
}

TEST_CASE("ParseMjcf: a builder with a body -> the file's model is added") {
  ModelBuilder builder;
  builder.AddBody("ball", MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                           RigidTransform::Identity()));
  ParseMjcf(kPendulum, "p.xml", {}, &builder);
  contact::Geometry ground;
  ground.shape = contact::HalfSpace{};
  builder.AddGeometry(ground);
  const auto model = std::move(builder).Build();
  CHECK(model->num_velocities() == 7);
  CHECK(model->geometries().size() == 2);
}

TEST_CASE("ParseMjcf: a file that is refused -> the builder as it was") {
  ModelBuilder builder;
  builder.AddBody("ball", MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                           RigidTransform::Identity()));
  CHECK_THROWS_AS(
      ParseMjcf("<mujoco><worldbody><body name='a'><geom size='1'/></body>"
                "<geom type='mesh' mesh='none'/></worldbody></mujoco>",
                "p.xml", {}, &builder),
      ModelFileError);
  CHECK(builder.num_bodies() == 2);
  // Late, too: the flat mesh is found out when its hull is made.
  CHECK_THROWS_AS(
      ParseMjcf("<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0'/>"
                "</asset><worldbody><body name='a'><geom size='1'/></body>"
                "<geom type='mesh' mesh='m'/></worldbody></mujoco>",
                "p.xml", {}, &builder),
      ModelFileError);
  CHECK(builder.num_bodies() == 2);
  CHECK(std::move(builder).Build()->num_velocities() == 6);
}

TEST_CASE("ParseMjcf: bad files -> one clear message each") {
  const auto failure = [](const std::string& xml) {
    ModelBuilder builder;
    try {
      ParseMjcf(xml, "m.xml", {}, &builder);
    } catch (const ModelFileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(failure(kPendulum.substr(0, 150)),
             Contains("m.xml:1: not well-formed XML"));
  CHECK(failure("<robot/>") ==
        "m.xml:1: <robot>: an MJCF file has the root <mujoco>");
  CHECK(failure("").find("m.xml: the file is empty") == 0);
  // A point mass cannot be turned.
  CHECK_THAT(failure("<mujoco><worldbody><body name='b'><joint name='j'/>"
                     "<inertial pos='0 0 0' mass='1' diaginertia='0 0 0'/>"
                     "</body></worldbody></mujoco>"),
             StartsWith("m.xml: joint 'j' moves nothing: body 'b'"));
  ModelBuilder builder;
  CHECK_THROWS_WITH(LoadMjcf("/nowhere/x.xml", {}, &builder),
                    "/nowhere/x.xml: cannot read the file");
}

TEST_CASE("ParseMjcf: strict -> refuses what it else reports, but for looks") {
  const std::string xml = "<worldbody><geom size='1' condim='6'/></worldbody>";
  CHECK(Parse(xml).report.CountPhysics() == 1);
  CHECK_THAT(test::FailureOf(xml, true),
             Contains("m.xml:1: <geom>: attribute 'condim' = '6': torsional"));
  CHECK(
      test::FailureOf("<visual/><worldbody><geom size='1'/></worldbody>", true)
          .empty());
}

TEST_CASE("ParseMjcf: sections in any order, and twice -> all are taken") {
  const Parsed p = Parse(
      "<keyframe><key qpos='1'/></keyframe>"
      "<actuator><motor joint='j'/></actuator>"
      "<worldbody><body name='a'><joint name='j' class='c'/>"
      "<geom type='mesh' mesh='m'/></body></worldbody>"
      "<worldbody><geom size='1'/></worldbody>"
      "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
      "<default><default class='c'><joint damping='3'/></default></default>"
      "<compiler angle='radian'/>");
  CHECK(p.joint("j").damping == 3);
  CHECK(p.model->geometries().size() == 2);
  CHECK(p.model->keyframes()[0].q[0] == 1);
}

// Everything of ../shared that is MJCF either loads or says why not.
TEST_CASE(
    "LoadMjcf: six scenes of Menagerie -> a ground first, and keyframes") {
  if (!tactus::test::HasShared("models/menagerie")) return;
  const std::string file = GENERATE("menagerie/boston_dynamics_spot/scene.xml",
                                    "menagerie/unitree_a1/scene.xml",
                                    "menagerie/franka_emika_panda/scene.xml",
                                    "menagerie/universal_robots_ur5e/scene.xml",
                                    "menagerie/kuka_iiwa_14/scene.xml",
                                    "menagerie/skydio_x2/scene.xml");
  INFO(file);
  ModelBuilder builder;
  LoadMjcf(tactus::test::SharedDirectory() / "models" / file, {}, &builder);
  const auto model = std::move(builder).Build();
  CHECK(
      std::holds_alternative<contact::HalfSpace>(model->geometries()[0].shape));
  CHECK(model->keyframes().size() >= 1);
}

}  // namespace
}  // namespace tactus::multibody
