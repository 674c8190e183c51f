#include "tactus/multibody/plant/velocity_problem_builder.h"

#include <utility>

#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/plant/input_forces.h"
#include "tactus/multibody/plant/velocity_problem_actuation.h"
#include "tactus/multibody/plant/velocity_problem_bodies.h"
#include "tactus/multibody/plant/velocity_problem_constraints.h"
#include "tactus/multibody/plant/velocity_problem_contacts.h"
#include "tactus/multibody/plant/velocity_problem_elements.h"
#include "tactus/multibody/plant/velocity_problem_fluid.h"
#include "tactus/multibody/plant/velocity_problem_joint_rows.h"
#include "tactus/multibody/plant/velocity_problem_manifolds.h"
#include "tactus/multibody/plant/velocity_problem_trees.h"

namespace tactus::multibody {

using contact::VelocityProblem;

std::shared_ptr<const contact::CollisionEngine> MakeCollisionEngine(
    const Model& model) {
  std::vector<bool> anchored;
  for (const Body& body : model.bodies()) anchored.push_back(body.tree < 0);
  return std::make_shared<const contact::CollisionEngine>(
      std::vector(model.geometries().begin(), model.geometries().end()),
      anchored,
      std::vector(model.excluded_pairs().begin(), model.excluded_pairs().end()),
      std::vector(model.geometry_pairs().begin(),
                  model.geometry_pairs().end()));
}

// In the order of Build(): each part reads those before it.
struct VelocityProblemBuilder::Parts {
  Parts(const Model& model,
        std::shared_ptr<const contact::CollisionEngine> engine,
        std::shared_ptr<const contact::PressureSolids> solids,
        std::shared_ptr<const ElasticContact> elastic_contact)
      : start(&model),
        fluid(model),
        manifolds(&start, std::move(engine), std::move(solids),
                  std::move(elastic_contact)) {}
  Parts(const Parts&) = delete;  // They point at each other.
  Parts& operator=(const Parts&) = delete;

  ModelAtStart start;
  VelocityProblemElements elements{&start};
  VelocityProblemFluid fluid;
  VelocityProblemJointRows joint_rows{&start};
  VelocityProblemActuation actuation{&start, &joint_rows};
  VelocityProblemManifolds manifolds;
  VelocityProblemBodies bodies{&start};
  VelocityProblemContacts contacts{&start, &manifolds, &bodies};
  VelocityProblemConstraints constraints{&start, &bodies};

  FreeMotion free_motion;
  VectorXd force;       ///< Of inputs and the fluid, by velocity [N or N m].
  VectorXd start_bias;  ///< k of q and v as they are, without the fluid.
};

VelocityProblemBuilder::VelocityProblemBuilder(
    std::shared_ptr<const Model> model,
    std::shared_ptr<const contact::CollisionEngine> engine,
    std::shared_ptr<const contact::PressureSolids> solids,
    std::shared_ptr<const ElasticContact> elastic_contact)
    : model_(std::move(model)),
      parts_(std::make_unique<Parts>(*model_, std::move(engine),
                                     std::move(solids),
                                     std::move(elastic_contact))) {}

VelocityProblemBuilder::~VelocityProblemBuilder() = default;
VelocityProblemBuilder::VelocityProblemBuilder(
    VelocityProblemBuilder&&) noexcept = default;
VelocityProblemBuilder& VelocityProblemBuilder::operator=(
    VelocityProblemBuilder&&) noexcept = default;

void VelocityProblemBuilder::Build(const VectorRef& q, const VectorRef& v,
                                   const PlantInputs& inputs,
                                   VelocityProblem* problem,
                                   const ContactReach& reach) {
  Parts& parts = *parts_;
  {
    ScopedTimer timer(profile_, Phase::kProblem);
    AddTrees(q, v, &parts.start, problem);
    parts.elements.Add(problem);
    parts.start_bias = parts.start.bias;
    parts.fluid.Calc(parts.start);
    parts.joint_rows.Add(problem);
    SetForces(inputs, nullptr, problem);
  }
  {
    ScopedTimer timer(profile_, Phase::kGeometry);
    parts.manifolds.Find(reach);
  }
  ScopedTimer timer(profile_, Phase::kProblem);
  parts.bodies.Begin();
  parts.contacts.Add(inputs, problem);
  parts.constraints.Add(problem);
  parts.bodies.Finish(problem);
  parts.actuation.AddAdhesion(problem);
}

void VelocityProblemBuilder::SetInputs(const PlantInputs& inputs,
                                       const InputFeedback* feedback,
                                       VelocityProblem* problem) {
  SetForces(inputs, feedback, problem);
  parts_->actuation.AddAdhesion(problem);
}

// k0 = k(q, v) - tau - C v_ref, D = joint damping + C; the fluid has its own C,
// and follows the velocity from v0.
void VelocityProblemBuilder::SetForces(const PlantInputs& inputs,
                                       const InputFeedback* feedback,
                                       VelocityProblem* problem) {
  Parts& parts = *parts_;
  CalcAppliedForce(*model_, parts.start.position, inputs, &parts.force);
  parts.force += parts.fluid.force();
  problem->k0 = parts.start.bias - parts.force;
  problem->damping = parts.start.joint_damping;
  parts.fluid.SetDrag(problem);
  parts.joint_rows.DropInputRows(problem);
  if (feedback != nullptr) AddForceFeedback(*feedback, problem);
  parts.actuation.Add(inputs, feedback, problem);
}

void VelocityProblemBuilder::SetSurfaceVelocities(
    const std::vector<SurfaceVelocity>& surface_velocities,
    VelocityProblem* problem) const {
  parts_->contacts.SetSurfaceVelocities(surface_velocities, problem);
}

void VelocityProblemBuilder::FindFlying(double h,
                                        VelocityProblem* problem) const {
  multibody::FindFlying(*model_, parts_->force, h, problem);
}

void VelocityProblemBuilder::GroundDriven(VelocityProblem* problem) const {
  multibody::GroundDriven(parts_->force, problem);
}

void VelocityProblemBuilder::TakeFreeMotionAtMidpoint(
    double h, VelocityProblem* problem) {
  Parts& parts = *parts_;
  const VectorXd& bias = parts.free_motion.CalcBias(
      *model_,
      {.q = parts.start.q, .bias = parts.start_bias, .force = parts.force}, h,
      problem);
  problem->k0 += bias - parts.start.bias;
  parts.start.bias = bias;
}

void VelocityProblemBuilder::TakeElasticTurns(double h,
                                              VelocityProblem* problem) {
  parts_->elements.AddTurns(h, problem);
}

void VelocityProblemBuilder::CollectEfforts(std::span<const double> forces,
                                            VectorXd* efforts) const {
  parts_->actuation.CollectEfforts(forces, efforts);
}

void VelocityProblemBuilder::CollectTendonForces(std::span<const double> forces,
                                                 VectorXd* along) const {
  parts_->joint_rows.CollectTendonForces(forces, along);
}

// SetForces(), the other way round, for any v.
void VelocityProblemBuilder::CalcInputForce(const VelocityProblem& problem,
                                            const VectorXd& v,
                                            VectorXd* force) const {
  const ModelAtStart& start = parts_->start;
  *force = start.bias - problem.k0 -
           (problem.damping - start.joint_damping).cwiseProduct(v);
  for (const contact::Clique& clique : problem.cliques) {
    if (!clique.has_drag()) continue;
    force->segment(clique.v_start, clique.nv) -=
        clique.drag * v.segment(clique.v_start, clique.nv);
  }
  for (const contact::JointRow& row : parts_->joint_rows.InputRowsOf(problem)) {
    const auto terms = problem.TermsOf(row);
    const double pull = row.damping * contact::CalcRate(terms, v);
    for (const contact::JointTerm& term : terms)
      (*force)[term.dof] -= term.coefficient * pull;
  }
}

std::span<const TendonKinematics> VelocityProblemBuilder::tendons() const {
  return parts_->joint_rows.tendons();
}

const std::vector<SpatialForce>& VelocityProblemBuilder::fluid_forces() const {
  return parts_->fluid.spatial_forces();
}

const contact::ContactSet& VelocityProblemBuilder::contacts() const {
  return parts_->manifolds.contacts();
}

const PositionKinematics& VelocityProblemBuilder::position() const {
  return parts_->start.position;
}

const VelocityKinematics& VelocityProblemBuilder::velocity() const {
  return parts_->start.velocity;
}

const VectorXd& VelocityProblemBuilder::q() const {
  return parts_->start.q;
}

void VelocityProblemBuilder::set_num_threads(int num_threads) {
  parts_->start.num_threads = num_threads;
}

}  // namespace tactus::multibody
