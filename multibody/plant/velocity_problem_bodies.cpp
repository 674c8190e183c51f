#include "tactus/multibody/plant/velocity_problem_bodies.h"

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {

using contact::VelocityProblem;

void VelocityProblemBodies::Begin() {
  index_of_.assign(start_->model->num_bodies(), -1);
  size_ = 0;
}

int VelocityProblemBodies::FindOrAdd(int body, VelocityProblem* problem) {
  if (index_of_[body] >= 0) return index_of_[body];
  index_of_[body] = size_;
  const Model& model = *start_->model;
  contact::ContactBody& fresh = Append(problem);
  fresh.id = body;
  fresh.clique = model.bodies()[body].tree;
  fresh.corners = {};
  fresh.is_free = fresh.clique >= 0 && model.trees()[fresh.clique].is_free_body;
  fresh.p_BoBcm_W = start_->position.X_WB[body].linear() *
                    model.bodies()[body].inertia.p_BoBcm;
  if (fresh.clique >= 0 && !fresh.is_free)
    CalcBodyJacobian(model, start_->position, body, &fresh.J);
  return index_of_[body];
}

int VelocityProblemBodies::AddFace(const contact::FacePoint& on_face,
                                   VelocityProblem* problem) {
  const Model& model = *start_->model;
  const int first = model.elastic_bodies().front().first_body;
  const int index = size_;
  contact::ContactBody& fresh = Append(problem);
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
        .clique = model.bodies()[first + on_face.corners[k]].tree,
        .weight = on_face.weights[k]};
  }
  return index;
}

contact::ContactBody& VelocityProblemBodies::Append(VelocityProblem* problem) {
  ++size_;
  if (std::ssize(problem->bodies) < size_) problem->bodies.emplace_back();
  return problem->bodies[size_ - 1];
}

}  // namespace tactus::multibody
