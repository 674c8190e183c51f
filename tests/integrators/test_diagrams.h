#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/pid_controller.h"

/// Small diagrams for integrators to advance.
namespace tactus::integrators::test {

using multibody::JointType;
using multibody::Model;
using multibody::ModelBuilder;
using multibody::MultibodyPlant;
using systems::DiagramBuilder;

struct PlantDiagram {
  std::unique_ptr<systems::Diagram> diagram;
  const MultibodyPlant* plant{};
  systems::Context context;

  double q(int i = 0) const { return plant->positions(context)[i]; }
  double v(int i = 0) const { return plant->velocities(context)[i]; }
};

inline PlantDiagram Finish(DiagramBuilder builder,
                           const MultibodyPlant& plant) {
  PlantDiagram result;
  result.diagram = std::move(builder).Build();
  result.plant = &plant;
  result.context = result.diagram->CreateDefaultContext();
  return result;
}

inline PlantDiagram MakeAlone(std::shared_ptr<const Model> model) {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(std::move(model));
  return Finish(std::move(builder), plant);
}

/// `num_links` damped rods of 0.4 m on hinges about y, hanging from the world,
/// with a motor at the first.
inline std::shared_ptr<const Model> MakePendulumModel(int num_links,
                                                      double damping) {
  ModelBuilder builder;
  int parent = 0;
  RigidTransform X_PF = RigidTransform::Identity();
  for (int i = 0; i < num_links; ++i) {
    const std::string name = "link" + std::to_string(i);
    const int link =
        builder.AddBody(name, {.mass = 1,
                               .p_BoBcm = {0, 0, -0.2},
                               .I_Bcm = 0.02 * Matrix3d::Identity()});
    const int joint = builder.AddJoint({.name = "hinge" + std::to_string(i),
                                        .type = JointType::kRevolute,
                                        .parent = parent,
                                        .child = link,
                                        .X_PF = X_PF,
                                        .axis_F = Vector3d::UnitY(),
                                        .damping = damping});
    if (i == 0) builder.AddActuator({.name = "motor", .joint = joint});
    parent = link;
    X_PF = RigidTransform(Eigen::Translation3d(0, 0, -0.4));
  }
  return std::move(builder).Build();
}

/// A double pendulum let go from the side.
inline PlantDiagram MakeSwing() {
  PlantDiagram swing = MakeAlone(MakePendulumModel(2, 0.05));
  swing.plant->SetPositions(&swing.context, Vector2d(0.8, 0.5));
  return swing;
}

/// A pendulum that a PID controller lifts to half a radian; z is the
/// controller's integral, which comes before or after the plant in the state.
inline PlantDiagram MakePidArm(bool controller_first) {
  DiagramBuilder builder;
  const auto one = [](double x) {
    return VectorXd::Constant(1, x);
  };
  auto controller =
      std::make_unique<systems::PidController>("pid", one(20), one(30), one(2));
  auto arm =
      std::make_unique<MultibodyPlant>(MakePendulumModel(1, 0.05), "arm");
  const systems::PidController& pid = *controller;
  const MultibodyPlant& plant = *arm;
  if (controller_first) builder.AddSystem(std::move(controller));
  builder.AddSystem(std::move(arm));
  if (!controller_first) builder.AddSystem(std::move(controller));
  const auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(0.5, 0));
  builder.Connect(plant.state_output(), pid.estimated_state_input());
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), plant.actuation_input());
  return Finish(std::move(builder), plant);
}

/// A cube of one kilogram above the ground z = 0, k = 1e5 N/m and mu = 0.5.
inline std::shared_ptr<const Model> MakeCubeModel() {
  constexpr double kHalf = 0.05;
  ModelBuilder builder;
  const contact::Material material{.stiffness = 2e5,
                                   .dissipation = 10,
                                   .static_friction = 0.5,
                                   .dynamic_friction = 0.5,
                                   .stiction_velocity = 1e-4};
  const contact::Box cube{Vector3d::Constant(kHalf)};
  const int body = builder.AddBody(
      "cube",
      multibody::MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "cube", .body = body, .shape = cube, .material = material});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  return std::move(builder).Build();
}

/// The cube, tumbling from a hand's breadth above the ground.
inline PlantDiagram MakeTumble() {
  PlantDiagram tumble = MakeAlone(MakeCubeModel());
  VectorXd q(7), v(6);
  q << 0, 0, 0.15, Eigen::Vector4d(0.9, 0.2, -0.3, 0.1).normalized();
  v << 2, -3, 1, 1, 0.3, 0;
  tumble.plant->SetPositions(&tumble.context, q);
  tumble.plant->SetVelocities(&tumble.context, v);
  return tumble;
}

/// y = f(t), whatever it is.
class FunctionSource final : public systems::LeafSystem {
 public:
  FunctionSource(std::string name, std::function<double(double)> f)
      : LeafSystem(std::move(name)), f_(std::move(f)) {
    DeclareVectorOutputPort("y", 1, &FunctionSource::CalcY,
                            systems::Reads::kTime);
  }

 private:
  void CalcY(const systems::LeafContext& context, VectorXd* y) const {
    (*y)[0] = f_(context.time());
  }
  std::function<double(double)> f_;
};

/// zdot = lambda z, from z = z0; no ports.
class Decay final : public systems::LeafSystem {
 public:
  Decay(std::string name, double lambda, double z0)
      : LeafSystem(std::move(name)), lambda_(lambda) {
    DeclareContinuousState(VectorXd::Constant(1, z0));
  }
  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* zdot) const override {
    *zdot = lambda_ * context.continuous_state();
  }

 private:
  double lambda_;
};

/// A pendulum driven by a torque f(t) from the block "drive".
inline PlantDiagram MakeDriven(std::function<double(double)> f) {
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(MakePendulumModel(1, 0.05), "arm");
  const auto& drive = builder.AddSystem<FunctionSource>("drive", std::move(f));
  builder.Connect(drive.get_output_port(), plant.actuation_input());
  return Finish(std::move(builder), plant);
}

/// A torque that is not a number from time `t_bad` on.
inline std::function<double(double)> NotANumberFrom(double t_bad) {
  return [t_bad](double t) {
    return t < t_bad ? 0.1 : std::numeric_limits<double>::quiet_NaN();
  };
}

}  // namespace tactus::integrators::test
