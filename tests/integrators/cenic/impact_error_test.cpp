#include "tactus/integrators/cenic/impact_error.h"

#include <cmath>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {
namespace {

// A cube that stands on its four corners, 1 mm deep.
contact::VelocityProblem MakeStanding() {
  const auto model = test::MakeCubeModel();
  const multibody::MultibodyPlant plant(model);
  multibody::VelocityProblemBuilder builder = plant.MakeProblemBuilder();
  contact::VelocityProblem problem;
  const VectorXd q = (VectorXd(7) << 0, 0, 0.049, 1, 0, 0, 0).finished();
  builder.Build(q, VectorXd::Zero(6), {}, &problem);
  REQUIRE(problem.points.size() == 4);
  return problem;
}

// Of points that are apart at the start: 3 ms |dv|, the largest.
TEST_CASE("Touch error: solves that part by dv -> 3 ms of it at new points") {
  contact::VelocityProblem problem = MakeStanding();
  for (contact::ContactPoint& point : problem.points) point.dissipation = 50;
  const VectorXd v1 = VectorXd::Zero(6);
  VectorXd dv = VectorXd::Zero(6);
  dv.tail<3>() = Vector3d(0.3, 0, -0.4);
  const auto error = [&] {
    return CalcTouchError(problem, 1e-3, v1, dv);
  };
  CHECK(error() == 0);
  problem.points[2].phi0 = 0.02;
  CHECK(error() == Approx(3e-3 * 0.5));

  dv.head<3>() = Vector3d(0, 0, 2);  // Points move by w x p as well.
  const auto speed_of = [&](int i) {
    return (Vector3d(0.3, 0, -0.4) +
            Vector3d(0, 0, 2).cross(problem.points[i].p_BoC_W))
        .norm();
  };
  CHECK(error() == Approx(3e-3 * speed_of(2)));
  problem.points[1].phi0 = 0;
  CHECK(error() == Approx(3e-3 * std::max(speed_of(1), speed_of(2))));
}

// From 1 mm deep, upwards: 0.5 s (1 - d)^4 |dv| of what is out after 2 ms.
TEST_CASE("Touch error: elastic points that part -> dv by what rebounds") {
  contact::VelocityProblem problem = MakeStanding();
  VectorXd v1 = VectorXd::Zero(6), dv = v1;
  dv[5] = 0.01;
  for (const double d : {0.0, 0.2, 1.0}) {
    for (contact::ContactPoint& point : problem.points) point.dissipation = d;
    v1[5] = 0.499;
    CHECK(CalcTouchError(problem, 2e-3, v1, dv) == 0);
    v1[5] = 0.501;
    CHECK(CalcTouchError(problem, 2e-3, v1, dv) ==
          Approx(0.5 * 0.01 * std::pow(1 - d, 4)));
  }
}

}  // namespace
}  // namespace tactus::integrators
