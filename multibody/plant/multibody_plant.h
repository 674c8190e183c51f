#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/contact_results.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/plant/step_record.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

class MultibodyPlant;

struct PlantKinematics {
  PositionKinematics position;
  VelocityKinematics velocity;
};

/// What (10) of MultibodyPlant gives at a state and its inputs.
struct PlantDynamics {
  VectorXd vdot;  ///< By velocity.

  /// What computing it keeps from one time to the next, for the sake of speed
  /// alone: a copy makes its own.
  class WorkSpace {
   public:
    struct Parts;

    WorkSpace();
    ~WorkSpace();
    WorkSpace(const WorkSpace& other);
    WorkSpace& operator=(const WorkSpace& other);
    WorkSpace(WorkSpace&& other) noexcept;
    WorkSpace& operator=(WorkSpace&& other) noexcept;

    /// For computations of `plant`.
    Parts& Get(const MultibodyPlant& plant);

   private:
    std::unique_ptr<Parts> parts_;
  } work;
};

/// A Model as a block: continuous state [q; v] with
///
///     qdot = N(q) v,
///     M(q) vdot + k(q, v) = tau + contact + limits + actuators    (10), [Kurtz25]
///
///   input                  type                        when unconnected
///   actuation              vector, one per actuator    zero
///                          (activation_dynamics.h)
///   generalized_force      vector, one per velocity    zero
///   spatial_forces         vector<SpatialForce>        none
///   surface_velocities     vector<SurfaceVelocity>     none
///
///   output                 type
///   state                  vector [q; v]
///   body_poses             vector<RigidTransform>, X_WB by body
///   body_velocities        vector<Vector6d>, V_WB by body
///   kinematics             PlantKinematics, all that follows from q and v
///   dynamics               PlantDynamics, with vdot
///   actuator_efforts       vector, one per actuator [N m or N]
///   contact_results        ContactResults
///   joint_reactions        vector<Vector6d>, by joint (joint_reactions.h)
///   step_record            StepRecord
///
/// V_WB is angular, then linear velocity of the body's origin. The last four
/// outputs say what acted: in the step of the integrator that led here, as its
/// solver has it, where it solves for contact itself (CENIC, step functions);
/// otherwise what the continuous law says at the state.
class MultibodyPlant final : public systems::LeafSystem {
 public:
  explicit MultibodyPlant(std::shared_ptr<const Model> model,
                          std::string name = "plant");

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const contact::CollisionEngine& collision_engine() const { return *engine_; }
  const contact::PressureSolids& pressure_solids() const { return *solids_; }
  /// Work space for translating this plant's states; one per thread.
  VelocityProblemBuilder MakeProblemBuilder() const {
    return VelocityProblemBuilder(model_, engine_, solids_, elastic_contact_);
  }

  const systems::InputPort& actuation_input() const { return actuation_; }
  const systems::InputPort& generalized_force_input() const {
    return generalized_force_;
  }
  const systems::InputPort& spatial_forces_input() const {
    return spatial_forces_;
  }
  const systems::InputPort& surface_velocities_input() const {
    return surface_velocities_;
  }
  const systems::OutputPort& state_output() const { return state_; }
  const systems::OutputPort& body_poses_output() const { return body_poses_; }
  const systems::OutputPort& body_velocities_output() const {
    return body_velocities_;
  }
  const systems::OutputPort& kinematics_output() const { return kinematics_; }
  const systems::OutputPort& dynamics_output() const { return dynamics_; }
  const systems::OutputPort& actuator_efforts_output() const {
    return actuator_efforts_;
  }
  const systems::OutputPort& contact_results_output() const {
    return contact_results_;
  }
  const systems::OutputPort& joint_reactions_output() const {
    return joint_reactions_;
  }
  const systems::OutputPort& step_record_output() const { return step_record_; }

  /// What the input ports say now; reuses the storage of `inputs`.
  void EvalInputs(const systems::LeafContext& context,
                  PlantInputs* inputs) const;

  Eigen::VectorBlock<const VectorXd> positions(
      const systems::Context& context) const;
  Eigen::VectorBlock<const VectorXd> velocities(
      const systems::Context& context) const;
  /// Setting a state drops the record of the step that led elsewhere.
  void SetPositions(systems::Context* context, const VectorRef& q) const;
  void SetVelocities(systems::Context* context, const VectorRef& v) const;
  /// Sets the joint's own coordinates. @throws std::invalid_argument if there
  /// is no such joint or `q` has another size.
  void SetJointPositions(systems::Context* context, std::string_view joint,
                         const VectorRef& q) const;
  void SetJointVelocities(systems::Context* context, std::string_view joint,
                          const VectorRef& v) const;
  /// The same for a joint with one coordinate [rad, m] or rate.
  void SetJointPositions(systems::Context* context, std::string_view joint,
                         double q) const {
    SetJointPositions(context, joint, VectorXd::Constant(1, q));
  }
  void SetJointVelocities(systems::Context* context, std::string_view joint,
                          double v) const {
    SetJointVelocities(context, joint, VectorXd::Constant(1, v));
  }

  /// Pose and velocity (angular, then linear of Bo, in W) of a body whose joint
  /// is floating, from the world or from what is welded to it.
  /// @throws std::invalid_argument if there is no such body, if it has another
  /// joint, and for numbers that are not finite.
  void SetFreeBodyPose(systems::Context* context, std::string_view body,
                       const RigidTransform& X_WB) const;
  void SetFreeBodyVelocity(systems::Context* context, std::string_view body,
                           const Vector6d& V_WB) const;
  /// Of any body; angular, then linear velocity of Bo, in W.
  /// @throws std::invalid_argument if there is no such body.
  const RigidTransform& EvalBodyPose(const systems::Context& context,
                                     std::string_view body) const;
  const Vector6d& EvalBodyVelocity(const systems::Context& context,
                                   std::string_view body) const;

  /// For integrators: where to write what the step that ends now found.
  StepRecord& MutableStepRecord(systems::Context* context) const;

  /// What the integrator left; a record of nothing where there is none.
  const StepRecord& last_step(const systems::Context& context) const;

  /// Kinetic plus potential energy; contact springs apart [J].
  double CalcEnergy(const systems::Context& context) const;

  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* xdot) const override;
  /// The derivatives of the state output, which is the state; of no other.
  bool CalcOutputJacobians(const systems::LeafContext& context, int output,
                           systems::LeafJacobians* jacobians) const override;
  /// Makes quaternions unit again.
  void ProjectContinuousState(Eigen::Ref<VectorXd> x) const override;

 private:
  void CalcState(const systems::LeafContext& context, VectorXd* x) const;
  void CalcBodyPoses(const systems::LeafContext& context,
                     std::vector<RigidTransform>* X_WB) const;
  void CalcBodyVelocities(const systems::LeafContext& context,
                          std::vector<Vector6d>* V_WB) const;
  void CalcKinematics(const systems::LeafContext& context,
                      PlantKinematics* kinematics) const;
  void CalcDynamics(const systems::LeafContext& context,
                    PlantDynamics* dynamics) const;
  void CalcActuatorEfforts(const systems::LeafContext& context,
                           VectorXd* efforts) const;
  void CalcContactResults(const systems::LeafContext& context,
                          ContactResults* results) const;
  void CalcReactions(const systems::LeafContext& context,
                     std::vector<Vector6d>* F_W) const;
  void CalcStepRecord(const systems::LeafContext& context,
                      StepRecord* record) const;
  /// The record that covers the present, the integrator's or our own.
  const StepRecord& EvalStepRecord(const systems::LeafContext& context) const;
  void DeclareForceOutputs();
  VectorXd InitialState() const;
  const Joint& FreeJoint(std::string_view body) const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const contact::CollisionEngine> engine_;
  std::shared_ptr<const contact::PressureSolids> solids_;
  std::shared_ptr<const ElasticContact> elastic_contact_;
  systems::InputPort actuation_, generalized_force_, spatial_forces_,
      surface_velocities_;
  systems::OutputPort state_, body_poses_, body_velocities_, kinematics_,
      dynamics_, actuator_efforts_, contact_results_, joint_reactions_,
      step_record_;
  int record_{};
};

}  // namespace tactus::multibody
