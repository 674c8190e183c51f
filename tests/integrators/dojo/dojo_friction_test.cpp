// Friction and impacts of solids on the ground under Dojo.
#include <algorithm>
#include <cmath>

#include "integrators/dojo/solids.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::integrators {
namespace {

using test::Advance;
using test::kGravity;
using test::MakeSolid;
using test::Stepping;

TEST_CASE("Dojo: a box that slides -> Coulomb's friction by slip and kappa") {
  constexpr double kKappa = 1e-5, kMu = 0.4, h = 0.01;
  DojoStep dojo({.kappa = kKappa});
  const contact::Box box{Vector3d(0.1, 0.1, 0.005)};
  Stepping stepping(MakeSolid(box, 0.005, kMu));
  systems::Value memory = dojo.MakeMemory();
  Advance(&dojo, h, 50, &stepping, &memory);
  stepping.v[3] = 2;
  stepping.v[4] = 1;
  for (int i = 0; i < 20; ++i) {
    const Vector2d before = stepping.v.segment<2>(3);
    Advance(&dojo, h, 1, &stepping, &memory);
    const Vector2d after = stepping.v.segment<2>(3);
    double friction = 0;
    for (const Vector3d& force : stepping.result().forces_W) {
      const double gamma = h * force.z(), part = kKappa / (2 * after.norm());
      friction += std::sqrt(kMu * kMu * gamma * gamma + part * part) - part;
    }
    CHECK((before - after).norm() == Approx(friction).epsilon(1e-3));
    // Along the slip: off its line by nothing.
    CHECK(std::abs(after.x() - 2 * after.y()) < 1e-6);
  }
}

TEST_CASE("Dojo: a load below mu -> it creeps as kappa lets it") {
  constexpr double kKappa = 1e-5, kMu = 0.5, h = 0.01, kLoad = 3;
  DojoStep dojo({.kappa = kKappa});
  const contact::Box box{Vector3d(0.1, 0.1, 1e-3)};
  Stepping stepping(MakeSolid(box, 1e-3, kMu, {kLoad, 0, -kGravity}));
  systems::Value memory = dojo.MakeMemory();
  Advance(&dojo, h, 200, &stepping, &memory);
  const double gamma = h * kGravity / 4, load = h * kLoad / 4;
  CHECK(stepping.v[3] ==
        Approx(kKappa * load / (kMu * kMu * gamma * gamma - load * load))
            .epsilon(1e-2));
}

TEST_CASE("Dojo: a tossed box at any step -> it comes to rest on a face") {
  const double h = GENERATE(0.1, 0.05, 0.01, 0.005);
  const FrictionCone cone =
      GENERATE(FrictionCone::kExact, FrictionCone::kLinear);
  DojoStep dojo({.kappa = 1e-8, .cone = cone});
  Stepping stepping(
      MakeSolid(contact::Box{Vector3d::Constant(0.25)}, 0.75, 0.1));
  stepping.v << 0.3, -0.2, 0.1, 1, 1.5, 1;
  systems::Value memory = dojo.MakeMemory();
  const int num_steps = static_cast<int>(5 / h);
  double least = 1;
  for (int i = 0; i < num_steps; ++i) {
    Advance(&dojo, h, 1, &stepping, &memory);
    least = std::min(least, stepping.q[2]);
  }
  CHECK(stepping.v.norm() < 1e-5);
  CHECK(stepping.q[2] == Approx(0.25).margin(1e-3));
  CHECK(least > 0.25 - 1e-3);
}

// A hull of twenty corners, thrown so that it lands on corners that were far
// from the lowest: joined or missing ones let it sink in.
TEST_CASE("Dojo: a hull that tumbles in long steps -> no corner below ground") {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 20; ++i) {
    const double z = -0.95 + 0.1 * i, along = 2.4 * i;
    corners.push_back(0.25 * Vector3d(std::sqrt(1 - z * z) * std::cos(along),
                                      std::sqrt(1 - z * z) * std::sin(along),
                                      z));
  }
  const auto hull = std::make_shared<contact::ConvexHull>(corners);
  const double turn = GENERATE(0.0, 1.0, 2.0, 3.0, 4.0, 5.0);
  Stepping stepping(MakeSolid(contact::ConvexMesh{hull}, 0.5, 0.5));
  stepping.v << 3 * std::cos(turn), 3 * std::sin(turn), turn - 2, 1.5, 0.5, -2;
  DojoStep dojo({.kappa = 1e-6});
  systems::Value memory = dojo.MakeMemory();
  constexpr double h = 0.05;
  for (int i = 0; i < 20; ++i) {
    Advance(&dojo, h, 1, &stepping, &memory);
    CHECK(dojo.restarts() == 0);
    const Quaterniond R(stepping.q[3], stepping.q[4], stepping.q[5],
                        stepping.q[6]);
    for (const Vector3d& corner : corners)
      CHECK(stepping.q[2] + (R * corner).z() > 0);
  }
}

}  // namespace
}  // namespace tactus::integrators
