// Derivatives through contact: where a box comes to rest, by how it was pushed
// and by how rough the ground is.
//
// A DifferentiableStep makes steps whose next state can be differentiated.
// Forward, step by step,
//
//     dq' = Q_q dq + Q_v dv + Q_p dp,    dv' = V_q dq + V_v dv + V_p dp,
//
// and backward, from a function of the last state to all that it depends on, in
// one solve for each step. Both are exact; here both stand beside Coulomb's
// law: a box of speed v slides v^2 / (2 mu g).
#include <cmath>
#include <cstdio>
#include <vector>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

using namespace tactus;
using multibody::Parameter;

constexpr double kSpeed = 2, kFriction = 0.5, kGravity = 9.81;

std::shared_ptr<const multibody::Model> MakeBoxOnGround() {
  multibody::ModelBuilder builder;
  const contact::Material rough{.static_friction = kFriction,
                                .dynamic_friction = kFriction};
  const contact::Box shape{Vector3d(0.1, 0.1, 0.01)};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {.static_friction = kFriction,
                                    .dynamic_friction = kFriction,
                                    .priority = 1}});
  const int box = builder.AddBody(
      "box",
      multibody::MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "box", .body = box, .shape = shape, .material = rough});
  return std::move(builder).Build();
}

int main() {
  const auto model = MakeBoxOnGround();
  const std::vector<Parameter> friction = {{Parameter::Kind::kFriction, 0, 0}};
  integrators::ModelStepper stepper(model);
  integrators::DojoStep dojo({.kappa = 1e-7});
  systems::Value memory = dojo.MakeMemory();
  const multibody::PlantInputs inputs;
  integrators::StepResult next;
  next.q = model->default_positions();
  next.q[2] = 0.01;
  next.v = (VectorXd(6) << 0, 0, 0, kSpeed, 0, 0).finished();

  // By the first velocity along x, and by friction.
  MatrixXd dq = MatrixXd::Zero(6, 2), dv = dq;
  dv(3, 0) = 1;
  for (int i = 0; i < 500; ++i) {
    const VectorXd q = next.q, v = next.v;
    dojo.StepAndLinearize(stepper.Prepare(&dojo, {q, v, inputs}, 1e-3),
                          friction, &memory, &next);
    if (next.report.failure) return 1;
    integrators::StepDerivatives d;
    dojo.CalcDerivatives(&d);
    const MatrixXd before = dq;
    dq = d.q.by_q * before + d.q.by_v * dv;
    dv = d.v.by_q * before + d.v.by_v * dv;
    dq.col(1) += d.q.by_parameter;
    dv.col(1) += d.v.by_parameter;
  }

  const double slide = kSpeed * kSpeed / (2 * kFriction * kGravity);
  const double by_speed = kSpeed / (kFriction * kGravity);
  const double by_friction = -slide / kFriction;
  std::printf("slides %.4f m (%.4f)\n", next.q[0], slide);
  std::printf("by speed %.4f s (%.4f)\n", dq(3, 0), by_speed);
  std::printf("by friction %.4f m (%.4f)\n", dq(3, 1), by_friction);
  const auto is_near = [](double found, double expected) {
    return std::abs(found - expected) < 0.01 * std::abs(expected);
  };
  return is_near(next.q[0], slide) && is_near(dq(3, 0), by_speed) &&
                 is_near(dq(3, 1), by_friction)
             ? 0
             : 1;
}
