#include "tactus/multibody/plant/step_record.h"

#include <memory>

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

#include "tactus/contact/continuous_forces.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using systems::Context;
using systems::DiagramBuilder;
using test::BoxPositions;

TEST_CASE(
    "StepRecord: times -> covers its step, with the end and without the "
    "start") {
  StepRecord record;
  CHECK_FALSE(record.Covers(0));
  record.start = 0.25;
  record.end = 0.5;
  CHECK_FALSE(record.Covers(0.25));
  CHECK(record.Covers(0.26));
  CHECK(record.Covers(0.5));
  CHECK_FALSE(record.Covers(0.51));
}

TEST_CASE(
    "StepRecord: an integrator's -> holds in its step, for its state alone") {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(test::MakeBoxModel({}));
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  plant.SetPositions(&context, BoxPositions(1e-3));
  const auto eval = [&]() -> const ContactResults& {
    return plant.contact_results_output().Eval<ContactResults>(context);
  };
  const auto write = [&] {
    StepRecord& record = plant.MutableStepRecord(&context);
    record.start = 0.25;
    record.end = 0.5;
    record.contacts.time = 0.5;
    record.contacts.points.resize(1);
    record.contacts.points[0].depth = 123;
  };
  write();
  CHECK(eval().points.size() == 4);  // before
  context.SetTime(0.5);
  REQUIRE(eval().points.size() == 1);
  CHECK(eval().points[0].depth == 123);
  context.SetTime(0.3);
  CHECK(eval().points.size() == 1);
  CHECK(plant.step_record_output().Eval<StepRecord>(context).end == 0.5);
  // A new state at the same time: the record is of the past.
  plant.SetPositions(&context, BoxPositions(2e-3));
  CHECK(eval().points.size() == 4);
  write();
  CHECK(eval().points.size() == 1);
  plant.SetVelocities(&context, VectorXd::Ones(6));
  CHECK(eval().points.size() == 4);
  write();
  context.SetTime(0.6);  // after
  CHECK(eval().points.size() == 4);
}

// Two hinges with motors of all kinds, in a model that also has a thruster.
struct Motors {
  Motors() {
    ModelBuilder model;
    const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
    const int a = model.AddBody("a", inertia), b = model.AddBody("b", inertia);
    for (const auto& [body, name] :
         {std::pair(a, "left"), std::pair(b, "right")})
      model.AddJoint({.name = name,
                      .type = JointType::kRevolute,
                      .child = body,
                      .axis_F = Vector3d::UnitY()});
    model.AddActuator({.name = "thruster",
                       .body = b,
                       .wrench_S = Vector6d::Unit(5),
                       .gain = 2,
                       .force_upper = 5});
    model.AddActuator({.name = "servo",
                       .joint = 1,
                       .gear = 3,
                       .gain = 10,
                       .bias1 = -10,
                       .bias2 = -0.5});
    model.AddActuator(
        {.name = "motor", .joint = 0, .gear = -2, .force_upper = 4});
    model.AddActuator({.name = "held servo",
                       .joint = 0,
                       .gear = 3,
                       .bias1 = -100,
                       .force_lower = -1});
    DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(std::move(model).Build());
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }
  const MultibodyPlant* plant{};
  std::unique_ptr<systems::Diagram> diagram;
  Context context;
};

TEST_CASE(
    "StepRecord: actuators of all kinds -> efforts after gears and limits") {
  Motors s;
  s.plant->SetPositions(&s.context, Eigen::Vector2d(0.2, 0.1));
  s.plant->SetVelocities(&s.context, Eigen::Vector2d(0, -0.7));
  s.context.FixInput(s.plant->actuation_input(), Eigen::Vector4d(4, 0.5, 9, 0));
  const VectorXd efforts = s.plant->actuator_efforts_output().Eval(s.context);
  REQUIRE(efforts.size() == 4);
  CHECK(efforts[0] == 5);                                        // 2 x 4, held
  CHECK(efforts[1] == Approx(3 * (5 - 10 * 0.3 - 0.5 * -2.1)));  // at l = 0.3
  CHECK(efforts[2] == -8);                                       // -2 x 4, held
  CHECK(efforts[3] == -3);                                       // 3 x -1
}

// At the state, where no integrator left a record.
TEST_CASE("StepRecord: none of an integrator -> that of the continuous law") {
  Motors s;
  s.plant->SetPositions(&s.context, Eigen::Vector2d(0.2, 0.1));
  s.plant->SetVelocities(&s.context, Eigen::Vector2d(0.3, -0.7));
  s.context.SetTime(2.5);
  const auto& record =
      s.plant->step_record_output().Eval<StepRecord>(s.context);
  CHECK(record.start == 2.5);
  CHECK(record.end == 2.5);
  CHECK(record.q == s.plant->positions(s.context));
  CHECK(record.v == s.plant->velocities(s.context));
  VectorXd xdot(4);
  s.diagram->CalcTimeDerivatives(s.context, &xdot);
  CHECK(record.vdot == xdot.tail(2));
  CHECK(record.p_WBo.size() == 3);
}

}  // namespace
}  // namespace tactus::multibody
