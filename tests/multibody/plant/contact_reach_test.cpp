#include "tactus/multibody/plant/contact_reach.h"

#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

// Two balls of 10 cm, 1 cm apart, that approach at 1 m/s in all; what can
// happen is bounded from above.
std::size_t CountContacts(const ContactReach& reach) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (const char* name : {"a", "b"}) {
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Sphere{0.05},
                         .material = {}});
    RigidTransform X = RigidTransform::Identity();
    X.translation().x() = 0.11 * (body - 1);
    builder.SetDefaultPose(body, X);
  }
  const MultibodyPlant plant(std::move(builder).Build());
  VectorXd v = VectorXd::Zero(12);
  v[3] = 0.5;
  v[9] = -0.5;
  VelocityProblemBuilder problems = plant.MakeProblemBuilder();
  contact::VelocityProblem problem;
  problems.Build(plant.model().default_positions(), v, {}, &problem, reach);
  return problem.points.size();
}

TEST_CASE("ContactReach: balls apart -> in touch by margin or horizon alone") {
  CHECK(CountContacts({}) == 0);
  CHECK(CountContacts({.margin = 0.009}) == 0);
  CHECK(CountContacts({.margin = 0.011}) == 1);
  CHECK(CountContacts({.margin = {}, .horizon = 0.001}) == 0);
  CHECK(CountContacts({.margin = {}, .horizon = 0.011}) == 1);
}

}  // namespace
}  // namespace tactus::multibody
