#include "tactus/multibody/model_builder.h"

#include <limits>

namespace tactus::multibody {

ModelBuilder::ModelBuilder() {
  AddBody("world", {});
}

int ModelBuilder::AddBody(std::string name, const SpatialInertia& inertia,
                          bool is_virtual) {
  bodies_.push_back(
      {.name = std::move(name), .inertia = inertia, .is_virtual = is_virtual});
  return num_bodies() - 1;
}

void ModelBuilder::SetGravityScale(int body, double scale) {
  bodies_.at(body).gravity_scale = scale;
}

int ModelBuilder::AddJoint(Joint joint) {
  joints_.push_back(std::move(joint));
  return static_cast<int>(joints_.size()) - 1;
}

int ModelBuilder::AddActuator(Actuator actuator) {
  actuators_.push_back(std::move(actuator));
  return static_cast<int>(actuators_.size()) - 1;
}

void ModelBuilder::RemoveEffortLimits() {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  for (Actuator& actuator : actuators_) {
    actuator.force_lower = -kNone;
    actuator.force_upper = kNone;
  }
}

int ModelBuilder::AddCoupler(JointCoupler coupler) {
  couplers_.push_back(std::move(coupler));
  return static_cast<int>(couplers_.size()) - 1;
}

int ModelBuilder::AddConstraint(Constraint constraint) {
  constraints_.push_back(std::move(constraint));
  return static_cast<int>(constraints_.size()) - 1;
}

int ModelBuilder::AddTendon(Tendon tendon) {
  tendons_.push_back(std::move(tendon));
  return static_cast<int>(tendons_.size()) - 1;
}

int ModelBuilder::AddElasticBody(ElasticBody body) {
  elastic_bodies_.push_back(std::move(body));
  return static_cast<int>(elastic_bodies_.size()) - 1;
}

int ModelBuilder::AddGeometry(contact::Geometry geometry) {
  geometries_.push_back(std::move(geometry));
  return static_cast<int>(geometries_.size()) - 1;
}

void ModelBuilder::AddVisual(Visual visual) {
  visuals_.push_back(std::move(visual));
}

void ModelBuilder::AddGeometryPair(contact::GeometryPair pair) {
  geometry_pairs_.push_back(pair);
}

void ModelBuilder::ExcludePair(int body_a, int body_b) {
  excluded_pairs_.emplace_back(body_a, body_b);
}

void ModelBuilder::set_gravity(const Vector3d& gravity_W) {
  gravity_W_ = gravity_W;
}

void ModelBuilder::set_fluid(const Fluid& fluid) {
  fluid_ = fluid;
}

void ModelBuilder::AddFluidEllipsoid(FluidEllipsoid part) {
  fluid_ellipsoids_.push_back(std::move(part));
}

void ModelBuilder::SetDefaultPose(int body, const RigidTransform& X_WB) {
  default_poses_.emplace_back(body, X_WB);
}

void ModelBuilder::AddKeyframe(
    std::string name, std::vector<std::pair<std::string, VectorXd>> q_by_joint,
    std::vector<std::pair<std::string, VectorXd>> v_by_joint, VectorXd u,
    VectorXd activations) {
  keyframes_.push_back({std::move(name), std::move(q_by_joint),
                        std::move(v_by_joint), std::move(u),
                        std::move(activations)});
}

}  // namespace tactus::multibody
