#include "tactus/multibody/plant/velocity_problem_builder.h"

// The part of VelocityProblemBuilder that turns nodes on faces of elastic
// bodies into manifolds, and such a face into a side of a contact.
namespace tactus::multibody {

using contact::VelocityProblem;

// Behind all other manifolds, each one of its own.
void VelocityProblemBuilder::FindContactsOnFaces(const VectorRef& q,
                                                 const VectorRef& v,
                                                 const ContactReach& reach) {
  if (surfaces_ == nullptr) return;
  const ElasticBody& first = model_->elastic_bodies().front();
  int size = 0;
  for (const ElasticBody& body : model_->elastic_bodies()) size += body.size();
  surfaces_->FindContacts(q.segment(first.q_start, size),
                          v.segment(first.v_start, size),
                          {.margin = reach.margin.value_or(0),
                           .duration = reach.horizon,
                           .gravity = model_->gravity_W()},
                          &on_faces_);
  for (const contact::NodeOnFace& each : on_faces_) {
    contacts_.manifolds.push_back(
        {.geometry_a = geometry_of_node_[first.first_body + each.corners[0]],
         .geometry_b = geometry_of_node_[first.first_body + each.node],
         .first_point = static_cast<int>(contacts_.points.size()),
         .num_points = 1});
    contacts_.points.push_back({.p_WA = each.p_WA,
                                .p_WB = each.p_WB,
                                .normal_W = each.normal_W,
                                .depth = each.depth});
  }
}

// Null for what is not on a face.
const contact::NodeOnFace* VelocityProblemBuilder::OnFace(int manifold) const {
  if (surfaces_ == nullptr) return nullptr;
  const std::size_t first = contacts_.manifolds.size() - on_faces_.size();
  const auto index = static_cast<std::size_t>(manifold);
  return index < first ? nullptr : &on_faces_[index - first];
}

int VelocityProblemBuilder::AddFaceBody(const contact::NodeOnFace& on_face,
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

// Of the point of the face nearest to the node; a face does not turn.
Vector6d VelocityProblemBuilder::CalcFaceVelocity(
    const contact::NodeOnFace& on_face) const {
  const int first = model_->elastic_bodies().front().first_body;
  Vector6d V = Vector6d::Zero();
  for (int k = 0; k < 3; ++k)
    V.tail<3>() += on_face.weights[k] *
                   velocity_.V_WB[first + on_face.corners[k]].tail<3>();
  return V;
}

}  // namespace tactus::multibody
