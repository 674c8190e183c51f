#include "tactus/integrators/cenic/turn_error.h"

#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;

struct Part {
  contact::Shape shape;
  Vector3d p_BG = Vector3d::Zero();
  Vector3d z_BG = Vector3d::UnitZ();
};

// x of a free body that turns at w (body axes) for 0.1 s, turned itself.
double CalcTurn(const std::vector<Part>& parts, const Vector3d& w_B,
                bool turns_alone = true) {
  ModelBuilder builder;
  const int body =
      builder.AddBody("solid", {.mass = 1,
                                .p_BoBcm = Vector3d(0, 0, 0.1),
                                .I_Bcm = Vector3d(1, 2, 2.5).asDiagonal()});
  for (const Part& part : parts) {
    contact::Geometry geometry{
        .name = "part" + std::to_string(&part - parts.data()),
        .body = body,
        .shape = part.shape,
        .material = {}};
    geometry.X_BG.translation() = part.p_BG;
    geometry.X_BG.linear() =
        Quaterniond::FromTwoVectors(Vector3d::UnitZ(), part.z_BG)
            .toRotationMatrix();
    builder.AddGeometry(geometry);
  }
  const auto model = std::move(builder).Build();
  const Quaterniond R_WB = Quaterniond(1, 0.5, -0.3, 0.2).normalized();
  VectorXd q(7), v(6);
  q << 0, 0, 0, R_WB.w(), R_WB.vec();
  v << R_WB * w_B, 1, 2, 3;
  contact::VelocityProblem problem;
  problem.cliques = {{.nv = 6, .M = {}, .turns_alone = turns_alone}};
  return std::cbrt(16 * TurnError(*model).Calc(problem, q, v, 0.1));
}

const Vector3d kCentre(0, 0, 0.1);

TEST_CASE("Turn error: a box -> all of its turn, a body that is tied -> none") {
  const Part box{contact::Box{{0.1, 0.1, 0.1}}, kCentre};
  CHECK(CalcTurn({box}, {0, 0, 5}) == Approx(0.5));
  CHECK(CalcTurn({box}, {0, 0, 5}, false) == 0);
}

TEST_CASE("Turn error: solids of revolution -> what moves their axis") {
  for (const contact::Shape& shape :
       {contact::Shape(contact::Cylinder{0.1, 0.1}),
        contact::Shape(contact::Capsule{0.1, 0.1}),
        contact::Shape(contact::Ellipsoid{{0.1, 0.1, 0.2}})}) {
    CHECK(CalcTurn({{shape, kCentre}}, {0, 0, 8}) == Approx(0.2));
    CHECK(CalcTurn({{shape, kCentre}}, {4, 3, 8}) == Approx(0.5));
    // Along its axis it may stand anywhere, and beside it nowhere.
    CHECK(CalcTurn({{shape, {0, 0, 0.3}}}, {0, 0, 8}) == Approx(0.2));
    CHECK(CalcTurn({{shape, {0.1, 0, 0}}}, {0, 0, 8}) == Approx(0.8));
    const Part lying{shape, kCentre, Vector3d::UnitX()};
    CHECK(CalcTurn({{shape, kCentre}, lying}, {0, 0, 8}) == Approx(0.8));
  }
  const contact::Ellipsoid unlike{{0.1, 0.11, 0.2}};
  CHECK(CalcTurn({{unlike, kCentre}}, {0, 0, 8}) == Approx(0.8));
}

TEST_CASE("Turn error: balls -> a quarter about the centre, else an axis") {
  const contact::Sphere ball{0.1};
  CHECK(CalcTurn({{ball, kCentre}}, {4, 3, 0}) == Approx(0.125));
  CHECK(CalcTurn({}, {4, 3, 0}) == Approx(0.125));
  const Part above{ball, {0, 0, 0.4}}, beside{ball, {0.2, 0, 0.1}};
  CHECK(CalcTurn({above}, {0, 0, 8}) == Approx(0.2));
  CHECK(CalcTurn({above}, {4, 3, 0}) == Approx(0.5));
  CHECK(CalcTurn({above, beside}, {0, 0, 8}) == Approx(0.8));
}

// What is about the pivot counts, not what is about the centre of mass.
TEST_CASE("Turn error: on a ball joint -> about the axes of its pivot") {
  const auto calc = [](const Vector3d& p_BG) {
    ModelBuilder builder;
    const int body =
        builder.AddBody("top", {.mass = 1,
                                .p_BoBcm = Vector3d(0.3, 0, 0),
                                .I_Bcm = Vector3d(1, 2, 2.5).asDiagonal()});
    RigidTransform X_CM(Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()));
    X_CM.translation() = Vector3d(0, 0, 0.1);
    builder.AddJoint({.name = "ball",
                      .type = multibody::JointType::kBall,
                      .child = body,
                      .X_CM = X_CM});
    contact::Geometry geometry{.name = "disc",
                               .body = body,
                               .shape = contact::Cylinder{0.1, 0.1},
                               .material = {}};
    geometry.X_BG.translation() = p_BG;
    builder.AddGeometry(geometry);
    const auto model = std::move(builder).Build();
    const Quaterniond R_FM = Quaterniond(1, 0.5, -0.3, 0.2).normalized();
    VectorXd q(4), v(3);
    q << R_FM.w(), R_FM.vec();
    v = R_FM *
        (X_CM.linear().transpose() * Vector3d(0, 0, 8));  // About z of B.
    contact::VelocityProblem problem;
    problem.cliques = {{.nv = 3, .M = {}, .turns_alone = true}};
    return std::cbrt(16 * TurnError(*model).Calc(problem, q, v, 0.1));
  };
  CHECK(calc({0, 0, 0.5}) == Approx(0.2));
  CHECK(calc({0.3, 0, 0}) == Approx(0.8));
}

}  // namespace
}  // namespace tactus::integrators
