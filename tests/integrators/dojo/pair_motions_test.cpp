#include "tactus/integrators/dojo/pair_motions.h"

#include <memory>
#include <optional>
#include <utility>

#include "multibody/random_model.h"
#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators::dojo {
namespace {

using multibody::test::Random;

constexpr double kSize = 0.3;  // [m]

// Two bodies with a geometry each, posed at random.
class Pair {
 public:
  Pair() {
    multibody::ModelBuilder builder;
    for (const char* name : {"a", "b"}) {
      const int body = builder.AddBody(name, {.mass = 1,
                                              .p_BoBcm = random_.Vector3(1),
                                              .I_Bcm = Matrix3d::Identity()});
      builder.AddGeometry({.name = name,
                           .body = body,
                           .X_BG = random_.Pose(),
                           .shape = contact::Sphere{kSize},
                           .material = {}});
    }
    model_ = std::move(builder).Build();
    posed_.emplace(PosedPair{*model_, model_->geometries()[0],
                             model_->geometries()[1], random_.Pose(),
                             random_.Pose(), Vector3d::Zero()});
  }

  const PosedPair& posed() const { return *posed_; }
  Vector3d p_WAcm() const {
    return posed_->X_WA * posed_->model.bodies()[1].inertia.p_BoBcm;
  }
  Random* random() { return &random_; }

 private:
  Random random_{3};
  std::shared_ptr<const multibody::Model> model_;
  std::optional<PosedPair> posed_;
};

// A turns about an axis, B is free.
TEST_CASE("Pair motions: a hinge and a free body -> A beside B") {
  Pair pair;
  const PosedPair& posed = pair.posed();
  const Vector3d axis = pair.random()->Vector3(1).normalized();
  const Vector3d p_WAxis = pair.random()->Vector3(1);
  const Vector3d p_WAo = posed.X_WA.translation();
  contact::VelocityProblem problem;
  problem.v0 = VectorXd::Zero(7);
  problem.cliques = {{.v_start = 0, .nv = 1, .M = MatrixXd::Identity(1, 1)},
                     {.v_start = 1, .nv = 6, .M = MatrixXd::Identity(6, 6)}};
  Matrix6Xd J(6, 1);
  J << axis, axis.cross(p_WAo - p_WAxis);
  problem.bodies = {{.id = 1, .clique = 0, .is_free = false, .J = J},
                    {.id = 2, .clique = 1, .is_free = true, .J = {}}};
  const contact::ContactPatch patch{
      .body_a = 0, .body_b = 1, .p_AoBo_W = posed.X_WB.translation() - p_WAo};

  const Matrix6Xd motions = FindPairMotions(problem, patch, posed, kSize);
  REQUIRE(motions.cols() == 7);
  Vector6d by_hinge, by_b_along_x = Vector6d::Zero(), by_b_around_x;
  by_hinge << axis, axis.cross(pair.p_WAcm() - p_WAxis) / kSize;
  by_b_around_x << Vector3d::UnitX(),
      Vector3d::UnitX().cross(pair.p_WAcm() - posed.X_WB.translation()) / kSize;
  by_b_along_x[3] = -1;
  CHECK((motions.col(0) - by_hinge.normalized()).norm() < 1e-14);
  CHECK((motions.col(1) + by_b_around_x.normalized()).norm() < 1e-14);
  CHECK((motions.col(4) - by_b_along_x).norm() < 1e-14);
}

TEST_CASE("Pair motions: few of them -> directions, and motions again") {
  Pair pair;
  Matrix6Xd motions(6, 3);
  for (int k = 0; k < 2; ++k)
    motions.col(k) = Vector6d(pair.random()->Vector(6, 1)).normalized();
  motions.col(2) = (motions.col(0) + motions.col(1)).normalized();
  const MotionDirections few =
      MakeMotionDirections(motions, pair.posed(), false);
  CHECK(few.directions.cols() == 2);
  const auto again = [&](const MotionDirections& of, const Matrix6Xd& T) {
    return Matrix6Xd(of.directions * of.to_directions_transpose.transpose() *
                     T);
  };
  CHECK((again(few, motions) - motions).norm() < 1e-13);

  const MotionDirections all =
      MakeMotionDirections(motions, pair.posed(), true);
  CHECK(all.directions.cols() == 6);
  CHECK((all.directions.leftCols<2>() - few.directions).norm() == 0);
  CHECK((again(all, Matrix6d::Identity()) - Matrix6d::Identity()).norm() <
        1e-12);
}

TEST_CASE("Pair motions: nearly dependent ones -> what is left follows") {
  Pair pair;
  Matrix6Xd motions(6, 2);
  motions.col(0) = Vector6d(pair.random()->Vector(6, 1)).normalized();
  motions.col(1) = motions.col(0);
  CHECK(MakeMotionDirections(motions, pair.posed(), false).directions.cols() ==
        1);
  motions.col(1) += 1e-6 * Vector6d(pair.random()->Vector(6, 1));
  CHECK(MakeMotionDirections(motions, pair.posed(), false).directions.cols() ==
        6);
}

TEST_CASE("Pair motions: all that are possible -> the axes of A's shape") {
  Pair pair;
  const PosedPair& posed = pair.posed();
  const Matrix3d axes = posed.X_WA.linear() * posed.a.X_BG.linear();
  const MotionDirections of =
      MakeMotionDirections(Matrix6d::Identity(), posed, false);
  REQUIRE(of.directions.cols() == 6);
  CHECK((of.directions.topLeftCorner<3, 3>() - axes).norm() < 1e-15);
  CHECK((of.directions.bottomRightCorner<3, 3>() - axes).norm() < 1e-15);
  const Matrix6Xd none(6, 0);
  CHECK(MakeMotionDirections(none, posed, false).directions.cols() == 0);
  CHECK(MakeMotionDirections(none, posed, true).directions.cols() == 6);
}

}  // namespace
}  // namespace tactus::integrators::dojo
