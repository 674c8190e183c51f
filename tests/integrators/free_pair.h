#pragma once

#include <memory>
#include <utility>

#include "integrators/gravity.h"
#include "integrators/test_diagrams.h"

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/forces/bushing.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators::test {

/// Of all bodies: the centre of mass, and the momentum about it.
struct Total {
  Total(const multibody::Model& model, const VectorXd& q, const VectorXd& v) {
    multibody::PositionKinematics position;
    multibody::VelocityKinematics velocity;
    CalcPositionKinematics(model, q, &position);
    CalcVelocityKinematics(model, position, v, &velocity);
    center = CalcCenterOfMass(model, position);
    momentum = CalcMomentum(model, position, velocity, center);
  }
  Vector3d center;
  Vector6d momentum;
};

inline Total Advance(const PlantDiagram& robot, double accuracy,
                     double duration) {
  systems::Simulator simulator(*robot.diagram, robot.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  simulator.AdvanceTo(duration);
  return {robot.plant->model(), robot.plant->positions(simulator.context()),
          robot.plant->velocities(simulator.context())};
}

inline Total StartOf(const PlantDiagram& robot) {
  return {robot.plant->model(), robot.plant->positions(robot.context),
          robot.plant->velocities(robot.context)};
}

/// Two bodies, the second by p_AB from the first; one may be a ball just above
/// the ground.
inline std::shared_ptr<const Model> MakePair(const Vector3d& p_AB,
                                             int touches = 0) {
  ModelBuilder builder;
  builder.set_gravity(-kGravity * Vector3d::UnitZ());
  const Vector3d I = Vector3d(4, 6, 8) * 1e-3;
  const int a = builder.AddBody(
      "a",
      {.mass = 1, .p_BoBcm = {0.01, 0.03, -0.02}, .I_Bcm = I.asDiagonal()});
  const int b = builder.AddBody("b", {.mass = 2, .I_Bcm = I.asDiagonal()});
  builder.AddJoint({.name = "a", .child = a});
  multibody::Joint joint{.name = "b", .child = b};
  joint.X_PF.translation() = p_AB;
  builder.AddJoint(joint);
  if (touches == 0) return std::move(builder).Build();
  const contact::Material material{.stiffness = 1e4};
  builder.AddGeometry({.name = "ball",
                       .body = touches,
                       .shape = contact::Sphere{0.1},
                       .material = material});
  RigidTransform below = RigidTransform::Identity();
  below.translation().z() = -0.1 - 1e-4;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .X_BG = below,
                       .shape = contact::HalfSpace{},
                       .material = material});
  return std::move(builder).Build();
}

/// Two bodies on a bushing that is stiff for all steps.
inline PlantDiagram MakeBushed(const Vector3d& p_AB, int touches = 0) {
  const auto model = MakePair(p_AB, touches);
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<MultibodyPlant>(model);
  multibody::BodyFrame at_a{.body = 1, .X_BF = RigidTransform::Identity()};
  at_a.X_BF.translation() = p_AB;
  const multibody::ForceElement& bushing =
      diagram.AddSystem<multibody::Bushing>(
          "bushing", model, at_a, multibody::BodyFrame{.body = 2},
          multibody::BushingParameters{
              .rotational_stiffness = Vector3d::Constant(1e3),
              .rotational_damping = Vector3d::Constant(10),
              .translational_stiffness = Vector3d::Constant(1e5),
              .translational_damping = Vector3d::Constant(50)});
  ConnectForces(plant, {&bushing}, &diagram);
  return Finish(std::move(diagram), plant);
}

}  // namespace tactus::integrators::test
