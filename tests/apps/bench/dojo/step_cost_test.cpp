#include "tactus/apps/bench/dojo/step_cost.h"

#include <utility>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

// A pendulum above the ground, or a ball that lies on it.
std::shared_ptr<const multibody::Model> MakeModel(bool floats) {
  multibody::ModelBuilder builder;
  builder.AddGeometry(
      {.name = "ground", .shape = contact::HalfSpace{}, .material = {}});
  const int ball = builder.AddBody(
      "ball", multibody::MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                          RigidTransform::Identity()));
  builder.AddGeometry({.name = "ball",
                       .body = ball,
                       .shape = contact::Sphere{0.1},
                       .material = {}});
  if (floats) {
    builder.SetDefaultPose(ball,
                           RigidTransform(Eigen::Translation3d(0, 0, 0.1)));
  } else {
    builder.AddJoint({.name = "hinge",
                      .type = multibody::JointType::kRevolute,
                      .parent = 0,
                      .child = ball,
                      .X_PF = RigidTransform(Eigen::Translation3d(0, 0, 1)),
                      .X_CM = RigidTransform(Eigen::Translation3d(0, 0, 0.5))});
  }
  return std::move(builder).Build();
}

TEST_CASE("Step cost: as many steps as asked -> their iterations, contacts") {
  const StepCost ball = MeasureSteps(MakeModel(true), {.num_steps = 20});
  CHECK(ball.failure.empty());
  CHECK(ball.steps == 20);
  CHECK(ball.contacts == Approx(1));
  CHECK(ball.iterations_per_step() ==
        Approx(static_cast<double>(ball.iterations) / 20));
  CHECK(ball.iterations >= 20);
  const StepCost pendulum = MeasureSteps(MakeModel(false), {.num_steps = 5});
  CHECK(pendulum.steps == 5);
  CHECK(pendulum.contacts == 0);
}

TEST_CASE("Step cost: without derivatives -> they take no time") {
  const StepCost cost =
      MeasureSteps(MakeModel(true), {.num_steps = 3, .gradients = false});
  CHECK(cost.gradients == 0);
  CHECK(cost.all() == cost.problem + cost.solve);
}

TEST_CASE("Step cost: seconds of some steps -> microseconds of each") {
  const StepCost cost{.steps = 4};
  CHECK(cost.PerStep(2e-3) == Approx(500));
  CHECK(StepCost{}.PerStep(0) == 0);
}

TEST_CASE("Step cost: one run twice -> the same counts") {
  const auto model = MakeModel(true);
  const StepCost first = MeasureSteps(model, {.num_steps = 30, .flies = true});
  const StepCost again = MeasureSteps(model, {.num_steps = 30, .flies = true});
  CHECK(first.iterations == again.iterations);
  CHECK(first.contacts == again.contacts);
}

}  // namespace
}  // namespace tactus::apps::dojo
