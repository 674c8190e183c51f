#include "tactus/multibody/plant/velocity_problem_builder.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/parallel_for.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

// Enough work to be worth handing to a thread.
constexpr int kTreesPerChunk = 32;
constexpr int kTetrahedraPerChunk = 64;

// What controls of any size can make of a motor, whose law is gain u + bias0,
// within its force limits: a control that follows the velocity stays within its
// limits, too.
void NarrowToControls(const Actuator& motor, contact::LinearActuator* law) {
  if (motor.gain == 0) return;
  const double a = motor.gain * motor.control_lower + motor.bias0;
  const double b = motor.gain * motor.control_upper + motor.bias0;
  law->lower = std::clamp(std::min(a, b), law->lower, law->upper);
  law->upper = std::clamp(std::max(a, b), law->lower, law->upper);
}

// By numbers of nodes behind those of the first body's; null: none can touch.
std::shared_ptr<const contact::ElasticSurfaces> MakeElasticSurfaces(
    const Model& model) {
  std::vector<contact::ElasticSurface> surfaces;
  for (const ElasticBody& body : model.elastic_bodies()) {
    const TetrahedralMesh& mesh = body.solid->mesh();
    contact::ElasticSurface& surface = surfaces.emplace_back();
    surface.first_node =
        body.first_body - model.elastic_bodies().front().first_body;
    surface.rest = mesh.nodes;
    surface.skin = body.skin;
    surface.touches_itself = body.self_contact && body.skin > 0;
    if (body.skin == 0) continue;
    surface.nodes = FindSurfaceNodes(mesh);
    surface.faces = FindSurface(mesh);
    if (!body.self_contact) continue;
    for (const auto& tetrahedron : mesh.tetrahedra) {
      for (int k = 0; k < 4; ++k) {
        for (int l = 0; l < k; ++l)
          surface.edges.emplace_back(tetrahedron[l], tetrahedron[k]);
      }
    }
  }
  auto made =
      std::make_shared<const contact::ElasticSurfaces>(std::move(surfaces));
  return made->may_touch() ? made : nullptr;
}

}  // namespace

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

VelocityProblemBuilder::VelocityProblemBuilder(
    std::shared_ptr<const Model> model,
    std::shared_ptr<const contact::CollisionEngine> engine,
    std::shared_ptr<const contact::PressureSolids> solids)
    : model_(std::move(model)),
      engine_(std::move(engine)),
      solids_(solids ? std::move(solids)
                     : std::make_shared<const contact::PressureSolids>(
                           engine_->geometries())),
      surfaces_(MakeElasticSurfaces(*model_)),
      fluid_(*model_) {
  if (surfaces_ == nullptr) return;
  geometry_of_node_.assign(model_->num_bodies(), -1);
  const auto geometries = engine_->geometries();
  for (std::size_t i = 0; i < geometries.size(); ++i)
    geometry_of_node_[geometries[i].body] = static_cast<int>(i);
}

void VelocityProblemBuilder::Build(const VectorRef& q, const VectorRef& v,
                                   const PlantInputs& inputs,
                                   VelocityProblem* problem,
                                   const ContactReach& reach) {
  {
    ScopedTimer timer(profile_, Phase::kProblem);
    AddTrees(q, v, problem);
    AddElasticBodies(q, problem);
    start_bias_ = bias_;
    AddFluid();
    AddJointRows(q, problem);
    SetInputs(inputs, nullptr, problem);
  }
  {
    ScopedTimer timer(profile_, Phase::kGeometry);
    CalcPaths(reach.horizon);
    sweep_ = {.paths = paths_,
              .gravity = model_->gravity_W(),
              .duration = reach.horizon};
    engine_->FindContacts(position_.X_WB, reach.margin, sweep_, &contacts_);
    if (reach.with_patches) {
      patch_query_.ReplaceOverlaps(*solids_, engine_->geometries(),
                                   position_.X_WB, &contacts_);
    }
    if (reach.with_corners) {
      corner_query_.ReplacePoints(engine_->geometries(), position_.X_WB,
                                  reach.margin.value_or(0), &contacts_);
    }
    FindContactsOnFaces(q, v, reach);
  }
  ScopedTimer timer(profile_, Phase::kProblem);
  AddContacts(inputs, problem);
}

// Cliques, v0, k0 = k(q, v), joint damping and springs.
void VelocityProblemBuilder::AddTrees(const VectorRef& q, const VectorRef& v,
                                      VelocityProblem* problem) {
  const Model& model = *model_;
  CalcTrees(q, v, problem);
  q_ = q;
  problem->v0 = v;
  joint_damping_.setZero(model.num_velocities());
  problem->stiffness.setZero(model.num_velocities());
  problem->spring_force0.setZero(model.num_velocities());
  for (const Joint& joint : model.joints()) {
    joint_damping_.segment(joint.v_start, joint.nv())
        .setConstant(joint.damping);
    if (joint.stiffness == 0) continue;
    problem->stiffness[joint.v_start] = joint.stiffness;
    problem->spring_force0[joint.v_start] =
        joint.stiffness * (q[joint.q_start] - joint.spring_reference);
  }
}

// Kinematics, mass matrices and k(q, v), tree by tree.
void VelocityProblemBuilder::CalcTrees(const VectorRef& q, const VectorRef& v,
                                       VelocityProblem* problem) {
  const auto trees = model_->trees();
  const int num_trees = static_cast<int>(trees.size());
  CalcAnchoredKinematics(*model_, q, &position_, &velocity_);
  bias_.resize(model_->num_velocities());
  problem->cliques.resize(trees.size());
  InChunks(num_trees, kTreesPerChunk, [&](int t) {
    const Tree& tree = trees[t];
    CalcTreeKinematics(*model_, tree, q, v, &position_, &velocity_);
    contact::Clique& clique = problem->cliques[t];
    clique.v_start = tree.v_start;
    clique.nv = tree.nv;
    clique.flies = false;
    CalcTreeMassMatrix(*model_, position_, tree, &clique.M);
    CalcTreeBias(*model_, position_, velocity_, tree, &bias_);
  });
}

// k(q, v) gets the gradient of their strain energy.
void VelocityProblemBuilder::AddElasticBodies(const VectorRef& q,
                                              VelocityProblem* problem) {
  std::size_t count = 0;
  for (const ElasticBody& body : model_->elastic_bodies())
    count += body.solid->num_tetrahedra();
  problem->elastic_elements.resize(count);
  auto elements = std::span(problem->elastic_elements);
  for (const ElasticBody& body : model_->elastic_bodies()) {
    AddElasticBody(body, q.segment(body.q_start, body.size()),
                   elements.first(body.solid->num_tetrahedra()));
    elements = elements.subspan(body.solid->num_tetrahedra());
  }
}

void VelocityProblemBuilder::AddElasticBody(
    const ElasticBody& body, const VectorRef& x,
    std::span<contact::ElasticElement> elements) {
  const ElasticSolid& solid = *body.solid;
  gradients_.resize(12, solid.num_tetrahedra());
  InChunks(solid.num_tetrahedra(), kTetrahedraPerChunk, [&](int i) {
    contact::ElasticElement& element = elements[i];
    ElasticSolid::Vector12d gradient;
    solid.CalcElement(x, i, &gradient, &element.stiffness);
    gradients_.col(i) = gradient;
    element.stiffness_bound = solid.stiffness_bound(i);
    element.damping = solid.material().damping;
    for (int k = 0; k < 4; ++k)
      element.dofs[k] = body.v_start + 3 * solid.mesh().tetrahedra[i][k];
  });
  // In order, whatever the number of threads.
  for (int i = 0; i < solid.num_tetrahedra(); ++i) {
    for (int k = 0; k < 4; ++k)
      bias_.segment<3>(elements[i].dofs[k]) +=
          gradients_.col(i).segment<3>(3 * k);
  }
}

// On several threads, if there are enough.
void VelocityProblemBuilder::InChunks(
    int count, int size, const std::function<void(int i)>& body) const {
  const int num_chunks = (count + size - 1) / size;
  ParallelFor(num_chunks, contacts_.num_threads, [&](int chunk, int) {
    const int end = std::min(count, (chunk + 1) * size);
    for (int i = chunk * size; i < end; ++i) body(i);
  });
}

// f0 at v0, and how it falls with each velocity.
void VelocityProblemBuilder::AddFluid() {
  fluid_force_.setZero(model_->num_velocities());
  fluid_damping_.setZero(model_->num_velocities());
  fluid_forces_.clear();
  for (const FluidForces::PartForce& part : fluid_.Calc(position_, velocity_)) {
    fluid_forces_.push_back({.body = part.body,
                             .p_BoQ_B = part.p_BoE_B,
                             .F_Q_W = part.CalcForceInW()});
    AddPartForce(*model_, position_, part, &fluid_force_, &fluid_damping_);
  }
}

// k0 = k(q, v) - tau - C v_ref, D = joint damping + C; the fluid has its own C,
// and follows the velocity from v0.
void VelocityProblemBuilder::SetInputs(const PlantInputs& inputs,
                                       const InputFeedback* feedback,
                                       VelocityProblem* problem) {
  CalcAppliedForce(inputs, &force_);
  force_ += fluid_force_;
  problem->k0 = bias_ - force_ - fluid_damping_.cwiseProduct(problem->v0);
  problem->damping = joint_damping_ + fluid_damping_;
  if (feedback != nullptr) {
    problem->k0 -= feedback->force_slope.cwiseProduct(feedback->v_ref);
    problem->damping += feedback->force_slope;
  }
  AddActuators(inputs, feedback, problem);
}

void VelocityProblemBuilder::CalcAppliedForce(const PlantInputs& inputs,
                                              VectorXd* force) {
  force->setZero(model_->num_velocities());
  if (inputs.generalized_force.size() > 0) *force += inputs.generalized_force;
  for (const SpatialForce& applied : inputs.spatial_forces) {
    const Vector3d p_BoQ_W =
        position_.X_WB[applied.body].linear() * applied.p_BoQ_B;
    Vector6d F_Bo_W = applied.F_Q_W;
    F_Bo_W.head<3>() += p_BoQ_W.cross(applied.F_Q_W.tail<3>());
    AddWrench(applied.body, F_Bo_W, force);
  }
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const Actuator& actuator = model_->actuators()[i];
    if (actuator.body < 0) continue;
    CalcThrustDirection(i, &thrust_);
    *force += CalcThrust(actuator, CalcControl(inputs, i)) * thrust_;
  }
}

// force += J' F.
void VelocityProblemBuilder::AddWrench(int body, const Vector6d& F_Bo_W,
                                       VectorXd* force) {
  const int t = model_->bodies()[body].tree;
  if (t < 0) return;
  const Tree& tree = model_->trees()[t];
  CalcBodyJacobian(*model_, position_, body, &J_);
  force->segment(tree.v_start, tree.nv).noalias() += J_.transpose() * F_Bo_W;
}

double VelocityProblemBuilder::CalcControl(const PlantInputs& inputs,
                                           int actuator) const {
  const Actuator& of = model_->actuators()[actuator];
  if (inputs.actuation.size() == 0) return 0;
  return std::clamp(inputs.actuation[actuator], of.control_lower,
                    of.control_upper);
}

// What a thruster pushes with, f [N].
double VelocityProblemBuilder::CalcThrust(const Actuator& thruster,
                                          double control) {
  return std::clamp(thruster.gain * control + thruster.bias0,
                    thruster.force_lower, thruster.force_upper);
}

// Laws that depend on the state go into the problem; the rest are forces. With
// feedback, f = gain (u - slope (v - v_ref)) + bias: in x = gear v, a damping
// of gain slope / gear about x_ref.
void VelocityProblemBuilder::AddActuators(const PlantInputs& inputs,
                                          const InputFeedback* feedback,
                                          VelocityProblem* problem) {
  problem->actuators.clear();
  constant_efforts_.setZero(model_->num_actuators());
  law_of_actuator_.assign(model_->num_actuators(), -1);
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const Actuator& actuator = model_->actuators()[i];
    const double u = CalcControl(inputs, i);
    if (actuator.body >= 0) {
      constant_efforts_[i] = CalcThrust(actuator, u);
      continue;
    }
    contact::LinearActuator law{.gear = actuator.gear,
                                .stiffness = -actuator.bias1,
                                .lower = actuator.force_lower,
                                .upper = actuator.force_upper,
                                .id = i};
    double length = 0;  // l / gear
    if (actuator.tendon >= 0) {
      const TendonKinematics& tendon = tendons_[actuator.tendon];
      if (tendon.terms.empty()) continue;  // It pulls at what nothing moves.
      law.first_term = first_term_of_tendon_[actuator.tendon];
      law.num_terms = static_cast<int>(tendon.terms.size());
      length = tendon.length;
    } else {
      const Joint& joint = model_->joints()[actuator.joint];
      law.dof = joint.v_start;
      length = q_[joint.q_start];
    }
    double gain = actuator.gain;
    law.force0 =
        gain * u + actuator.bias0 + actuator.bias1 * actuator.gear * length;
    if (actuator.muscle)
      gain = SetMuscle(actuator, actuator.gear * length, u, *problem, &law);
    if (!actuator.muscle && !feedback && actuator.bias1 == 0 &&
        actuator.bias2 == 0) {
      constant_efforts_[i] =
          actuator.gear *
          std::clamp(law.force0, actuator.force_lower, actuator.force_upper);
      problem->AddEffort(law, -constant_efforts_[i], &problem->k0);
      continue;
    }
    double damping = 0;
    if (!actuator.muscle && actuator.bias1 == 0 && actuator.bias2 == 0)
      NarrowToControls(actuator, &law);
    if (feedback && actuator.gear != 0) {
      damping =
          std::max(gain * feedback->control_slope[i] / actuator.gear, 0.0);
      law.force0 += damping * actuator.gear *
                    problem->CalcActuatorRate(law, feedback->v_ref);
    }
    law.damping += damping - actuator.bias2;
    law_of_actuator_[i] = static_cast<int>(problem->actuators.size());
    problem->actuators.push_back(law);
  }
}

// f = gain u + bias about (l0, l_dot0), as far as it stabilises:
//
//     f = f0 - d (x - x0) / gear - h k x,   x = gear v,
//     k = max(0, -(gain_l u + bias_l)),   d = max(0, -gain_ldot u).
//
// @return  gain.
double VelocityProblemBuilder::SetMuscle(const Actuator& actuator,
                                         double length, double u,
                                         const VelocityProblem& problem,
                                         contact::LinearActuator* law) const {
  const double rate =
      actuator.gear * problem.CalcActuatorRate(*law, problem.v0);
  const MuscleForce at = CalcMuscleForce(*actuator.muscle, length, rate);
  law->stiffness = std::max(0.0, -(at.gain_by_length * u + at.bias_by_length));
  law->damping = std::max(0.0, -at.gain_by_rate * u);
  law->force0 = at.gain * u + at.bias + law->damping * rate;
  return at.gain;
}

void VelocityProblemBuilder::CollectEfforts(std::span<const double> forces,
                                            VectorXd* efforts) const {
  *efforts = constant_efforts_;
  for (int i = 0; i < model_->num_actuators(); ++i) {
    if (law_of_actuator_[i] >= 0) (*efforts)[i] = forces[law_of_actuator_[i]];
  }
}

void VelocityProblemBuilder::CalcInputForce(const VelocityProblem& problem,
                                            const VectorXd& v,
                                            VectorXd* force) const {
  *force =
      bias_ - problem.k0 - (problem.damping - joint_damping_).cwiseProduct(v);
}

void VelocityProblemBuilder::CalcThrustDirection(int i, VectorXd* force) {
  const Actuator& actuator = model_->actuators()[i];
  const RigidTransform& X_WB = position_.X_WB[actuator.body];
  const Matrix3d R_WS = X_WB.linear() * actuator.X_BS.linear();
  const Vector3d p_BoS_W = X_WB.linear() * actuator.X_BS.translation();
  Vector6d F_Bo_W;
  F_Bo_W.tail<3>() = R_WS * actuator.wrench_S.tail<3>();
  F_Bo_W.head<3>() =
      R_WS * actuator.wrench_S.head<3>() + p_BoS_W.cross(F_Bo_W.tail<3>());
  force->setZero(model_->num_velocities());
  AddWrench(actuator.body, F_Bo_W, force);
}

}  // namespace tactus::multibody
