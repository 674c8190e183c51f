#pragma once

#include <memory>

#include "integrators/test_diagrams.h"
#include <Eigen/LU>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/simulator.h"

/// A mass on a slide, and loops around it, whose steps are known.
namespace tactus::integrators::test {

inline constexpr double kMass = 2;  // [kg]

/// A mass on a slide, with a motor, without gravity.
inline std::shared_ptr<const multibody::Model> MakeSlider(
    double force_limit = 1e9) {
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body =
      builder.AddBody("mass", {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
  const int slide = builder.AddJoint({.name = "slide",
                                      .type = multibody::JointType::kPrismatic,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitX()});
  builder.AddActuator({.name = "motor",
                       .joint = slide,
                       .force_lower = -force_limit,
                       .force_upper = force_limit});
  return std::move(builder).Build();
}

/// Of one joint.
inline systems::PidController& AddPid(double kp, double ki, double kd,
                                      systems::DiagramBuilder* builder) {
  const auto one = [](double x) {
    return VectorXd::Constant(1, x);
  };
  return builder->AddSystem<systems::PidController>("pid", one(kp), one(ki),
                                                    one(kd));
}

/// The mass under PID control towards q = 1, at rest.
inline PlantDiagram MakePidLoop(double kp, double ki, double kd,
                                double force_limit = 1e9) {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(MakeSlider(force_limit));
  const auto& pid = AddPid(kp, ki, kd, &builder);
  const auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(1, 0));
  builder.Connect(plant.state_output(), pid.estimated_state_input());
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), plant.actuation_input());
  return Finish(std::move(builder), plant);
}

/// x1 = (1 - h A)^-1 (x0 + h b) of the same loop, x = (q, v, z).
inline Vector3d ImplicitEuler(double kp, double ki, double kd, double h,
                              int steps) {
  Matrix3d A;
  A << 0, 1, 0,                              //
      -kp / kMass, -kd / kMass, ki / kMass,  //
      -1, 0, 0;
  const Vector3d b(0, kp / kMass, 1);
  const Eigen::PartialPivLU<Matrix3d> lu(Matrix3d::Identity() - h * A);
  Vector3d x = Vector3d::Zero();
  for (int i = 0; i < steps; ++i) x = lu.solve(x + h * b).eval();
  return x;
}

/// That CENIC takes.
inline long CountSteps(const PlantDiagram& subject, const CenicOptions& options,
                       double duration) {
  systems::Simulator simulator(*subject.diagram, subject.context);
  const Statistics& statistics =
      simulator.reset_integrator<Cenic>(options).statistics();
  simulator.AdvanceTo(duration);
  return statistics.steps;
}

}  // namespace tactus::integrators::test
