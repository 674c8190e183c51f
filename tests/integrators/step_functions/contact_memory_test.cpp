#include "tactus/integrators/step_functions/contact_memory.h"

#include <string>
#include <utility>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using test::Stepping;

/// Two cubes that touch the ground, not each other, at (0, 0) and (1, 0).
Stepping MakeCubes() {
  ModelBuilder builder;
  const contact::Box cube{Vector3d::Constant(0.1)};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {}});
  for (int i = 0; i < 2; ++i) {
    const std::string name = "cube" + std::to_string(i);
    const int body = builder.AddBody(
        name,
        multibody::MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = name, .body = body, .shape = cube, .material = {}});
    RigidTransform X = RigidTransform::Identity();
    X.translation() << i, 0, 0.1;
    builder.SetDefaultPose(body, X);
  }
  return Stepping(std::move(builder).Build());
}

/// Impulses that tell points by where they are.
std::vector<Vector3d> MakeImpulses(const StepProblem& problem) {
  std::vector<Vector3d> impulses;
  for (const contact::ManifoldPoint& point : problem.contacts->points)
    impulses.push_back(point.p_WB);
  return impulses;
}

TEST_CASE("ContactMemory: the same contacts -> their own impulses") {
  Stepping stepping = MakeCubes();
  PgsStep pgs;
  const StepProblem problem = stepping.Prepare(&pgs, 1e-3);
  REQUIRE(problem.velocity.points.size() == 8);
  ContactMemory memory;
  std::vector<Vector3d> recalled;
  memory.Recall(problem, &recalled);
  CHECK(recalled == std::vector<Vector3d>(8, Vector3d::Zero()));
  memory.Remember(problem, MakeImpulses(problem));
  memory.Recall(problem, &recalled);
  CHECK(recalled == MakeImpulses(problem));
}

// They keep to the body, wherever that has gone, and one that is gone leaves
// what it had to no other body's.
TEST_CASE("ContactMemory: bodies that move -> impulses go with their points") {
  Stepping stepping = MakeCubes();
  PgsStep pgs;
  ContactMemory memory;
  std::vector<Vector3d> start;
  {
    const StepProblem problem = stepping.Prepare(&pgs, 1e-3);
    start = MakeImpulses(problem);
    memory.Remember(problem, start);
  }
  stepping.q[0] += 0.75;  // By more than it is wide.
  stepping.q[2] = 0.5;    // And out of reach.
  const int second = 7;   // Of the second cube's coordinates.
  stepping.q[second + 1] += 0.3;
  const StepProblem problem = stepping.Prepare(&pgs, 1e-3);
  REQUIRE(problem.contacts->manifolds.size() == 1);
  std::vector<Vector3d> recalled;
  memory.Recall(problem, &recalled);
  REQUIRE(recalled.size() == 4);
  for (int i = 0; i < 4; ++i) {
    const Vector3d moved =
        problem.contacts->points[i].p_WB - Vector3d(0, 0.3, 0);
    // The cube is B, or the ground, whose own points stay.
    CHECK((recalled[i] - moved).head<1>().norm() < 1e-9);
  }
}

TEST_CASE("ContactMemory: steps from it -> fewer sweeps, the same motion") {
  const auto run = [](bool keeps) {
    Stepping stepping = MakeCubes();
    stepping.inputs.generalized_force = VectorXd::Zero(12);
    stepping.inputs.generalized_force.segment<3>(3) << 20, 5, 0;
    PgsStep pgs(contact::CondOptions{.residual = 1e-9});
    systems::Value memory = pgs.MakeMemory();
    long iterations = 0;
    for (int i = 0; i < 50; ++i) {
      const StepResult& result =
          stepping.Step(&pgs, 1e-3, keeps ? &memory : nullptr);
      REQUIRE_FALSE(result.report.failure);
      iterations += result.report.total.iterations;
    }
    return std::pair(iterations, stepping.q);
  };
  const auto [warm, q_warm] = run(true);
  const auto [cold, q_cold] = run(false);
  INFO(warm << " " << cold);
  CHECK(2 * warm < cold);
  CHECK((q_warm - q_cold).norm() < 1e-6);
}

}  // namespace
}  // namespace tactus::integrators
