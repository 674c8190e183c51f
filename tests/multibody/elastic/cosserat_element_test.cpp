#include "tactus/multibody/elastic/cosserat_element.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using test::Random;

CosseratElement MakeElement(Random* random) {
  CosseratElement element{
      .offset = 0.3, .turn = 0.4 * random->Vector(3), .damping = 0.01};
  for (double& k : element.stiffness) k = random->Uniform(1, 9);
  return element;
}

/// Two free bodies and an element between frames away from their origins.
std::shared_ptr<const Model> MakePair(const Constraint& tie) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (const char* name : {"a", "b"})
    builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddConstraint(tie);
  return std::move(builder).Build();
}

double CalcEnergyAt(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return CalcPotentialEnergy(model, position, q);
}

BodyRows RowsAt(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position,
                         VectorXd::Zero(model.num_velocities()), &velocity);
  BodyRows rows;
  CalcConstraintRows(model, position, velocity, model.constraints()[0], &rows);
  return rows;
}

/// sum of K e G', the gradient of the energy by velocity.
VectorXd CalcGradient(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  const BodyRows rows = RowsAt(model, q);
  VectorXd gradient = VectorXd::Zero(model.num_velocities()), G;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    CalcRowJacobian(model, position, rows, static_cast<int>(i), &G);
    gradient += rows.rows[i].stiffness * rows.rows[i].error * G;
  }
  return gradient;
}

// Between two bodies, from the world, and to the world, where the rows are on
// the first body.
TEST_CASE("Cosserat element: differences of the energy -> the gradient") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const int body_a = seed % 3 == 1 ? 0 : 1, body_b = seed % 3 == 2 ? 0 : 2;
    const auto model = MakePair({.name = "tie",
                                 .type = ConstraintType::kCosserat,
                                 .body_a = body_a,
                                 .body_b = body_b,
                                 .X_AP = random.Pose(),
                                 .X_BQ = random.Pose(),
                                 .cosserat = MakeElement(&random)});
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd gradient = CalcGradient(*model, q);
    REQUIRE(gradient.norm() > 0.1);
    for (const contact::ConstraintRow& row : RowsAt(*model, q).rows)
      CHECK(row.damping == Approx(0.01 * row.stiffness));
    constexpr double h = 1e-5;
    for (int i = 0; i < model->num_velocities(); ++i) {
      const VectorXd v = VectorXd::Unit(model->num_velocities(), i);
      VectorXd before, after;
      IntegratePositions(*model, q, v, -h, &before);
      IntegratePositions(*model, q, v, h, &after);
      INFO("seed " << seed << ", velocity " << i);
      CHECK(std::abs(
                (CalcEnergyAt(*model, after) - CalcEnergyAt(*model, before)) /
                    (2 * h) -
                gradient[i]) < 1e-6 * gradient.norm());
    }
  }
}

TEST_CASE("Cosserat element: strains along a motion -> their rates G V") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const CosseratElement element = MakeElement(&random);
    const RigidTransform X_WP = random.Pose(), X_WQ = random.Pose();
    const Vector3d w = random.Vector(3), v = random.Vector(3);
    const auto strain_at = [&](double t) {
      RigidTransform X = X_WQ;
      X.linear() =
          Eigen::AngleAxisd(w.norm() * t, w.normalized()) * X_WQ.linear();
      X.translation() += t * v;
      return CalcCosseratStrain(element, X_WP, X).e;
    };
    constexpr double h = 1e-5;
    Vector6d V;
    V << w, v;
    const Vector6d rate = CalcCosseratStrain(element, X_WP, X_WQ).G * V;
    CHECK((rate - (strain_at(h) - strain_at(-h)) / (2 * h)).norm() <
          1e-6 * (1 + rate.norm()));
  }
}

// Below and above where the series of the rotation's rate ends.
TEST_CASE("Cosserat element: nearly straight -> turns by the rotation") {
  const CosseratElement element{};
  for (const double angle : {0.0, 1e-9, 0.9e-2, 1.1e-2}) {
    RigidTransform X_WQ = RigidTransform::Identity();
    X_WQ.linear() =
        Eigen::AngleAxisd(angle, Vector3d::UnitX()).toRotationMatrix();
    const CosseratStrain strain =
        CalcCosseratStrain(element, RigidTransform::Identity(), X_WQ);
    CHECK((strain.e - angle * Vector6d::Unit(3)).norm() < 1e-15);
    const Matrix3d T = strain.G.bottomLeftCorner<3, 3>();
    const double half = angle / 2;
    const double across = angle == 0 ? 1 : half / std::tan(half);
    CHECK(T(0, 0) == Approx(1).epsilon(1e-14));
    CHECK(T(1, 1) == Approx(across).epsilon(1e-13));
    CHECK(T(1, 2) == Approx(half).margin(1e-14));
  }
}

// Both bodies turn together, and their origins go straight: the strains stay,
// and the energy curves by the forces alone.
TEST_CASE("Cosserat element: turned under load -> the turning stiffness") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const Constraint tie{.name = "tie",
                         .type = ConstraintType::kCosserat,
                         .body_a = 1,
                         .body_b = 2,
                         .X_AP = random.Pose(),
                         .X_BQ = random.Pose(),
                         .cosserat = MakeElement(&random)};
    const auto model = MakePair(tie);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    const RigidTransform X_WP = position.X_WB[1] * tie.X_AP;
    const RigidTransform X_WQ = position.X_WB[2] * tie.X_BQ;
    const Vector6d e = CalcCosseratStrain(tie.cosserat, X_WP, X_WQ).e;
    const Vector3d F =
        X_WP.linear() *
        tie.cosserat.stiffness.head<3>().cwiseProduct(e.head<3>());
    const Vector3d arm_a = X_WQ.translation() - position.X_WB[1].translation();
    const Vector3d arm_b = X_WQ.translation() - position.X_WB[2].translation();
    const Vector3d w = random.Vector(3);
    VectorXd v(12);
    v << w, Vector3d::Zero(), w,
        w.cross(position.X_WB[2].translation() -
                position.X_WB[1].translation());
    constexpr double h = 1e-4;
    VectorXd before, after;
    IntegratePositions(*model, q, v, -h, &before);
    IntegratePositions(*model, q, v, h, &after);
    const double curvature =
        (CalcEnergyAt(*model, after) - 2 * CalcEnergyAt(*model, q) +
         CalcEnergyAt(*model, before)) /
        (h * h);
    const Matrix3d S =
        CalcTurningStiffness(F, arm_a) + CalcTurningStiffness(-F, arm_b);
    CHECK(curvature == Approx(w.dot(S * w)).epsilon(1e-5).margin(1e-6));
  }
}

TEST_CASE("Cosserat element: a round rod -> stretch, bending and twist") {
  const RodSection rod{
      .radius = 2e-3, .youngs_modulus = 3e6, .shear_modulus = 1e6};
  const Vector6d K = CalcStiffness(rod, 0.1);
  const double pi = std::numbers::pi;
  CHECK(K[2] == Approx(3e6 * pi * 4e-6 / 0.1));
  CHECK(K[0] == Approx(0.9 * 1e6 * pi * 4e-6 / 0.1));
  CHECK(K[1] == K[0]);
  CHECK(K[3] == Approx(3e6 * pi * 16e-12 / 4 / 0.1));
  CHECK(K[4] == K[3]);
  CHECK(K[5] == Approx(1e6 * pi * 16e-12 / 2 / 0.1));
}

TEST_CASE("Cosserat element: numbers that make none -> refused by name") {
  const auto refused = [](const CosseratElement& element,
                          const std::string& why) {
    CHECK_THROWS_WITH(
        MakePair({.name = "tie",
                  .type = ConstraintType::kCosserat,
                  .body_a = 1,
                  .body_b = 2,
                  .cosserat = element}),
        Catch::StartsWith("constraint 'tie'") && Catch::Contains(why));
  };
  refused({.damping = -1}, "the damping is -1");
  refused({.stiffness = -Vector6d::Ones()}, "each stiffness is -1");
  refused({.turn = {4, 0, 0}}, "half a revolution");
  refused({.offset = NAN}, "not finite");
  CHECK_THROWS_WITH(MakePair({.name = "tie",
                              .body_a = 1,
                              .body_b = 2,
                              .cosserat = {.stiffness = Vector6d::Ones()}}),
                    Catch::Contains("this one is of type weld"));
}

}  // namespace
}  // namespace tactus::multibody
