#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"

/// Balls and plants with force elements.
namespace tactus::integrators::test {

using systems::Context;
using systems::DiagramBuilder;

/// Free balls of the given masses and 5 cm; the first floats at the origin, the
/// others where they are put.
inline std::shared_ptr<const Model> MakeBalls(
    const std::vector<std::pair<double, Vector3d>>& balls, double gravity = 0) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const auto& [mass, p_WBo] = balls[i];
    const std::string name = "ball" + std::to_string(i);
    const int body = builder.AddBody(
        name, {.mass = mass, .I_Bcm = 0.01 * mass * Matrix3d::Identity()});
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Sphere{0.05},
                         .material = {}});
    builder.SetDefaultPose(body, RigidTransform(Eigen::Translation3d(p_WBo)));
  }
  return std::move(builder).Build();
}

/// A plant with one force element.
template <class Element, class... Args>
PlantDiagram MakeWith(std::shared_ptr<const Model> model, Args&&... args) {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const auto& element = builder.AddSystem<Element>("element", std::move(model),
                                                   std::forward<Args>(args)...);
  ConnectForces(plant, {&element}, &builder);
  return test::Finish(std::move(builder), plant);
}

inline Vector3d PositionOf(const MultibodyPlant& plant, const Context& context,
                           int ball) {
  return plant.positions(context).segment<3>(7 * ball);
}
inline Vector3d VelocityOf(const MultibodyPlant& plant, const Context& context,
                           int ball) {
  return plant.velocities(context).segment<3>(6 * ball + 3);
}

}  // namespace tactus::integrators::test
