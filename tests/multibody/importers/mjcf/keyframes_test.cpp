#include "tactus/multibody/importers/mjcf/keyframes.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

// MuJoCo's order: hinge (1, 1), free (7, 6), ball (4, 3).
const std::string kWorld =
    "<compiler angle='radian'/><worldbody>"
    "<body name='a'><body name='inner'/><joint name='hinge' ref='.5'/>"
    "<geom size='1'/></body>"
    "<body name='b' pos='1 2 3'><freejoint name='free'/><geom size='1'/></body>"
    "<body name='c'><joint name='ball' type='ball'/><geom size='1'/></body>"
    "</worldbody><tendon><fixed name='t'><joint joint='hinge' coef='0'/>"
    "</fixed></tendon><actuator><motor name='m' joint='hinge'/>"
    "<motor tendon='t'/><motor name='n' joint='hinge'/></actuator>";

Parsed WithKey(const std::string& key) {
  return Parse(kWorld + "<keyframe>" + key + "</keyframe>");
}

// The joint's share of a keyframe's q or v.
VectorXd PositionsOf(const Parsed& p, const std::string& name) {
  const Joint& joint = p.joint(name);
  return p.model->keyframes()[0].q.segment(joint.q_start, joint.nq());
}

VectorXd VelocitiesOf(const Parsed& p, const std::string& name) {
  const Joint& joint = p.joint(name);
  return p.model->keyframes()[0].v.segment(joint.v_start, joint.nv());
}

bool Same(const VectorXd& a, std::initializer_list<double> b) {
  const VectorXd expected =
      Eigen::Map<const VectorXd>(b.begin(), static_cast<int>(b.size()));
  return a.size() == expected.size() && (a - expected).norm() < 1e-14;
}

// The free body and the ball are turned by 90 degrees about z, which takes x to
// y and y to -x.
TEST_CASE("MJCF keyframe: qpos, qvel, ctrl of MuJoCo -> those of Tactus") {
  const Parsed p = WithKey(
      "<key name='k' qpos='.7  4 5 6 2 0 0 2  3 0 0 3' "
      "qvel='9  1 2 3 4 5 6  7 8 9' ctrl='1 2 3'/>");
  REQUIRE(p.model->keyframes().size() == 1);
  CHECK(p.model->keyframes()[0].name == "k");
  CHECK(Same(PositionsOf(p, "hinge"), {0.7}));
  const double h = std::sqrt(0.5);
  CHECK(Same(PositionsOf(p, "free"), {4, 5, 6, h, 0, 0, h}));
  CHECK(Same(PositionsOf(p, "ball"), {h, 0, 0, h}));
  CHECK(Same(VelocitiesOf(p, "hinge"), {9}));
  CHECK(Same(VelocitiesOf(p, "free"), {-5, 4, 6, 1, 2, 3}));
  CHECK(Same(VelocitiesOf(p, "ball"), {-8, 7, 9}));
  // The tendon's actuator is left out, and its control with it.
  CHECK(Same(p.model->keyframes()[0].u, {1, 3}));
}

// act has a number for each actuator with dynamics; those that are left out
// keep their place.
TEST_CASE("MJCF keyframe: act -> activations of the actuators that are kept") {
  const std::string world =
      "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
      "<actuator><motor name='a' joint='j'/>"
      "<general name='b' joint='j' dyntype='filter'/>"
      "<muscle name='c' joint='j' force='1' lengthrange='0 1'/>"
      "<general name='d' joint='j' dyntype='muscle'/>"
      "<general name='e' joint='j' dyntype='integrator'/></actuator>";
  const auto with = [&](const std::string& key) {
    return world + "<keyframe>" + key + "</keyframe>";
  };
  const Parsed p = Parse(with("<key act='1 2 3 4' ctrl='5 6 7 8 9'/><key/>"));
  CHECK(Same(p.model->keyframes()[0].activations, {0, 1, 2, 4}));
  CHECK(Same(p.model->keyframes()[0].u, {5, 6, 7, 9}));
  CHECK(Same(p.model->keyframes()[1].activations, {0, 0, 0, 0}));
  CHECK_THAT(FailureOf(with("<key act='1'/>")),
             Contains("'act' needs 4 numbers"));
}

TEST_CASE(
    "MJCF keyframe: nothing given -> as the file places bodies, at rest") {
  const Parsed p = WithKey("<key/><key/>");
  REQUIRE(p.model->keyframes().size() == 2);
  CHECK(p.model->keyframes()[0].name == "key0");
  CHECK(p.model->keyframes()[1].name == "key1");
  CHECK(p.model->keyframes()[0].q == p.model->default_positions());
  CHECK(p.model->keyframes()[0].v.isZero());
  CHECK(Same(p.model->keyframes()[0].u, {0, 0}));
  CHECK(Same(PositionsOf(p, "hinge"), {0.5}));
  CHECK(Same(PositionsOf(p, "free"), {1, 2, 3, 1, 0, 0, 0}));
}

TEST_CASE("MJCF keyframe: quaternions of zeros -> no rotation") {
  const Parsed p = WithKey("<key qpos='0  0 0 0 0 0 0 0  0 0 0 0'/>");
  CHECK(Same(PositionsOf(p, "free"), {0, 0, 0, 1, 0, 0, 0}));
  CHECK(Same(PositionsOf(p, "ball"), {1, 0, 0, 0}));
}

TEST_CASE(
    "MJCF keyframe: lists of the wrong length, repeated names -> refused") {
  const auto failure = [](const std::string& key) {
    return FailureOf(kWorld + "<keyframe>\n" + key + "</keyframe>");
  };
  CHECK(failure("<key name='k' qpos='1 2'/>") ==
        "m.xml:2: <key name=\"k\">: attribute 'qpos' needs 12 numbers, not 2");
  CHECK_THAT(failure("<key qvel='1'/>"), Contains("'qvel' needs 10 numbers"));
  CHECK_THAT(failure("<key ctrl='1'/>"), Contains("'ctrl' needs 3 numbers"));
  CHECK_THAT(failure("<key name='k'/><key name='k'/>"),
             Contains("the keyframe name 'k' is used twice"));
}

}  // namespace
}  // namespace tactus::multibody
