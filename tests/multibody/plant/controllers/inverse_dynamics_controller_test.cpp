#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::multibody {
namespace {

using systems::ConstantVectorSource;
using systems::DiagramBuilder;

// Two rods of unequal mass on hinges about y.
std::shared_ptr<const Model> MakeArm() {
  ModelBuilder builder;
  int parent = 0;
  for (const double mass : {1.0, 3.0}) {
    const std::string name = parent == 0 ? "upper" : "lower";
    const int link = builder.AddBody(name, {.mass = mass,
                                            .p_BoBcm = {0.1, 0, -0.2},
                                            .I_Bcm = Matrix3d::Identity()});
    builder.AddJoint({.name = name,
                      .type = JointType::kRevolute,
                      .parent = parent,
                      .child = link,
                      .X_PF = RigidTransform(Eigen::Translation3d(0, 0, -0.4)),
                      .axis_F = Vector3d::UnitY()});
    parent = link;
  }
  return std::move(builder).Build();
}

// M (vdot_d + kp e + kd edot) + k.
VectorXd CalcTorque(const Model& model, const InverseDynamicsGains& gains,
                    const VectorXd& x, const VectorXd& x_d,
                    const VectorXd& vdot_d) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, x.head(2), &position);
  CalcVelocityKinematics(model, position, x.tail(2), &velocity);
  const VectorXd error = x_d - x;
  const VectorXd vdot = vdot_d + gains.kp.cwiseProduct(error.head(2)) +
                        gains.kd.cwiseProduct(error.tail(2));
  VectorXd tau;
  CalcInverseDynamics(model, position, velocity, vdot, {}, &tau);
  return tau;
}

// The second one's feed-forward is the first one's torque, which is computed in
// the middle of the second one's.
TEST_CASE("Inverse dynamics: two controllers in a chain -> both torques") {
  const auto model = MakeArm();
  const InverseDynamicsGains gains{
      .kp = Vector2d(10, 20), .ki = {}, .kd = Vector2d(3, 5)};
  const VectorXd x_first = Eigen::Vector4d(0.3, -0.8, 1, -2);
  const VectorXd x_second = Eigen::Vector4d(-1.1, 0.6, 0.5, 4);
  const VectorXd x_d = Eigen::Vector4d(0.2, 0.1, -1, 0.4);
  DiagramBuilder builder;
  const auto add = [&](const std::string& name, const VectorXd& x) -> auto& {
    const auto& controller =
        builder.AddSystem<InverseDynamicsController>(name, model, gains);
    const auto connect = [&](const VectorXd& value, systems::InputPort to) {
      const auto& source = builder.AddSystem<ConstantVectorSource>(
          name + " " + std::to_string(to.index), value);
      builder.Connect(source.get_output_port(), to);
    };
    connect(x, controller.estimated_state_input());
    connect(x_d, controller.desired_state_input());
    return controller;
  };
  const auto& first = add("first", x_first);
  const auto& second = add("second", x_second);
  builder.Connect(first.generalized_force_output(),
                  second.desired_acceleration_input());
  const auto diagram = std::move(builder).Build();
  const systems::Context context = diagram->CreateDefaultContext();

  const VectorXd tau_first =
      CalcTorque(*model, gains, x_first, x_d, VectorXd::Zero(2));
  const VectorXd tau_second =
      CalcTorque(*model, gains, x_second, x_d, tau_first);
  CHECK(second.generalized_force_output().Eval(context).isApprox(tau_second,
                                                                 1e-12));
  CHECK(first.generalized_force_output().Eval(context).isApprox(tau_first,
                                                                1e-12));
}

}  // namespace
}  // namespace tactus::multibody
