#include "tactus/multibody/importers/mjcf/joint_springs.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using test::Parse;
using test::Parsed;
using test::ParseWorld;

// The wrench of the only spring at `q`: on its body_b, at Q, in W.
Vector6d WrenchAt(const Parsed& p, const VectorXd& q) {
  const Model& model = *p.model;
  REQUIRE(model.constraints().size() == 1);
  const Constraint& spring = model.constraints()[0];
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  const CosseratStrain strain = CalcCosseratStrain(
      spring.cosserat, position.X_WB[spring.body_a] * spring.X_AP,
      position.X_WB[spring.body_b] * spring.X_BQ);
  return -strain.G.transpose() *
         spring.cosserat.stiffness.cwiseProduct(strain.e);
}

const std::string kInertial =
    "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";

TEST_CASE(
    "MJCF joint: stiffness of a ball -> a torque back to where it was placed") {
  const Parsed p = ParseWorld(
      "<body name='a' pos='0 0 1' euler='0 0 90'><joint name='j' type='ball' "
      "pos='1 0 0' stiffness='5' springref='30'/>" +
      kInertial + "</body>");
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->constraints()[0].name == "j/spring");
  const VectorXd q0 = p.model->default_positions();
  CHECK(WrenchAt(p, q0).norm() < 1e-15);
  // 0.4 rad about x of the parent's F, which is y of the world.
  VectorXd q(4);
  q << std::cos(0.2), std::sin(0.2), 0, 0;
  Vector6d expected = Vector6d::Zero();
  expected[1] = -5 * 0.4;
  CHECK((WrenchAt(p, q) - expected).norm() < 1e-14);
}

// Between a hinge and the ball there is a link without mass, which the ball
// hangs on.
TEST_CASE("MJCF joint: a ball's spring after a hinge -> on the link between") {
  const Parsed p = ParseWorld(
      "<body name='a'><joint name='h' pos='1 0 0'/><joint name='j' type='ball' "
      "stiffness='5'/>" +
      kInertial + "</body>");
  const Constraint& spring = p.model->constraints()[0];
  CHECK(spring.body_a == p.model->BodyIndex("a/h"));
  CHECK(spring.body_b == p.model->BodyIndex("a"));
}

TEST_CASE(
    "MJCF joint: stiffness of a free joint -> a force and a torque back") {
  const Parsed p = ParseWorld(
      "<body name='a' pos='0 2 1' euler='0 0 90'><joint name='j' type='free' "
      "stiffness='5'/>" +
      kInertial + "</body>");
  VectorXd q = p.model->default_positions();
  CHECK(WrenchAt(p, q).norm() < 1e-14);
  q.head<3>() += Vector3d(0.1, 0.2, 0.3);
  q.tail<4>() << std::cos(0.9), 0, 0, std::sin(0.9);  // 1.8 rad about z.
  const double turn = 1.8 - std::acos(-1) / 2;
  Vector6d expected;
  expected << 0, 0, -5 * turn, -0.5, -1, -1.5;
  CHECK((WrenchAt(p, q) - expected).norm() < 1e-13);
}

TEST_CASE("MJCF joint: negative stiffness of a ball -> refused") {
  CHECK(test::FailureOfWorld("\n<body><joint name='j' type='ball' "
                             "stiffness='-1'/>" +
                             kInertial + "</body>") ==
        "m.xml:2: <joint name=\"j\">: attribute 'stiffness' is negative");
}

TEST_CASE("MJCF joint: springs that are off, or of <freejoint>s -> none") {
  const std::string world =
      "<default><joint stiffness='5'/></default><worldbody><body><joint "
      "type='ball'/>" +
      kInertial + "</body><body><freejoint/>" + kInertial +
      "</body></worldbody>";
  CHECK(Parse(world).model->constraints().size() == 1);
  for (const char* flag : {"spring", "passive"}) {
    const Parsed off = Parse("<option><flag " + std::string(flag) +
                             "='disable'/></option>" + world);
    CHECK(off.model->constraints().empty());
  }
}

}  // namespace
}  // namespace tactus::multibody
