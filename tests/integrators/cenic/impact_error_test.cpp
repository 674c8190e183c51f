#include "tactus/integrators/cenic/impact_error.h"

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
  VectorXd dv = VectorXd::Zero(6);
  dv.tail<3>() = Vector3d(0.3, 0, -0.4);
  CHECK(CalcTouchError(problem, dv) == 0);
  problem.points[2].phi0 = 0.02;
  CHECK(CalcTouchError(problem, dv) == Approx(3e-3 * 0.5));

  dv.head<3>() = Vector3d(0, 0, 2);  // Points move by w x p as well.
  const auto speed_of = [&](int i) {
    return (Vector3d(0.3, 0, -0.4) +
            Vector3d(0, 0, 2).cross(problem.points[i].p_BoC_W))
        .norm();
  };
  CHECK(CalcTouchError(problem, dv) == Approx(3e-3 * speed_of(2)));
  problem.points[1].phi0 = 0;
  CHECK(CalcTouchError(problem, dv) ==
        Approx(3e-3 * std::max(speed_of(1), speed_of(2))));
}

}  // namespace
}  // namespace tactus::integrators
