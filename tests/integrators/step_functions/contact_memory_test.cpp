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

using contact::CondStart;
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

/// Impulses, and dampers, that tell points by where they are.
CondStart MakeStart(const StepProblem& problem) {
  CondStart start;
  for (const contact::ManifoldPoint& point : problem.contacts->points) {
    start.impulses_C.push_back(point.p_WB);
    start.tightening.points.push_back(2 + point.p_WB.x());
  }
  return start;
}

TEST_CASE("ContactMemory: the same contacts -> their own impulses") {
  Stepping stepping = MakeCubes();
  PgsStep pgs;
  const StepProblem problem = stepping.Prepare(&pgs, 1e-3);
  REQUIRE(problem.velocity.points.size() == 8);
  ContactMemory memory;
  CondStart recalled;
  memory.Recall(problem, &recalled);
  CHECK(recalled.impulses_C == std::vector<Vector3d>(8, Vector3d::Zero()));
  CHECK(recalled.tightening.is_empty());
  const CondStart start = MakeStart(problem);
  memory.Remember(problem, start);
  memory.Recall(problem, &recalled);
  CHECK(recalled.impulses_C == start.impulses_C);
  CHECK(recalled.tightening.points == start.tightening.points);
}

// They keep to the body, wherever that has gone, and one that is gone leaves
// what it had to no other body's.
TEST_CASE("ContactMemory: bodies that move -> impulses go with their points") {
  Stepping stepping = MakeCubes();
  PgsStep pgs;
  ContactMemory memory;
  {
    const StepProblem problem = stepping.Prepare(&pgs, 1e-3);
    memory.Remember(problem, MakeStart(problem));
  }
  stepping.q[0] += 0.75;  // By more than it is wide.
  stepping.q[2] = 0.5;    // And out of reach.
  const int second = 7;   // Of the second cube's coordinates.
  stepping.q[second + 1] += 0.3;
  const StepProblem problem = stepping.Prepare(&pgs, 1e-3);
  REQUIRE(problem.contacts->manifolds.size() == 1);
  CondStart recalled;
  memory.Recall(problem, &recalled);
  REQUIRE(recalled.impulses_C.size() == 4);
  for (int i = 0; i < 4; ++i) {
    const Vector3d moved =
        problem.contacts->points[i].p_WB - Vector3d(0, 0.3, 0);
    // The cube is B, or the ground, whose own points stay.
    CHECK((recalled.impulses_C[i] - moved).head<1>().norm() < 1e-9);
    CHECK(recalled.tightening.points[i] == Approx(2 + moved.x()));
  }
}

// Of constraints, by their number.
TEST_CASE("ContactMemory: rows -> their own, others of another problem") {
  Stepping stepping = MakeCubes();
  PgsStep pgs;
  StepProblem problem = stepping.Prepare(&pgs, 1e-3);
  contact::VelocityProblem with_rows = problem.velocity;
  with_rows.constraint_rows.resize(2);
  const StepProblem tied{.model = problem.model,
                         .position = problem.position,
                         .q0 = problem.q0,
                         .velocity = with_rows,
                         .h = problem.h,
                         .contacts = problem.contacts};
  ContactMemory memory;
  CondStart start = MakeStart(problem), recalled;
  start.row_impulses = {1, 2};
  start.tightening.rows = {3, 4};
  memory.Remember(tied, start);
  memory.Recall(tied, &recalled);
  CHECK(recalled.row_impulses == start.row_impulses);
  CHECK(recalled.tightening.rows == start.tightening.rows);
  memory.Recall(problem, &recalled);
  CHECK(recalled.row_impulses.empty());
  CHECK(recalled.tightening.rows.empty());
}

TEST_CASE("ContactMemory: steps from it -> fewer iterations, the same motion") {
  const auto run = [](CondStep method, bool keeps) {
    Stepping stepping = MakeCubes();
    // Side by side, COND takes two iterations from any start.
    if (method.name() == "cond") stepping.q.segment<3>(7) << 0, 0, 0.3;
    stepping.inputs.generalized_force = VectorXd::Zero(12);
    stepping.inputs.generalized_force.segment<3>(3) << 20, 5, 0;
    systems::Value memory = method.MakeMemory();
    long iterations = 0;
    for (int i = 0; i < 50; ++i) {
      const StepResult& result =
          stepping.Step(&method, 1e-3, keeps ? &memory : nullptr);
      REQUIRE_FALSE(result.report.failure);
      iterations += result.report.total.iterations;
    }
    return std::pair(iterations, stepping.q);
  };
  const contact::CondOptions options{.residual = 1e-9};
  for (const CondStep& method :
       {CondStep(options), CondStep(PgsStep(options))}) {
    const auto [warm, q_warm] = run(method, true);
    const auto [cold, q_cold] = run(method, false);
    INFO(method.name() << " " << warm << " " << cold);
    CHECK(3 * warm < 2 * cold);
    CHECK((q_warm - q_cold).norm() < 1e-6);
  }
}

}  // namespace
}  // namespace tactus::integrators
