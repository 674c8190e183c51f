#include "tactus/multibody/importers/mjcf/constraints.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

constexpr const char* kBodies =
    "<worldbody>"
    "<site name='s0' pos='0 0 2'/>"
    "<body name='a' pos='1 2 3' euler='0 0 90'><freejoint/><geom size='1'/>"
    "<body name='c' pos='0 1 0' euler='90 0 0'><joint ref='30'/>"
    "<geom size='1'/><site name='s1' pos='.1 0 0' euler='0 90 0'/></body>"
    "</body>"
    "<body name='b' pos='4 0 1'><freejoint/><geom size='1'/></body>"
    "<body name='still'><geom size='1'/></body>"
    "</worldbody>";

std::string With(const std::string& equality) {
  return kBodies + ("<equality>" + equality + "</equality>");
}

RigidTransform Relative(const Parsed& p, const Constraint& constraint) {
  PositionKinematics at;
  CalcPositionKinematics(*p.model, p.model->default_positions(), &at);
  return (at.X_WB[constraint.body_a] * constraint.X_AP).inverse() *
         at.X_WB[constraint.body_b] * constraint.X_BQ;
}

TEST_CASE(
    "MJCF equality: connect and weld -> hold bodies where the file has them") {
  const Parsed p =
      Parse(With("<connect name='e' body1='c' body2='b' anchor='.1 .2 .3'/>"
                 "<connect body1='a' anchor='.1 0 0'/>"
                 "<weld body1='c' body2='b' anchor='1 0 0'/>"
                 "<weld body1='c' body2='b'/>"));
  CHECK(p.report.CountPhysics() == 0);
  const auto constraints = p.model->constraints();
  REQUIRE(constraints.size() == 4);
  CHECK(constraints[0].name == "e");
  CHECK(constraints[0].type == ConstraintType::kBall);
  CHECK(constraints[0].X_AP.translation() == Vector3d(0.1, 0.2, 0.3));
  CHECK(constraints[1].body_b == 0);
  CHECK(constraints[1].name == "a/world");
  CHECK(constraints[2].type == ConstraintType::kWeld);
  CHECK(constraints[2].X_BQ.translation() == Vector3d(1, 0, 0));
  CHECK(constraints[2].name != constraints[3].name);
  for (const Constraint& constraint : constraints) {
    const RigidTransform X_PQ = Relative(p, constraint);
    CHECK(X_PQ.translation().norm() < 1e-12);
    if (constraint.type == ConstraintType::kWeld)
      CHECK((X_PQ.linear() - Matrix3d::Identity()).norm() < 1e-12);
  }
}

TEST_CASE(
    "MJCF equality: a weld's relpose, or sites -> the constraint's frames") {
  const Parsed p =
      Parse(With("<weld body1='a' body2='b' relpose='1 2 3 0 0 0 2'/>"
                 "<weld body1='a' body2='b' relpose='1 2 3 0 0 0 0'/>"
                 "<weld site1='s0' site2='s1'/>"
                 "<connect site1='s1' site2='s0'/>"));
  const auto constraints = p.model->constraints();
  REQUIRE(constraints.size() == 4);
  CHECK(constraints[0].X_AP.translation() == Vector3d(1, 2, 3));
  CHECK((constraints[0].X_AP.linear() -
         Vector3d(-1, -1, 1).asDiagonal().toDenseMatrix())
            .norm() < 1e-12);
  CHECK(Relative(p, constraints[1]).translation().norm() < 1e-12);
  CHECK(constraints[2].body_a == 0);
  CHECK(constraints[2].X_AP.translation() == Vector3d(0, 0, 2));
  CHECK(constraints[2].body_b == p.model->BodyIndex("c"));
  CHECK(constraints[2].X_BQ.translation() == Vector3d(0.1, 0, 0));
  CHECK(constraints[3].type == ConstraintType::kBall);
}

// As MuJoCo has it: relpose places the anchor of B in A, turned as B is.
TEST_CASE("MJCF equality: a weld's anchor and relpose -> the anchor is there") {
  const Parsed p =
      Parse(With("<weld body1='a' body2='b' anchor='.1 .02 0' "
                 "relpose='1 2 3 1 0 0 1'/>"
                 "<weld body1='a' body2='b' anchor='.1 .02 0' "
                 "relpose='1 2 3 0 0 0 0'/>"));
  const auto constraints = p.model->constraints();
  REQUIRE(constraints.size() == 2);
  CHECK(constraints[0].X_AP.translation() == Vector3d(1, 2, 3));
  CHECK((constraints[0].X_AP.linear() * Vector3d::UnitX() - Vector3d::UnitY())
            .norm() < 1e-12);
  CHECK(constraints[0].X_BQ.translation() == Vector3d(0.1, 0.02, 0));
  CHECK(constraints[0].X_BQ.linear() == Matrix3d::Identity());
  CHECK(constraints[1].X_BQ.translation() == Vector3d(0.1, 0.02, 0));
  CHECK(Relative(p, constraints[1]).translation().norm() < 1e-12);
}

TEST_CASE(
    "MJCF equality: fixed bodies, softness, flex -> reported, inactive not") {
  const Parsed p =
      Parse(With("<connect body1='a' anchor='0 0 0' active='false'/>"
                 "<weld body1='still'/>"
                 "<weld body1='a' solref='.1 1' torquescale='2'/>"
                 "<flex/>"));
  CHECK(p.model->constraints().size() == 1);
  REQUIRE(p.report.CountPhysics() == 4);
  std::string all;
  for (const Notice& notice : p.report.notices()) all += notice.message + "\n";
  CHECK_THAT(all, Contains("the world holds"));
  CHECK_THAT(all, Contains("near-rigidly"));
  CHECK_THAT(all, Contains("only connect, weld, joint and tendon"));
}

TEST_CASE("MJCF equality: connects and welds that make no sense -> refused") {
  CHECK_THAT(FailureOf(With("<connect body1='a'/>")), Contains("'anchor'"));
  CHECK_THAT(FailureOf(With("<weld body1='x'/>")), Contains("'x'"));
  CHECK_THAT(FailureOf(With("<weld/>")), Contains("'body1'"));
  CHECK_THAT(FailureOf(With("<weld body1='a' body2='a'/>")),
             Contains("ties a body to itself"));
  CHECK_THAT(FailureOf(With("<weld body1='a' relpose='1 2 3'/>")),
             Contains("takes 7 numbers"));
  CHECK_THAT(FailureOf(With("<weld site1='s0' site2='s1' anchor='0 0 0'/>")),
             Contains("beside sites"));
  CHECK_THAT(FailureOf(With("<weld name='n' body1='a'/>"
                            "<weld name='n' body1='b'/>")),
             Contains("used twice"));
}

TEST_CASE(
    "MJCF joint: a ball's range -> its largest angle, if below 180 degrees") {
  const auto angle = [](const std::string& attributes) {
    const std::string xml = "<worldbody><body><joint name='j' type='ball' " +
                            attributes +
                            "/><geom size='1'/></body></worldbody>";
    return Parse(xml).joint("j").max_angle;
  };
  CHECK(angle("range='0 30'") == Approx(EIGEN_PI / 6));
  CHECK(angle("range='0 30' limited='false'") == kUnbounded[1]);
  CHECK(angle("range='0 200'") == kUnbounded[1]);
}

TEST_CASE("MJCF: Robotiq 2F-85 -> two pins that close its loops") {
  const std::string file = "models/menagerie/robotiq_2f85/2f85.xml";
  if (!tactus::test::HasShared(file)) return;
  ModelBuilder builder;
  LoadMjcf(tactus::test::SharedDirectory() / file, {}, &builder);
  const auto model = std::move(builder).Build();
  REQUIRE(model->constraints().size() == 2);
  for (const Constraint& constraint : model->constraints())
    CHECK(constraint.type == ConstraintType::kBall);
  CHECK(model->constraints()[0].name == "right_follower/right_coupler");
}

}  // namespace
}  // namespace tactus::multibody
