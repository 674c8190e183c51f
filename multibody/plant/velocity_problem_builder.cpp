#include "tactus/multibody/plant/velocity_problem_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tactus/multibody/plant/input_forces.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

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

// What adheres does so where it hardly touches, too.
std::optional<double> AddReachOfAdhesion(const Model& model,
                                         const ContactReach& reach) {
  const bool adheres =
      std::ranges::any_of(model.actuators(), &Actuator::adheres);
  if (!adheres) return reach.margin;
  return std::max(reach.margin.value_or(0), kAdhesionReach);
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
    SetForces(inputs, nullptr, problem);
  }
  {
    ScopedTimer timer(profile_, Phase::kGeometry);
    CalcPaths(reach.horizon);
    sweep_ = {.paths = paths_,
              .gravity = model_->gravity_W(),
              .duration = reach.horizon};
    engine_->FindContacts(position_.X_WB, AddReachOfAdhesion(*model_, reach),
                          sweep_, &contacts_);
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
  AddAdhesion(problem);
}

void VelocityProblemBuilder::FindFlying(double h,
                                        VelocityProblem* problem) const {
  multibody::FindFlying(*model_, force_, h, problem);
}

void VelocityProblemBuilder::GroundDriven(VelocityProblem* problem) const {
  multibody::GroundDriven(force_, problem);
}

void VelocityProblemBuilder::TakeFreeMotionAtMidpoint(
    double h, VelocityProblem* problem) {
  const VectorXd& bias = free_motion_.CalcBias(
      *model_, {.q = q_, .bias = start_bias_, .force = force_}, h, problem);
  problem->k0 += bias - bias_;
  bias_ = bias;
}

}  // namespace tactus::multibody
