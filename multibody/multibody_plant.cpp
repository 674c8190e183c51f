#include "tactus/multibody/multibody_plant.h"

#include "tactus/contact/continuous_forces.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/solvers/require.h"
#include "tactus/systems/diagram.h"

namespace tactus::multibody {

using systems::Context;
using systems::LeafContext;
using systems::Reads;

MultibodyPlant::MultibodyPlant(std::shared_ptr<const Model> model,
                               std::string name)
    : LeafSystem(std::move(name)), model_(std::move(model)) {
  Require(model_ != nullptr, "MultibodyPlant: there is no model");
  engine_ = MakeCollisionEngine(*model_);
  actuation_ = DeclareVectorInputPort("actuation", model_->num_actuators());
  generalized_force_ =
      DeclareVectorInputPort("generalized_force", model_->num_velocities());
  spatial_forces_ =
      DeclareAbstractInputPort<std::vector<SpatialForce>>("spatial_forces");
  surface_velocities_ = DeclareAbstractInputPort<std::vector<SurfaceVelocity>>(
      "surface_velocities");

  DeclareContinuousState(InitialState());
  contact_record_ = DeclareAbstractState(ContactResults{});

  const int nx = model_->num_positions() + model_->num_velocities();
  state_ = DeclareVectorOutputPort("state", nx, &MultibodyPlant::CalcState,
                                   Reads::kContinuous);
  body_poses_ = DeclareAbstractOutputPort(
      "body_poses", std::vector<RigidTransform>(),
      &MultibodyPlant::CalcBodyPoses, Reads::kContinuous);
  body_velocities_ = DeclareAbstractOutputPort(
      "body_velocities", std::vector<Vector6d>(),
      &MultibodyPlant::CalcBodyVelocities, Reads::kContinuous);
  contact_results_ = DeclareAbstractOutputPort(
      "contact_results", ContactResults{}, &MultibodyPlant::CalcContactResults,
      Reads::kEverything);
}

VectorXd MultibodyPlant::InitialState() const {
  VectorXd x(model_->num_positions() + model_->num_velocities());
  x << model_->default_positions(), VectorXd::Zero(model_->num_velocities());
  return x;
}

void MultibodyPlant::EvalInputs(const LeafContext& context,
                                PlantInputs* inputs) const {
  const auto read = [&](systems::InputPort port, VectorXd* into) {
    if (port.HasValue(context)) {
      *into = port.Eval(context);
    } else {
      into->resize(0);
    }
  };
  read(actuation_, &inputs->actuation);
  read(generalized_force_, &inputs->generalized_force);
  if (spatial_forces_.HasValue(context)) {
    inputs->spatial_forces =
        spatial_forces_.Eval<std::vector<SpatialForce>>(context);
  }
  if (surface_velocities_.HasValue(context)) {
    inputs->surface_velocities =
        surface_velocities_.Eval<std::vector<SurfaceVelocity>>(context);
  }
}

Eigen::VectorBlock<const VectorXd> MultibodyPlant::positions(
    const Context& context) const {
  return context.continuous_state().segment(
      context.diagram().continuous_state_start(*this), model_->num_positions());
}

Eigen::VectorBlock<const VectorXd> MultibodyPlant::velocities(
    const Context& context) const {
  return context.continuous_state().segment(
      context.diagram().continuous_state_start(*this) + model_->num_positions(),
      model_->num_velocities());
}

void MultibodyPlant::SetPositions(Context* context, const VectorRef& q) const {
  Require(q.size() == model_->num_positions(),
          "MultibodyPlant::SetPositions(): wrong size");
  VectorXd x = context->of(*this).continuous_state();
  x.head(q.size()) = q;
  context->of(*this).set_continuous_state(x);
  SetContactResults(context, {});
}

void MultibodyPlant::SetVelocities(Context* context, const VectorRef& v) const {
  Require(v.size() == model_->num_velocities(),
          "MultibodyPlant::SetVelocities(): wrong size");
  VectorXd x = context->of(*this).continuous_state();
  x.tail(v.size()) = v;
  context->of(*this).set_continuous_state(x);
  SetContactResults(context, {});
}

void MultibodyPlant::SetJointPositions(Context* context, std::string_view name,
                                       const VectorRef& q) const {
  const Joint& joint = model_->joints()[model_->JointIndex(name)];
  Require(q.size() == joint.nq(), "joint '" + std::string(name) + "' has " +
                                      std::to_string(joint.nq()) +
                                      " positions");
  VectorXd all = positions(*context);
  all.segment(joint.q_start, joint.nq()) = q;
  SetPositions(context, all);
}

void MultibodyPlant::SetJointVelocities(Context* context, std::string_view name,
                                        const VectorRef& v) const {
  const Joint& joint = model_->joints()[model_->JointIndex(name)];
  Require(v.size() == joint.nv(), "joint '" + std::string(name) + "' has " +
                                      std::to_string(joint.nv()) +
                                      " velocities");
  VectorXd all = velocities(*context);
  all.segment(joint.v_start, joint.nv()) = v;
  SetVelocities(context, all);
}

void MultibodyPlant::SetContactResults(Context* context,
                                       const ContactResults& results) const {
  context->of(*this).mutable_abstract_state<ContactResults>(contact_record_) =
      results;
}

double MultibodyPlant::CalcEnergy(const Context& context) const {
  const VectorXd q = positions(context), v = velocities(context);
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(*model_, q, &position);
  CalcVelocityKinematics(*model_, position, v, &velocity);
  return CalcKineticEnergy(*model_, position, velocity, v) +
         CalcPotentialEnergy(*model_, position, q);
}

void MultibodyPlant::CalcState(const LeafContext& context, VectorXd* x) const {
  *x = context.continuous_state();
}

void MultibodyPlant::CalcBodyPoses(const LeafContext& context,
                                   std::vector<RigidTransform>* X_WB) const {
  PositionKinematics position;
  CalcPositionKinematics(
      *model_, context.continuous_state().head(model_->num_positions()),
      &position);
  *X_WB = position.X_WB;
}

void MultibodyPlant::CalcBodyVelocities(const LeafContext& context,
                                        std::vector<Vector6d>* V_WB) const {
  PositionKinematics position;
  VelocityKinematics velocity;
  const auto x = context.continuous_state();
  CalcPositionKinematics(*model_, x.head(model_->num_positions()), &position);
  CalcVelocityKinematics(*model_, position, x.tail(model_->num_velocities()),
                         &velocity);
  *V_WB = velocity.V_WB;
}

void MultibodyPlant::CalcContactResults(const LeafContext& context,
                                        ContactResults* results) const {
  const auto& record = context.abstract_state<ContactResults>(contact_record_);
  if (record.time == context.time()) {
    *results = record;
    return;
  }
  VelocityProblemBuilder builder = MakeProblemBuilder();
  contact::VelocityProblem problem;
  PlantInputs inputs;
  EvalInputs(context, &inputs);
  const auto x = context.continuous_state();
  builder.Build(x.head(model_->num_positions()),
                x.tail(model_->num_velocities()), inputs, &problem);
  std::vector<Vector3d> forces_W;
  contact::CalcContactForces(problem, &forces_W);
  MakeContactResults(builder, problem, forces_W, context.time(), results);
}

void MultibodyPlant::CalcTimeDerivatives(const LeafContext& context,
                                         VectorXd* xdot) const {
  // A Context belongs to one thread, and so does this work space.
  thread_local contact::VelocityProblem problem;
  thread_local VectorXd qdot, vdot;
  VelocityProblemBuilder builder = MakeProblemBuilder();
  PlantInputs inputs;
  EvalInputs(context, &inputs);
  const auto x = context.continuous_state();
  const auto q = x.head(model_->num_positions());
  const auto v = x.tail(model_->num_velocities());
  builder.Build(q, v, inputs, &problem);
  contact::CalcAccelerations(problem, &vdot);
  MapVelocityToQDot(*model_, q, v, &qdot);
  *xdot << qdot, vdot;
}

void MakeContactResults(const VelocityProblemBuilder& builder,
                        const contact::VelocityProblem& problem,
                        std::span<const Vector3d> forces_W, double time,
                        ContactResults* results) {
  MakeContactResults(builder, problem, forces_W, {}, time, results);
}

void MakeContactResults(const VelocityProblemBuilder& builder,
                        const contact::VelocityProblem& problem,
                        std::span<const Vector3d> forces_W,
                        std::span<const Vector3d> torques_W, double time,
                        ContactResults* results) {
  results->time = time;
  results->points.clear();
  const contact::ContactSet& contacts = builder.contacts();
  const Model& model = builder.model();
  for (const contact::Manifold& manifold : contacts.manifolds) {
    const int body_a = model.geometries()[manifold.geometry_a].body;
    const int body_b = model.geometries()[manifold.geometry_b].body;
    const bool flipped = model.bodies()[body_b].tree < 0;
    const double sign = flipped ? -1 : 1;
    const Vector3d p_WBo =
        builder.position().X_WB[flipped ? body_a : body_b].translation();
    for (int i = 0; i < manifold.num_points; ++i) {
      const int index = manifold.first_point + i;
      const contact::ContactPoint& point = problem.points[index];
      const Vector3d torque =
          torques_W.empty() ? Vector3d::Zero() : torques_W[index];
      results->points.push_back({.geometry_a = manifold.geometry_a,
                                 .geometry_b = manifold.geometry_b,
                                 .p_WC = p_WBo + point.p_BoC_W,
                                 .normal_W = contacts.points[index].normal_W,
                                 .force_B_W = sign * forces_W[index],
                                 .torque_B_W = sign * torque,
                                 .depth = -point.phi0,
                                 .v_AB_W = sign * (point.R_WC * point.v_C0)});
    }
  }
}

}  // namespace tactus::multibody
