#pragma once

#include <memory>
#include <utility>

#include "integrators/gravity.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

/// A solid above the ground, and steps on.
namespace tactus::integrators::test {

/// A solid above the ground, its centre at height z.
inline std::shared_ptr<const multibody::Model> MakeSolid(
    const contact::Shape& shape, double z, double mu,
    Vector3d gravity = {0, 0, -kGravity}, double mass = 1) {
  multibody::ModelBuilder builder;
  builder.set_gravity(gravity);
  const contact::Material material{.static_friction = mu,
                                   .dynamic_friction = mu};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  multibody::SpatialInertia inertia =
      multibody::MakeSolidInertia(shape, 1, RigidTransform::Identity());
  inertia.I_Bcm = Matrix3d(mass * inertia.I_Bcm / inertia.mass);
  inertia.mass = mass;
  const int body = builder.AddBody("solid", inertia);
  builder.AddGeometry(
      {.name = "solid", .body = body, .shape = shape, .material = material});
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation().z() = z;
  builder.SetDefaultPose(body, X_WB);
  return std::move(builder).Build();
}

/// Steps on; fails the test where the method does.
inline void Advance(DojoStep* dojo, double h, int num_steps, Stepping* stepping,
                    systems::Value* memory) {
  for (int i = 0; i < num_steps; ++i) {
    stepping->Step(dojo, h, memory);
    INFO("step " << i);
    REQUIRE_FALSE(stepping->result().report.failure);
  }
}

}  // namespace tactus::integrators::test
