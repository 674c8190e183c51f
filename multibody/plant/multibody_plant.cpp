#include "tactus/multibody/plant/multibody_plant.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/archive.h"
#include "tactus/common/require.h"
#include "tactus/contact/continuous_forces.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_digest.h"
#include "tactus/multibody/plant/elastic_contact.h"
#include "tactus/multibody/plant/joint_reactions.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::CheckBlock;
using systems::Context;
using systems::LeafContext;
using systems::Reads;

namespace {

// Each is of a geometry that there is, which no other is of.
void RequireOneOfEach(const MultibodyPlant& plant,
                      const std::vector<SurfaceVelocity>& surfaces) {
  const auto geometries = plant.model().geometries();
  for (auto it = surfaces.begin(); it != surfaces.end(); ++it) {
    const int i = it->geometry;
    CheckBlock(
        plant, 0 <= i && i < std::ssize(geometries),
        fmt::format("a surface moves of geometry {}, which there is not", i));
    const bool again = std::any_of(
        surfaces.begin(), it,
        [i](const SurfaceVelocity& other) { return other.geometry == i; });
    CheckBlock(plant, !again,
               fmt::format("geometry {} ('{}') is given two surface velocities",
                           i, geometries[i].name));
  }
}

// Goes into checkpoints, and refuses those of another model.
struct ModelStamp {
  std::uint64_t digest{};

  template <class Archive>
  void Serialize(Archive* a) {
    std::uint64_t written = digest;
    a->Visit(&written);
    if (written != digest) {
      throw CheckpointError("the model is not the one of the checkpoint");
    }
  }
};

// Whether a record from a file, empty or of a step, is of this model.
bool IsOf(const Model& model, const StepRecord& record) {
  const bool is_empty = record.p_WBo.empty();
  const auto has = [&](const auto& list, auto size) {
    return std::ssize(list) == (is_empty ? 0 : static_cast<long>(size));
  };
  const auto is_body = [&](const SpatialForce& force) {
    return 0 <= force.body && force.body < model.num_bodies();
  };
  const auto is_geometry = [&](int i) {
    return 0 <= i && i < std::ssize(model.geometries());
  };
  return has(record.q, model.num_positions()) &&
         has(record.v, model.num_velocities()) &&
         has(record.vdot, model.num_velocities()) &&
         has(record.actuator_efforts, model.num_actuators()) &&
         has(record.constraint_forces, model.constraints().size()) &&
         has(record.p_WBo, model.num_bodies()) &&
         std::ranges::all_of(record.spatial_forces, is_body) &&
         std::ranges::all_of(record.contacts.points,
                             [&](const PointContact& point) {
                               return is_geometry(point.geometry_a) &&
                                      is_geometry(point.geometry_b);
                             });
}

// The record of the last step.
struct RecordState {
  StepRecord record;
  std::shared_ptr<const Model> model;

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&record);
    if (a->is_reading() && !IsOf(*model, record)) {
      throw CheckpointError(
          "the checkpoint is damaged: its last step is of another model");
    }
  }
};

}  // namespace

MultibodyPlant::MultibodyPlant(std::shared_ptr<const Model> model,
                               std::string name)
    : LeafSystem(std::move(name)), model_(std::move(model)) {
  Require(model_ != nullptr, "MultibodyPlant: there is no model");
  engine_ = MakeCollisionEngine(*model_);
  solids_ =
      std::make_shared<const contact::PressureSolids>(engine_->geometries());
  elastic_contact_ = MakeElasticContact(*model_, *engine_);
  actuation_ = DeclareVectorInputPort("actuation", model_->num_actuators());
  generalized_force_ =
      DeclareVectorInputPort("generalized_force", model_->num_velocities());
  spatial_forces_ =
      DeclareAbstractInputPort<std::vector<SpatialForce>>("spatial_forces");
  surface_velocities_ = DeclareAbstractInputPort<std::vector<SurfaceVelocity>>(
      "surface_velocities");

  DeclareContinuousState(InitialState());
  record_ = DeclareAbstractState(RecordState{{}, model_});
  DeclareParameter(ModelStamp{CalcModelDigest(*model_)});

  const int nx = model_->num_positions() + model_->num_velocities();
  state_ = DeclareVectorOutputPort("state", nx, &MultibodyPlant::CalcState,
                                   Reads::kContinuous);
  body_poses_ = DeclareAbstractOutputPort(
      "body_poses", std::vector<RigidTransform>(),
      &MultibodyPlant::CalcBodyPoses, Reads::kContinuous);
  body_velocities_ = DeclareAbstractOutputPort(
      "body_velocities", std::vector<Vector6d>(),
      &MultibodyPlant::CalcBodyVelocities, Reads::kContinuous);
  kinematics_ = DeclareAbstractOutputPort("kinematics", PlantKinematics(),
                                          &MultibodyPlant::CalcKinematics,
                                          Reads::kContinuous);
  dynamics_ = DeclareAbstractOutputPort("dynamics", PlantDynamics(),
                                        &MultibodyPlant::CalcDynamics,
                                        Reads::kEverything);
  DeclareForceOutputs();
}

void MultibodyPlant::DeclareForceOutputs() {
  actuator_efforts_ = DeclareVectorOutputPort(
      "actuator_efforts", model_->num_actuators(),
      &MultibodyPlant::CalcActuatorEfforts, Reads::kEverything);
  contact_results_ = DeclareAbstractOutputPort(
      "contact_results", ContactResults{}, &MultibodyPlant::CalcContactResults,
      Reads::kEverything);
  joint_reactions_ = DeclareAbstractOutputPort(
      "joint_reactions", std::vector<Vector6d>(),
      &MultibodyPlant::CalcReactions, Reads::kEverything);
  step_record_ = DeclareAbstractOutputPort("step_record", StepRecord{},
                                           &MultibodyPlant::CalcStepRecord,
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
    for (const SpatialForce& force : inputs->spatial_forces) {
      CheckBlock(*this, 0 <= force.body && force.body < model_->num_bodies(),
                 fmt::format("a force acts on body {}, which there is not",
                             force.body));
    }
  } else {
    inputs->spatial_forces.clear();
  }
  if (surface_velocities_.HasValue(context)) {
    inputs->surface_velocities =
        surface_velocities_.Eval<std::vector<SurfaceVelocity>>(context);
    RequireOneOfEach(*this, inputs->surface_velocities);
  } else {
    inputs->surface_velocities.clear();
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

StepRecord& MultibodyPlant::MutableStepRecord(Context* context) const {
  return context->of(*this).mutable_abstract_state<RecordState>(record_).record;
}

const StepRecord& MultibodyPlant::last_step(const Context& context) const {
  return context.of(*this).abstract_state<RecordState>(record_).record;
}

double MultibodyPlant::CalcEnergy(const Context& context) const {
  const auto& [position, velocity] = kinematics_.Eval<PlantKinematics>(context);
  return CalcKineticEnergy(*model_, position, velocity, velocities(context)) +
         CalcPotentialEnergy(*model_, position, positions(context));
}

void MultibodyPlant::CalcState(const LeafContext& context, VectorXd* x) const {
  *x = context.continuous_state();
}

void MultibodyPlant::CalcBodyPoses(const LeafContext& context,
                                   std::vector<RigidTransform>* X_WB) const {
  *X_WB = kinematics_.Eval<PlantKinematics>(context).position.X_WB;
}

void MultibodyPlant::CalcBodyVelocities(const LeafContext& context,
                                        std::vector<Vector6d>* V_WB) const {
  *V_WB = kinematics_.Eval<PlantKinematics>(context).velocity.V_WB;
}

void MultibodyPlant::CalcKinematics(const LeafContext& context,
                                    PlantKinematics* kinematics) const {
  const auto x = context.continuous_state();
  CalcPositionKinematics(*model_, x.head(model_->num_positions()),
                         &kinematics->position);
  CalcVelocityKinematics(*model_, kinematics->position,
                         x.tail(model_->num_velocities()),
                         &kinematics->velocity);
}

void MultibodyPlant::CalcActuatorEfforts(const LeafContext& context,
                                         VectorXd* efforts) const {
  *efforts = EvalStepRecord(context).actuator_efforts;
}

void MultibodyPlant::CalcContactResults(const LeafContext& context,
                                        ContactResults* results) const {
  *results = EvalStepRecord(context).contacts;
}

void MultibodyPlant::CalcReactions(const LeafContext& context,
                                   std::vector<Vector6d>* F_W) const {
  CalcJointReactions(*model_, EvalStepRecord(context), F_W);
}

const StepRecord& MultibodyPlant::EvalStepRecord(
    const LeafContext& context) const {
  const auto& record = context.abstract_state<RecordState>(record_).record;
  return record.Covers(context.time()) ? record
                                       : step_record_.Eval<StepRecord>(context);
}

void MultibodyPlant::CalcStepRecord(const LeafContext& context,
                                    StepRecord* record) const {
  const auto& recorded = context.abstract_state<RecordState>(record_).record;
  if (recorded.Covers(context.time())) {
    *record = recorded;
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
  std::vector<double> actuator_forces, row_forces, joint_row_forces;
  VectorXd vdot;
  contact::CalcContactForces(problem, &forces_W);
  contact::CalcActuatorForces(problem, &actuator_forces);
  contact::CalcConstraintForces(problem, &row_forces);
  contact::CalcJointRowForces(problem, &joint_row_forces);
  contact::CalcAccelerations(problem, &vdot);
  MakeStepRecord(builder, problem,
                 {.forces_W = forces_W,
                  .torques_W = {},
                  .actuator_forces = actuator_forces,
                  .spatial_forces = inputs.spatial_forces,
                  .row_forces = row_forces,
                  .joint_row_forces = joint_row_forces},
                 vdot, context.time(), context.time(), record);
}

bool MultibodyPlant::CalcOutputJacobians(
    const LeafContext&, int output, systems::LeafJacobians* jacobians) const {
  if (output != state_.index) return false;
  const int size = num_continuous_states();
  jacobians->by_state = MatrixXd::Identity(size, size);
  return true;
}

void MultibodyPlant::ProjectContinuousState(Eigen::Ref<VectorXd> x) const {
  VectorXd q = x.head(model_->num_positions());
  NormalizeQuaternions(*model_, &q);
  x.head(q.size()) = q;
}

struct PlantDynamics::WorkSpace::Parts {
  VelocityProblemBuilder builder;
  contact::VelocityProblem problem = {};
  PlantInputs inputs = {};
};

PlantDynamics::WorkSpace::WorkSpace() = default;
PlantDynamics::WorkSpace::~WorkSpace() = default;
PlantDynamics::WorkSpace::WorkSpace(const WorkSpace&) {}
PlantDynamics::WorkSpace& PlantDynamics::WorkSpace::operator=(
    const WorkSpace&) {
  return *this;  // Its own is as good.
}
PlantDynamics::WorkSpace::WorkSpace(WorkSpace&&) noexcept = default;
PlantDynamics::WorkSpace& PlantDynamics::WorkSpace::operator=(
    WorkSpace&&) noexcept = default;

PlantDynamics::WorkSpace::Parts& PlantDynamics::WorkSpace::Get(
    const MultibodyPlant& plant) {
  if (parts_ == nullptr || &parts_->builder.model() != &plant.model())
    parts_.reset(new Parts{.builder = plant.MakeProblemBuilder()});
  return *parts_;
}

void MultibodyPlant::CalcDynamics(const LeafContext& context,
                                  PlantDynamics* dynamics) const {
  PlantDynamics::WorkSpace::Parts& work = dynamics->work.Get(*this);
  EvalInputs(context, &work.inputs);
  const auto x = context.continuous_state();
  work.builder.Build(x.head(model_->num_positions()),
                     x.tail(model_->num_velocities()), work.inputs,
                     &work.problem);
  contact::CalcAccelerations(work.problem, &dynamics->vdot);
}

void MultibodyPlant::CalcTimeDerivatives(const LeafContext& context,
                                         VectorXd* xdot) const {
  const auto x = context.continuous_state();
  VectorXd qdot;
  MapVelocityToQDot(*model_, x.head(model_->num_positions()),
                    x.tail(model_->num_velocities()), &qdot);
  *xdot << qdot, dynamics_.Eval<PlantDynamics>(context).vdot;
}

}  // namespace tactus::multibody
