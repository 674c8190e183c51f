#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/forces/force_element.h"
#include "tactus/systems/diagram_builder.h"

/// Force elements on a plant, and what mechanics asks of them.
namespace tactus::multibody::test {

/// Bodies 1 and 2, free, of unequal mass, centres of mass off their origins,
/// far apart as they come; without gravity.
inline std::shared_ptr<const Model> MakeTwoBodies() {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddBody("A", {.mass = 2,
                        .p_BoBcm = {0.1, -0.2, 0.05},
                        .I_Bcm = Vector3d(0.2, 0.3, 0.4).asDiagonal()});
  builder.AddBody("B", {.mass = 3,
                        .p_BoBcm = {-0.1, 0.1, 0.3},
                        .I_Bcm = Vector3d(0.5, 0.4, 0.3).asDiagonal()});
  return std::move(builder).Build();
}

/// One element, connected to a plant.
template <class Element>
struct ForceScene {
  template <class... Args>
  explicit ForceScene(std::shared_ptr<const Model> model, Args&&... args) {
    systems::DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(model);
    element = &builder.AddSystem<Element>("element", std::move(model),
                                          std::forward<Args>(args)...);
    ConnectForces(*plant, {element}, &builder);
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }

  const std::vector<SpatialForce>& forces() const {
    return element->spatial_forces_output()
        .template Eval<std::vector<SpatialForce>>(context);
  }
  const std::vector<RigidTransform>& X_WB() const {
    return plant->body_poses_output()
        .template Eval<std::vector<RigidTransform>>(context);
  }
  const std::vector<Vector6d>& V_WB() const {
    return plant->body_velocities_output().template Eval<std::vector<Vector6d>>(
        context);
  }

  /// Pose (position, rotation vector) and velocity of a free body.
  void Set(int body, const Vector3d& p_WBo, const Vector3d& turn,
           const Vector6d& V_WB = Vector6d::Zero()) {
    const Joint& joint = plant->model().joints()[body - 1];
    const Quaterniond R(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    VectorXd q(7);
    q << p_WBo, R.w(), R.x(), R.y(), R.z();
    plant->SetJointPositions(&context, joint.name, q);
    plant->SetJointVelocities(&context, joint.name, V_WB);
  }
  /// Two bodies a long way from any special position, in motion.
  void SetSomewhere() {
    Vector6d V_A, V_B;
    V_A << 0.7, -1.2, 0.4, 0.3, 0.8, -0.5;
    V_B << -0.9, 0.6, 1.1, -0.4, 0.2, 0.9;
    Set(1, {0.3, -0.1, 0.2}, {0.4, -0.3, 0.9}, V_A);
    Set(2, {-0.2, 0.5, 0.9}, {-0.8, 0.6, 0.2}, V_B);
  }

  /// All forces together, torque about the world's origin.
  Vector6d Resultant() const {
    Vector6d sum = Vector6d::Zero();
    for (const SpatialForce& force : forces()) {
      const Vector3d p_WQ = X_WB()[force.body] * force.p_BoQ_B;
      sum += force.F_Q_W;
      sum.template head<3>() += p_WQ.cross(force.F_Q_W.tail<3>());
    }
    return sum;
  }
  /// What they do [W].
  double Power() const {
    double power = 0;
    for (const SpatialForce& force : forces()) {
      const Vector6d& V = V_WB()[force.body];
      const Vector3d p_BoQ_W = X_WB()[force.body].linear() * force.p_BoQ_B;
      power +=
          force.F_Q_W.head<3>().dot(V.head<3>()) +
          force.F_Q_W.tail<3>().dot(V.tail<3>() + V.head<3>().cross(p_BoQ_W));
    }
    return power;
  }
  /// d/dt of a function of positions along the present velocity, by central
  /// differences.
  template <class Function>
  auto Rate(const Function& function) const {
    constexpr double kStep = 1e-6;
    const VectorXd q = plant->positions(context),
                   v = plant->velocities(context);
    const auto at = [&](double dt) {
      systems::Context moved = context;
      VectorXd q_moved;
      IntegratePositions(plant->model(), q, v, dt, &q_moved);
      plant->SetPositions(&moved, q_moved);
      return function(moved);
    };
    return decltype(at(0.0))((at(kStep) - at(-kStep)) / (2 * kStep));
  }

  const MultibodyPlant* plant{};
  const Element* element{};
  std::unique_ptr<systems::Diagram> diagram;
  systems::Context context;
};

}  // namespace tactus::multibody::test
