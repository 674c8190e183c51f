#include "tactus/multibody/plant/velocity_problem_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tactus/multibody/plant/input_forces.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

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
    std::shared_ptr<const contact::PressureSolids> solids,
    std::shared_ptr<const ElasticContact> elastic_contact)
    : model_(std::move(model)),
      engine_(std::move(engine)),
      solids_(solids ? std::move(solids)
                     : std::make_shared<const contact::PressureSolids>(
                           engine_->geometries())),
      elastic_contact_(elastic_contact ? std::move(elastic_contact)
                                       : MakeElasticContact(*model_, *engine_)),
      fluid_(*model_) {}

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
      corner_query_.ReplacePoints(*engine_, position_.X_WB,
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
