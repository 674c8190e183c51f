#pragma once

#include <functional>
#include <memory>
#include <span>

#include "tactus/contact/geometry/material.h"
#include "tactus/examples/optimization/linear_policy.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {

/// A hinge that a policy drives.
struct DrivenHinge {
  const char* name;
  double gear;                ///< [N m] per unit of u.
  double stiffness, damping;  ///< [N m/rad, N m s/rad]
  double lower, upper;        ///< [rad]
  double start = 0;           ///< [rad]
};

/// What a robot of [Howell22], Section V-C, and the ground are made of.
contact::Material MakePolicyMaterial(double friction);

/// The robot's bodies and joints, with springs, dampers and limits of `hinges`
/// and what else `adapt` changes, and a ground; none of its shapes.
void AddRobot(const multibody::Model& robot,
              std::span<const DrivenHinge> hinges,
              const std::function<void(multibody::Joint*)>& adapt,
              const contact::Material& material,
              multibody::ModelBuilder* builder);

/// Steps of 0.05 s from the model's default positions at rest, with kappa and
/// gradients of the paper; all of the state is observed but positions `hidden`,
/// velocities in `speed_unit` [m/s, rad/s]. The reward is left to be set.
examples::PolicyTask MakePolicyTask(
    std::shared_ptr<const multibody::Model> model,
    std::span<const DrivenHinge> hinges, int horizon,
    std::span<const int> hidden, double speed_unit);

}  // namespace tactus::apps::dojo
