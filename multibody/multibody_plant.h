#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tactus/contact/collision_engine.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/contact_results.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant_inputs.h"
#include "tactus/multibody/velocity_problem_builder.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// A Model as a block: continuous state [q; v] with
///
///     qdot = N(q) v,
///     M(q) vdot + k(q, v) = tau + contact + limits + actuators    (10), [Kurtz25]
///
///   input                  type                        when unconnected
///   actuation              vector, one per actuator    zero
///   generalized_force      vector, one per velocity    zero
///   spatial_forces         vector<SpatialForce>        none
///   surface_velocities     vector<SurfaceVelocity>     none
///
///   output                 type
///   state                  vector [q; v]
///   body_poses             vector<RigidTransform>, X_WB by body
///   body_velocities        vector<Vector6d>, V_WB by body (angular, linear at
///   Bo) contact_results        ContactResults
///
/// Contact results are those of the integrator's last step where it solves for
/// contact itself (CENIC, ICF); otherwise those of the continuous law at the
/// state.
class MultibodyPlant final : public systems::LeafSystem {
 public:
  explicit MultibodyPlant(std::shared_ptr<const Model> model,
                          std::string name = "plant");

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const contact::CollisionEngine& collision_engine() const { return *engine_; }
  /// Work space for translating this plant's states; one per thread.
  VelocityProblemBuilder MakeProblemBuilder() const {
    return VelocityProblemBuilder(model_, engine_);
  }

  systems::InputPort actuation_input() const { return actuation_; }
  systems::InputPort generalized_force_input() const {
    return generalized_force_;
  }
  systems::InputPort spatial_forces_input() const { return spatial_forces_; }
  systems::InputPort surface_velocities_input() const {
    return surface_velocities_;
  }
  systems::OutputPort state_output() const { return state_; }
  systems::OutputPort body_poses_output() const { return body_poses_; }
  systems::OutputPort body_velocities_output() const {
    return body_velocities_;
  }
  systems::OutputPort contact_results_output() const {
    return contact_results_;
  }

  /// What the input ports say now; reuses the storage of `inputs`.
  void EvalInputs(const systems::LeafContext& context,
                  PlantInputs* inputs) const;

  Eigen::VectorBlock<const VectorXd> positions(
      const systems::Context& context) const;
  Eigen::VectorBlock<const VectorXd> velocities(
      const systems::Context& context) const;
  /// Setting a state drops the contact results of the step that led elsewhere.
  void SetPositions(systems::Context* context, const VectorRef& q) const;
  void SetVelocities(systems::Context* context, const VectorRef& v) const;
  /// Of the joint's own coordinates. @throws std::invalid_argument if there is
  /// no such joint or `q` has another size.
  void SetJointPositions(systems::Context* context, std::string_view joint,
                         const VectorRef& q) const;
  void SetJointVelocities(systems::Context* context, std::string_view joint,
                          const VectorRef& v) const;

  /// For integrators: records what the step that ends now found.
  void SetContactResults(systems::Context* context,
                         const ContactResults& results) const;

  /// Kinetic plus potential energy; contact springs apart [J].
  double CalcEnergy(const systems::Context& context) const;

  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* xdot) const override;

 private:
  void CalcState(const systems::LeafContext& context, VectorXd* x) const;
  void CalcBodyPoses(const systems::LeafContext& context,
                     std::vector<RigidTransform>* X_WB) const;
  void CalcBodyVelocities(const systems::LeafContext& context,
                          std::vector<Vector6d>* V_WB) const;
  void CalcContactResults(const systems::LeafContext& context,
                          ContactResults* results) const;
  VectorXd InitialState() const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const contact::CollisionEngine> engine_;
  systems::InputPort actuation_, generalized_force_, spatial_forces_,
      surface_velocities_;
  systems::OutputPort state_, body_poses_, body_velocities_, contact_results_;
  int contact_record_{};
};

/// The contact points of `builder`'s last problem with the forces on B [N].
void MakeContactResults(const VelocityProblemBuilder& builder,
                        const contact::VelocityProblem& problem,
                        std::span<const Vector3d> forces_W, double time,
                        ContactResults* results);
/// The same with torques on B as well [N m]; none where `torques_W` is empty.
void MakeContactResults(const VelocityProblemBuilder& builder,
                        const contact::VelocityProblem& problem,
                        std::span<const Vector3d> forces_W,
                        std::span<const Vector3d> torques_W, double time,
                        ContactResults* results);

}  // namespace tactus::multibody
