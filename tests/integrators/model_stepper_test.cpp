#include "tactus/integrators/model_stepper.h"

#include <memory>

#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using Catch::Contains;

// A body of 2 kg on a slide along z, with a motor.
std::shared_ptr<const multibody::Model> MakeSlider() {
  multibody::ModelBuilder builder;
  const int body =
      builder.AddBody("body", {.mass = 2, .I_Bcm = Matrix3d::Identity()});
  const int joint = builder.AddJoint({.name = "slide",
                                      .type = multibody::JointType::kPrismatic,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitZ()});
  builder.AddActuator({.name = "motor", .joint = joint});
  return std::move(builder).Build();
}

TEST_CASE("ModelStepper: a motor against gravity -> v1 = v0 + h (f / m - g)") {
  ModelStepper stepper(MakeSlider());
  IcfStep icf;
  systems::Value memory = icf.MakeMemory();
  const VectorXd q = VectorXd::Zero(1), v = VectorXd::Constant(1, 0.3);
  multibody::PlantInputs inputs;
  inputs.actuation = VectorXd::Constant(1, 5);
  StepResult next;
  icf.Step(stepper.Prepare(&icf, {q, v, inputs}, 0.1), &memory, &next);
  CHECK(next.v[0] == Approx(0.3 + 0.1 * (5.0 / 2 - 9.81)));
}

TEST_CASE("ModelStepper: vectors of the wrong size -> refused") {
  ModelStepper stepper(MakeSlider());
  IcfStep icf;
  const auto prepare = [&](int nq, int nv, int nu, int nf) {
    const VectorXd q = VectorXd::Zero(nq), v = VectorXd::Zero(nv);
    multibody::PlantInputs inputs;
    inputs.actuation = VectorXd::Zero(nu);
    inputs.generalized_force = VectorXd::Zero(nf);
    stepper.Prepare(&icf, {q, v, inputs}, 0.1);
  };
  CHECK_NOTHROW(prepare(1, 1, 0, 0));
  CHECK_NOTHROW(prepare(1, 1, 1, 1));
  CHECK_THROWS_WITH(prepare(3, 1, 1, 1),
                    "ModelStepper: 3 positions; the model has 1");
  CHECK_THROWS_WITH(prepare(1, 0, 1, 1), Contains("0 velocities"));
  CHECK_THROWS_WITH(prepare(1, 1, 5, 1), Contains("5 controls"));
  CHECK_THROWS_WITH(prepare(1, 1, 1, 2), Contains("2 generalized forces"));
}

}  // namespace
}  // namespace tactus::integrators
