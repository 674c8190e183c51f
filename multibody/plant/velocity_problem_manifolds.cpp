#include "tactus/multibody/plant/velocity_problem_manifolds.h"

#include <algorithm>
#include <utility>

#include "tactus/multibody/plant/input_forces.h"

namespace tactus::multibody {
namespace {

// What adheres does so where it hardly touches, too.
std::optional<double> AddReachOfAdhesion(const Model& model,
                                         const ContactReach& reach) {
  const bool adheres =
      std::ranges::any_of(model.actuators(), &Actuator::adheres);
  if (!adheres) return reach.margin;
  return std::max(reach.margin.value_or(0), kAdhesionReach);
}

}  // namespace

VelocityProblemManifolds::VelocityProblemManifolds(
    const ModelAtStart* start,
    std::shared_ptr<const contact::CollisionEngine> engine,
    std::shared_ptr<const contact::PressureSolids> solids,
    std::shared_ptr<const ElasticContact> elastic_contact)
    : start_(start),
      engine_(std::move(engine)),
      solids_(solids ? std::move(solids)
                     : std::make_shared<const contact::PressureSolids>(
                           engine_->geometries())),
      elastic_contact_(elastic_contact
                           ? std::move(elastic_contact)
                           : MakeElasticContact(*start->model, *engine_)) {}

void VelocityProblemManifolds::Find(const ContactReach& reach) {
  const Model& model = *start_->model;
  const std::vector<RigidTransform>& X_WB = start_->position.X_WB;
  contacts_.num_threads = start_->num_threads;
  CalcPaths(reach.horizon);
  sweep_ = {
      .paths = paths_, .gravity = model.gravity_W(), .duration = reach.horizon};
  engine_->FindContacts(X_WB, AddReachOfAdhesion(model, reach), sweep_,
                        &contacts_);
  if (reach.with_patches) {
    patch_query_.ReplaceOverlaps(*solids_, engine_->geometries(), X_WB,
                                 &contacts_);
  }
  if (reach.with_corners) {
    corner_query_.ReplacePoints(*engine_, X_WB, reach.margin.value_or(0),
                                &contacts_);
  }
  FindOnFaces(reach);
}

void VelocityProblemManifolds::CalcPaths(double horizon) {
  if (horizon == 0) return;
  const Model& model = *start_->model;
  const VelocityKinematics& velocity = start_->velocity;
  paths_.assign(model.num_bodies(), {});
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.bodies()[i];
    if (body.tree < 0) continue;
    const RigidTransform& X_WB = start_->position.X_WB[i];
    const Vector3d p_BoBcm_W = X_WB.linear() * body.inertia.p_BoBcm;
    const Vector3d w = velocity.V_WB[i].head<3>();
    const Vector3d a0_Bcm_W = CalcPointVelocity(velocity.A0_WB[i], p_BoBcm_W) +
                              w.cross(w.cross(p_BoBcm_W));
    paths_[i] = contact::MakeBodyPath(
        X_WB.translation(), p_BoBcm_W, velocity.V_WB[i], a0_Bcm_W,
        model.trees()[body.tree].is_free_body, horizon, model.GravityOn(i));
  }
}

Vector3d VelocityProblemManifolds::OriginAt(int body, double time) const {
  const Vector3d& p_WBo = start_->position.X_WB[body].translation();
  return time == 0 ? p_WBo : p_WBo + time * paths_[body].U.tail<3>();
}

void VelocityProblemManifolds::FindOnFaces(const ContactReach& reach) {
  on_faces_.clear();
  if (elastic_contact_ == nullptr) return;
  const Model& model = *start_->model;
  const ElasticBody& first = model.elastic_bodies().front();
  int size = 0;
  for (const ElasticBody& body : model.elastic_bodies()) size += body.size();
  const auto x = start_->q.segment(first.q_start, size);
  const auto x_dot = start_->v.segment(first.v_start, size);
  const contact::ElasticSurfaces::Reach surface_reach{
      .margin = reach.margin.value_or(0),
      .duration = reach.horizon,
      .gravity = model.gravity_W()};
  if (elastic_contact_->nodes.may_touch()) {
    elastic_contact_->nodes.FindContacts(x, x_dot, surface_reach,
                                         &nodes_on_faces_);
    for (const contact::NodeOnFace& each : nodes_on_faces_) {
      AddOnFace(each.at, elastic_contact_->geometry_of_node[each.node],
                {.p_WA = each.p_WA,
                 .p_WB = each.p_WB,
                 .normal_W = each.normal_W,
                 .depth = each.depth});
    }
  }
  if (!elastic_contact_->shapes.may_touch()) return;
  elastic_contact_->shapes.FindContacts(
      {x, x_dot, start_->position.X_WB, start_->velocity.V_WB}, surface_reach,
      &shapes_on_faces_);
  for (const contact::ShapeOnFace& each : shapes_on_faces_) {
    AddOnFace(each.at, each.geometry,
              {.p_WA = each.p_WA,
               .p_WB = each.p_WB,
               .normal_W = each.normal_W,
               .depth = each.depth,
               .weight = each.weight});
  }
}

// Behind all other manifolds, one of its own, with the face as A.
void VelocityProblemManifolds::AddOnFace(const contact::FacePoint& at,
                                         int geometry_b,
                                         const contact::ManifoldPoint& point) {
  on_faces_.push_back(at);
  contacts_.manifolds.push_back(
      {.geometry_a = elastic_contact_->geometry_of_node[at.corners[0]],
       .geometry_b = geometry_b,
       .first_point = static_cast<int>(contacts_.points.size()),
       .num_points = 1});
  contacts_.points.push_back(point);
}

const contact::FacePoint* VelocityProblemManifolds::OnFace(int manifold) const {
  const std::size_t first = contacts_.manifolds.size() - on_faces_.size();
  const auto index = static_cast<std::size_t>(manifold);
  return index < first ? nullptr : &on_faces_[index - first];
}

}  // namespace tactus::multibody
