#include "tactus/multibody/plant/velocity_problem_builder.h"

// The part of VelocityProblemBuilder that turns nodes and rigid shapes on faces
// of elastic bodies into manifolds, and such a face into a side of a contact.
namespace tactus::multibody {

using contact::VelocityProblem;

// Behind all other manifolds, each one of its own, with the face as A.
void VelocityProblemBuilder::FindContactsOnFaces(const VectorRef& q,
                                                 const VectorRef& v,
                                                 const ContactReach& reach) {
  on_faces_.clear();
  if (elastic_contact_ == nullptr) return;
  const ElasticBody& first = model_->elastic_bodies().front();
  int size = 0;
  for (const ElasticBody& body : model_->elastic_bodies()) size += body.size();
  const auto x = q.segment(first.q_start, size);
  const auto x_dot = v.segment(first.v_start, size);
  const contact::ElasticSurfaces::Reach surface_reach{
      .margin = reach.margin.value_or(0),
      .duration = reach.horizon,
      .gravity = model_->gravity_W()};
  const auto add = [&](const contact::FacePoint& at, int geometry_b,
                       const contact::ManifoldPoint& point) {
    on_faces_.push_back(at);
    contacts_.manifolds.push_back(
        {.geometry_a = elastic_contact_->geometry_of_node[at.corners[0]],
         .geometry_b = geometry_b,
         .first_point = static_cast<int>(contacts_.points.size()),
         .num_points = 1});
    contacts_.points.push_back(point);
  };
  if (elastic_contact_->nodes.may_touch()) {
    elastic_contact_->nodes.FindContacts(x, x_dot, surface_reach,
                                         &nodes_on_faces_);
    for (const contact::NodeOnFace& each : nodes_on_faces_) {
      add(each.at, elastic_contact_->geometry_of_node[each.node],
          {.p_WA = each.p_WA,
           .p_WB = each.p_WB,
           .normal_W = each.normal_W,
           .depth = each.depth});
    }
  }
  if (!elastic_contact_->shapes.may_touch()) return;
  elastic_contact_->shapes.FindContacts(
      {x, x_dot, position_.X_WB, velocity_.V_WB}, surface_reach,
      &shapes_on_faces_);
  for (const contact::ShapeOnFace& each : shapes_on_faces_) {
    add(each.at, each.geometry,
        {.p_WA = each.p_WA,
         .p_WB = each.p_WB,
         .normal_W = each.normal_W,
         .depth = each.depth,
         .weight = each.weight});
  }
}

// Of the manifold's geometry A; null for what is not on a face.
const contact::FacePoint* VelocityProblemBuilder::OnFace(int manifold) const {
  const std::size_t first = contacts_.manifolds.size() - on_faces_.size();
  const auto index = static_cast<std::size_t>(manifold);
  return index < first ? nullptr : &on_faces_[index - first];
}

int VelocityProblemBuilder::AddFaceBody(const contact::FacePoint& on_face,
                                        VelocityProblem* problem) {
  const int first = model_->elastic_bodies().front().first_body;
  const int index = num_contact_bodies_++;
  if (static_cast<int>(problem->bodies.size()) < num_contact_bodies_)
    problem->bodies.emplace_back();
  contact::ContactBody& fresh = problem->bodies[index];
  fresh.id = first + on_face.corners[0];
  fresh.clique = -1;
  fresh.is_free = false;
  fresh.p_BoBcm_W.setZero();
  for (int k = 0; k < 3; ++k) {
    if (on_face.weights[k] == 0) {
      fresh.corners[k] = {};
      continue;
    }
    fresh.corners[k] = {
        .clique = model_->bodies()[first + on_face.corners[k]].tree,
        .weight = on_face.weights[k]};
  }
  return index;
}

// A face does not turn.
Vector6d VelocityProblemBuilder::CalcFaceVelocity(
    const contact::FacePoint& on_face) const {
  const int first = model_->elastic_bodies().front().first_body;
  Vector6d V = Vector6d::Zero();
  for (int k = 0; k < 3; ++k)
    V.tail<3>() += on_face.weights[k] *
                   velocity_.V_WB[first + on_face.corners[k]].tail<3>();
  return V;
}

}  // namespace tactus::multibody
