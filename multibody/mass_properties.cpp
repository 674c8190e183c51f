#include "tactus/multibody/mass_properties.h"

namespace tactus::multibody {

std::vector<int> FindMovingBodies(const Model& model) {
  std::vector<int> bodies;
  for (int b = 1; b < model.num_bodies(); ++b) {
    if (model.bodies()[b].tree >= 0) bodies.push_back(b);
  }
  return bodies;
}

// Parents come before children.
std::vector<int> FindSubtree(const Model& model, int body) {
  std::vector<bool> carried(model.num_bodies(), false);
  carried[body] = true;
  std::vector<int> bodies = {body};
  for (int b = body + 1; b < model.num_bodies(); ++b) {
    carried[b] = carried[model.joints()[b - 1].parent];
    if (carried[b]) bodies.push_back(b);
  }
  return bodies;
}

double CalcMass(const Model& model, std::span<const int> bodies) {
  double mass = 0;
  for (const int b : bodies) mass += model.bodies()[b].inertia.mass;
  return mass;
}

Vector3d CalcCenterOfMass(std::span<const int> bodies,
                          const PositionKinematics& position) {
  MassMoments all;
  for (const int b : bodies)
    all += position.moments_W[b].SeenFrom(position.X_WB[b].translation());
  return all.first / all.mass;
}

Vector6d CalcBodyMomentum(int body, const PositionKinematics& position,
                          const VelocityKinematics& velocity,
                          const Vector3d& p_WQ) {
  const Vector3d p_QBo = position.X_WB[body].translation() - p_WQ;
  Vector6d L = position.moments_W[body] * velocity.V_WB[body];
  L.head<3>() += p_QBo.cross(L.tail<3>());
  return L;
}

Vector6d CalcMomentum(std::span<const int> bodies,
                      const PositionKinematics& position,
                      const VelocityKinematics& velocity,
                      const Vector3d& p_WQ) {
  Vector6d momentum = Vector6d::Zero();
  for (const int b : bodies)
    momentum += CalcBodyMomentum(b, position, velocity, p_WQ);
  return momentum;
}

}  // namespace tactus::multibody
