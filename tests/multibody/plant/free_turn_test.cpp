#include "tactus/multibody/plant/free_turn.h"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

FreeTurn MakeStart(const Vector3d& w) {
  return {.R_WB = Quaterniond(0.4, 0.5, -0.3, 0.7).normalized(), .w_W = w};
}

Vector3d MomentumOf(const Matrix3d& I, const FreeTurn& turn) {
  return turn.R_WB * (I * (turn.R_WB.conjugate() * turn.w_W));
}

double EnergyOf(const Matrix3d& I, const FreeTurn& turn) {
  return turn.w_W.dot(MomentumOf(I, turn)) / 2;
}

// An inertia whose principal axes are not the body's.
Matrix3d MakeTilted(const Vector3d& moments) {
  const Quaterniond R = Quaterniond(0.9, 0.2, -0.1, 0.3).normalized();
  return R.toRotationMatrix() * moments.asDiagonal() *
         R.toRotationMatrix().transpose();
}

// By the classic Runge-Kutta method in `n` steps.
FreeTurn TurnByRungeKutta(const Matrix3d& I, const FreeTurn& start, double h,
                          int n) {
  const auto slope = [&](const FreeTurn& at) {
    const Vector3d w_B = at.R_WB.conjugate() * at.w_W;
    const Vector3d a_B = I.ldlt().solve((I * w_B).cross(w_B));
    const Quaterniond w(0, at.w_W.x(), at.w_W.y(), at.w_W.z());
    return FreeTurn{
        .R_WB = Quaterniond((w * at.R_WB).coeffs() / 2),
        .w_W = at.R_WB * a_B,
    };
  };
  const auto add = [](const FreeTurn& at, double t, const FreeTurn& k) {
    return FreeTurn{.R_WB = Quaterniond(at.R_WB.coeffs() + t * k.R_WB.coeffs()),
                    .w_W = at.w_W + t * k.w_W};
  };
  FreeTurn at = start;
  const double dt = h / n;
  for (int i = 0; i < n; ++i) {
    const FreeTurn k1 = slope(at), k2 = slope(add(at, dt / 2, k1)),
                   k3 = slope(add(at, dt / 2, k2)), k4 = slope(add(at, dt, k3));
    at = add(add(add(add(at, dt / 6, k1), dt / 3, k2), dt / 3, k3), dt / 6, k4);
    at.R_WB.normalize();
  }
  return at;
}

double DistanceOf(const FreeTurn& a, const FreeTurn& b) {
  return a.R_WB.angularDistance(b.R_WB) + (a.w_W - b.w_W).norm();
}

TEST_CASE("TurnFreely: a sphere -> turns at a constant rate") {
  const FreeTurn start = MakeStart({1, 2, -2});
  const FreeTurn end = TurnFreely(0.3 * Matrix3d::Identity(), start, 0.7);
  CHECK((end.w_W - start.w_W).norm() < 1e-14);
  const Quaterniond turn(Eigen::AngleAxisd(3 * 0.7, start.w_W.normalized()));
  CHECK(end.R_WB.angularDistance(turn * start.R_WB) < 1e-14);
}

TEST_CASE("TurnFreely: at rest -> stays") {
  const FreeTurn end =
      TurnFreely(Vector3d(1, 2, 2.5).asDiagonal(), MakeStart({0, 0, 0}), 1);
  CHECK(end.w_W.norm() == 0);
  CHECK(end.R_WB.angularDistance(MakeStart({0, 0, 0}).R_WB) < 1e-15);
}

TEST_CASE("TurnFreely: symmetric tops, any axis -> as Runge and Kutta say") {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double moment : {0.02, 1.9}) {
      Vector3d moments = Vector3d::Ones();
      moments[axis] = moment;
      for (const Matrix3d& I :
           {Matrix3d(moments.asDiagonal()), MakeTilted(moments)}) {
        const FreeTurn start = MakeStart({2, -1, 3});
        const FreeTurn end = TurnFreely(I, start, 0.9);
        CHECK(DistanceOf(end, TurnByRungeKutta(I, start, 0.9, 4000)) < 1e-9);
      }
    }
  }
}

TEST_CASE("TurnFreely: unlike moments -> of order two") {
  const Matrix3d I = MakeTilted({1, 1.4, 2.1});
  // Steps so short that each is one of the splitting's.
  const FreeTurn start = MakeStart({0.2, -0.1, 0.3});
  const auto error = [&](int n) {
    FreeTurn at = start;
    for (int i = 0; i < n; ++i) at = TurnFreely(I, at, 1.0 / n);
    return DistanceOf(at, TurnByRungeKutta(I, start, 1, 1000));
  };
  CHECK(error(4) > 1e-7);
  CHECK(error(8) / error(4) == Approx(0.25).epsilon(0.1));
}

TEST_CASE("TurnFreely: random bodies -> momentum and energy stay") {
  for (const Vector3d& moments :
       std::vector<Vector3d>{{1, 1.4, 2.1}, {1, 1, 0.01}, {0.3, 1, 1.1}}) {
    const Matrix3d I = MakeTilted(moments);
    FreeTurn at = MakeStart({3, -5, 4});
    const Vector3d momentum = MomentumOf(I, at);
    const double energy = EnergyOf(I, at);
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
      at = TurnFreely(I, at, 0.05);
      worst = std::max(worst, std::abs(EnergyOf(I, at) / energy - 1));
    }
    CHECK((MomentumOf(I, at) - momentum).norm() < 1e-12 * momentum.norm());
    CHECK(worst < 1e-3);
  }
}

// A pencil that spins fast and tumbles slowly: the middle of the step knows
// nothing of where it is in its spin.
TEST_CASE("TurnFreely: many turns about the top's axis -> energy stays") {
  const Matrix3d I = Vector3d(1, 1, 0.005).asDiagonal();
  FreeTurn at = MakeStart({0, 0, 0});
  at.w_W = at.R_WB * Vector3d(10, 0, 5000);
  const double energy = EnergyOf(I, at);
  for (int i = 0; i < 100; ++i) at = TurnFreely(I, at, 1e-2);
  CHECK(EnergyOf(I, at) == Approx(energy).epsilon(1e-11));
}

TEST_CASE("TurnFreely: back in time -> where it began") {
  const Matrix3d I = MakeTilted({1, 1.4, 2.1});
  const FreeTurn start = MakeStart({2, -1, 3});
  CHECK(DistanceOf(TurnFreely(I, TurnFreely(I, start, 0.5), -0.5), start) <
        1e-12);
}

TEST_CASE("TurnsAlone: free bodies -> those with inertia and no armature") {
  const auto turns_alone = [](const Vector3d& moments, double armature,
                              int parent) {
    ModelBuilder builder;
    const SpatialInertia inertia{.mass = 1, .I_Bcm = moments.asDiagonal()};
    builder.AddBody("first", inertia);
    const int body = builder.AddBody("body", inertia);
    builder.AddJoint({.name = "free",
                      .type = JointType::kFloating,
                      .parent = parent,
                      .child = body,
                      .armature = armature});
    const auto model = std::move(builder).Build();
    return TurnsAlone(*model, model->trees().back());
  };
  CHECK(turns_alone({1, 1, 1}, 0, 0));
  CHECK_FALSE(turns_alone({1, 1, 1}, 0.1, 0));
  CHECK_FALSE(turns_alone({1, 1, 1}, 0, 1));
}

}  // namespace
}  // namespace tactus::multibody
