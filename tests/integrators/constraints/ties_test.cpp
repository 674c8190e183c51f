// Welds, balls and distances between free bodies.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "integrators/constraints/mechanisms.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using multibody::ConstraintType;
using test::Apart;
using test::At;
using test::CalcMomentum;
using test::kGravity;
using test::MakeFalling;
using test::MakeHanging;
using test::MakeTied;
using test::Method;
using test::Model;
using test::NameOf;
using test::PlantDiagram;
using test::Run;

// Frames that are half a metre, and most of a radian, apart.
TEST_CASE("Constraints: welds and balls torn apart -> together to 1e-5") {
  for (const auto type : {ConstraintType::kWeld, ConstraintType::kBall}) {
    for (const Method method : {Method::kIcf, Method::kCenic}) {
      INFO(to_string(type) << " " << NameOf(method));
      std::shared_ptr<const Model> model;
      PlantDiagram scene = MakeFalling({.name = "tie",
                                        .type = type,
                                        .body_a = 1,
                                        .body_b = 2,
                                        .X_AP = At({0.1, 0, 0}),
                                        .X_BQ = At({-0.1, 0.05, 0})},
                                       {0, 0, -kGravity}, &model);
      VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
      q.segment<3>(7) << 0.2, 0.45, 0.1;
      q.segment<4>(10) << std::cos(0.4), 0, std::sin(0.4), 0;
      v << 1, 0, 2, 0.3, 0, 0, 0, -1, 0, 0, 0.5, 0;
      const auto before = Apart(*model, q, model->constraints()[0]);
      CHECK(before.first > 0.3);
      scene.plant->SetPositions(&scene.context, q);
      scene.plant->SetVelocities(&scene.context, v);
      double gap = 0, turn = 0;
      Run(scene, method, 1, [&](const VectorXd& at, const VectorXd&) {
        const auto apart = Apart(*model, at, model->constraints()[0]);
        gap = std::max(gap, apart.first);
        turn = std::max(turn, apart.second);
      });
      CHECK(gap < 1e-5);
      if (type == ConstraintType::kWeld) CHECK(turn < 1e-5);
    }
  }
}

// Between free bodies; projected first, so that only the motion is measured.
TEST_CASE("Constraints: two tied bodies in flight -> momentum stays") {
  for (const auto type : {ConstraintType::kWeld, ConstraintType::kBall,
                          ConstraintType::kDistance}) {
    for (const double k : {std::numeric_limits<double>::infinity(), 300.0}) {
      const bool is_distance = type == ConstraintType::kDistance;
      if (!is_distance && std::isfinite(k)) continue;
      INFO(to_string(type) << " " << k);
      std::shared_ptr<const Model> model;
      const PlantDiagram scene = MakeTied(type, k, &model);
      const Vector6d start = CalcMomentum(scene, *model);
      double linear = 0, angular = 0;
      Run(scene, Method::kIcf, 0.5, [&](const VectorXd& at, const VectorXd& u) {
        const Vector6d change = CalcMomentum(*model, at, u) - start;
        linear = std::max(linear, change.tail<3>().norm());
        angular = std::max(angular, change.head<3>().norm());
      });
      CHECK(linear < 1e-10 * start.tail<3>().norm());
      CHECK(angular < 1e-10 * start.norm());
    }
  }
}

TEST_CASE(
    "Constraints: a weight on a distance spring -> settles at L + m g / k") {
  const double m = 2, length = 0.4, k = 500, d = 20;
  for (const Method method :
       {Method::kIcf, Method::kCenic, Method::kRungeKutta}) {
    INFO(NameOf(method));
    std::shared_ptr<const Model> model;
    const PlantDiagram scene = MakeHanging(m, length, k, d, &model);
    double depth = 0;
    Run(scene, method, 5,
        [&](const VectorXd& q, const VectorXd&) { depth = -q[2]; });
    CHECK(depth == Approx(length + m * kGravity / k).epsilon(1e-6));
  }
}

// Let go level: |p| = L all the way, and speed^2 = 2 g depth.
TEST_CASE("Constraints: a weight on a rigid distance -> swings as a pendulum") {
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    std::shared_ptr<const Model> model;
    const double length = 0.4;
    PlantDiagram scene = MakeHanging(
        2, length, std::numeric_limits<double>::infinity(), 0, &model);
    VectorXd q = model->default_positions();
    q.head<3>() << length, 0, 0;
    scene.plant->SetPositions(&scene.context, q);
    double stretch = 0, error = 0;
    Run(scene, method, 2, [&](const VectorXd& at, const VectorXd& v) {
      stretch = std::max(stretch, std::abs(at.head<3>().norm() - length));
      error = std::max(
          error, std::abs(v.tail<3>().squaredNorm() + 2 * kGravity * at[2]));
    });
    CHECK(stretch < 1e-5);
    CHECK(error < 0.02 * 2 * kGravity * length);
  }
}

}  // namespace
}  // namespace tactus::integrators
