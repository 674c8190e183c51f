#include "tactus/multibody/importers/mjcf/assemble.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/assemble_bodies.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using test::Parse;
using test::Parsed;
using test::ParseWorld;

RigidTransform PoseOf(const Parsed& p, const std::string& name,
                      const std::vector<std::pair<std::string, double>>& q_of) {
  VectorXd q = p.model->default_positions();
  for (const auto& [joint, value] : q_of) q[p.joint(joint).q_start] = value;
  PositionKinematics position;
  CalcPositionKinematics(*p.model, q, &position);
  return position.X_WB[static_cast<std::size_t>(p.model->BodyIndex(name))];
}

RigidTransform Turn(double angle, const Vector3d& axis,
                    const Vector3d& anchor) {
  return Eigen::Translation3d(anchor) * Eigen::AngleAxisd(angle, axis) *
         Eigen::Translation3d(-anchor);
}

bool Same(const RigidTransform& a, const RigidTransform& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff() < 1e-14;
}

TEST_CASE("MJCF body: several joints -> they move it one after the other") {
  const Parsed p = Parse(
      "<compiler angle='radian'/><worldbody><body name='b' pos='1 2 3'>"
      "<joint name='lift' type='slide' axis='0 0 1'/>"
      "<joint name='turn' axis='0 0 1' pos='1 0 0'/>"
      "<joint name='nod' axis='0 1 0' pos='0 0 2' ref='.3'/>"
      "<geom size='.1' mass='1'/></body></worldbody>");
  REQUIRE(p.model->num_bodies() == 4);
  CHECK(p.body("b/lift").is_virtual);
  CHECK(p.body("b/turn").is_virtual);
  CHECK_FALSE(p.body("b").is_virtual);
  CHECK(p.body("b/lift").inertia.mass == 0);
  const RigidTransform X_PB(Eigen::Translation3d(1, 2, 3));
  CHECK(Same(PoseOf(p, "b", {}), X_PB));
  const RigidTransform expected = X_PB * Eigen::Translation3d(0, 0, 0.4) *
                                  Turn(0.5, Vector3d::UnitZ(), {1, 0, 0}) *
                                  Turn(0.7 - 0.3, Vector3d::UnitY(), {0, 0, 2});
  CHECK(Same(PoseOf(p, "b", {{"lift", 0.4}, {"turn", 0.5}, {"nod", 0.7}}),
             expected));
}

TEST_CASE(
    "MJCF joint: ref -> the position at which the body is as in the file") {
  const Parsed p = Parse(
      "<compiler angle='radian'/><worldbody><body name='b' pos='1 0 0'>"
      "<joint name='j' type='slide' axis='0 1 0' ref='2'/>"
      "<geom size='.1' mass='1'/></body></worldbody>");
  CHECK(p.model->default_positions()[0] == 2);
  CHECK(
      Same(PoseOf(p, "b", {}), RigidTransform(Eigen::Translation3d(1, 0, 0))));
  CHECK(Same(PoseOf(p, "b", {{"j", 0.0}}),
             RigidTransform(Eigen::Translation3d(1, -2, 0))));
}

TEST_CASE(
    "MJCF: bodies and joints without names -> names that the file lacks") {
  const Parsed p = ParseWorld(
      "<body name='b'><joint/><joint axis='1 0 0'/><geom size='1'/></body>"
      "<body name='c'><joint name='b'/><geom size='1'/></body>"
      "<body name='b/b_'/>");
  // Joint "b" is the file's; the nameless ones take other names.
  CHECK(p.model->bodies()[p.joint("b").child].name == "c");
  CHECK(p.model->bodies()[p.joint("b__").child].name == "b");
  CHECK_NOTHROW(p.model->BodyIndex("b/b__"));
}

TEST_CASE(
    "MJCF: neighbours with joints -> never touch, unless one is the world") {
  const Parsed p = ParseWorld(
      "<geom name='floor' type='plane'/><body name='a'><joint/><geom size='1'/>"
      "<body name='b'><joint/><joint axis='1 0 0'/><geom size='1'/></body>"
      "</body>");
  const int a = p.model->BodyIndex("a"), b = p.model->BodyIndex("b");
  const auto pairs = p.model->excluded_pairs();
  const auto excluded = [&pairs](int i, int k) {
    return std::count(pairs.begin(), pairs.end(), std::minmax({i, k})) == 1;
  };
  CHECK(excluded(a, b));
  CHECK_FALSE(excluded(0, a));  // MuJoCo lets what hangs on the world touch it.
}

TEST_CASE(
    "CalcJointInertias: a hinge and a slide -> the mass matrix's diagonal") {
  mjcf::BodyTree tree;
  tree.bodies.resize(3);
  tree.bodies[0].name = "world";
  tree.bodies[1].name = "a";
  tree.bodies[1].parent = 0;
  tree.bodies[1].inertia = {.mass = 2, .I_Bcm = Matrix3d::Identity()};
  tree.bodies[2].name = "b";
  tree.bodies[2].parent = 1;
  tree.bodies[2].X_PB.translation() = Vector3d(3, 0, 0);
  tree.bodies[2].inertia = {.mass = 5, .I_Bcm = Matrix3d::Identity()};
  tree.joints.resize(2);
  tree.joints[0].body = 1;
  tree.joints[1].body = 2;
  tree.joints[1].kind = mjcf::JointSpec::Kind::kSlide;
  tree.joints[1].armature = 7;
  const std::vector<double> inertias = mjcf::CalcJointInertias(tree);
  CHECK(inertias[0] == Approx(1 + 1 + 5 * 9));
  CHECK(inertias[1] == Approx(5 + 7));
}

}  // namespace
}  // namespace tactus::multibody
