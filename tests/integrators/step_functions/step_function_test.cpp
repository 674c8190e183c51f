#include "tactus/integrators/step_functions/step_function.h"

#include <memory>

#include "integrators/penalty_step.h"
#include "integrators/step_once.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {
namespace {

using test::Stepping;

TEST_CASE("Step functions: what a method is -> the contacts that it hears of") {
  const auto model = test::MakeCubeModel();
  const VectorXd q = model->default_positions();
  const VectorXd v = VectorXd::Zero(model->num_velocities());
  const auto reach = [&](StepFunction&& function) {
    return MakeContactReach(&function, *model, q, v, 0.01);
  };
  CHECK(reach(IcfStep()).horizon == 0.01);
  CHECK(reach(IcfStep()).with_patches);
  CHECK_FALSE(reach(IcfStep()).margin);
  CHECK(reach(test::PenaltyStep()).horizon == 0);
  CHECK_FALSE(reach(test::PenaltyStep()).with_patches);
  CHECK(reach(DojoStep()).margin.value_or(0) > 0);
  CHECK(reach(DojoStep()).with_corners);
}

// One start serves steps of any length, in any order.
TEST_CASE("Step functions: prepared once, stepped twice -> the same bits") {
  Stepping cube(test::MakeCubeModel());
  cube.q[2] = 0.049;
  cube.v << 1, 2, 0, 0.3, 0, -1;
  IcfStep icf;
  const auto step = [&](StepProblem problem, double h) {
    systems::Value memory = icf.MakeMemory();
    StepResult result;
    problem.h = h;
    icf.Step(problem, &memory, &result);
    return VectorXd(result.v);
  };
  const StepProblem problem = cube.Prepare(&icf, 0.01);
  const VectorXd whole = step(problem, 0.01), half = step(problem, 0.005);
  CHECK(whole != half);
  CHECK(step(problem, 0.01) == whole);
  CHECK(step(cube.Prepare(&icf, 0.01), 0.005) == half);
}

TEST_CASE(
    "Step functions: ICF for a problem it was not prepared for -> says so") {
  Stepping cube(test::MakeCubeModel());
  IcfStep prepared, other;
  const StepProblem problem = cube.Prepare(&prepared, 0.01);
  systems::Value memory = other.MakeMemory();
  StepResult result;
  CHECK_THROWS_WITH(other.Step(problem, &memory, &result),
                    Catch::Contains("prepared"));
}

TEST_CASE("Step functions: another method's memory -> refused") {
  CHECK_NOTHROW(CheckMemory(IcfStep(), IcfStep().MakeMemory()));
  CHECK_THROWS_WITH(CheckMemory(IcfStep(), systems::Value()),
                    Catch::Contains("damaged"));
  CHECK_THROWS_WITH(CheckMemory(DojoStep(), IcfStep().MakeMemory()),
                    Catch::Contains("damaged"));
}

}  // namespace
}  // namespace tactus::integrators
