#include "tactus/multibody/plant/forces/force_element.h"

#include <cmath>
#include <utility>

#include "tactus/common/require.h"
#include "tactus/multibody/plant/forces/concatenations.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::LeafContext;

BodyPoint CenterOfMass(const Model& model, int body) {
  Require(body >= 0 && body < model.num_bodies(),
          "CenterOfMass(): there is no body " + std::to_string(body));
  return {.body = body, .p_BoP_B = model.bodies()[body].inertia.p_BoBcm};
}

ForceElement::ForceElement(std::string name, std::shared_ptr<const Model> model)
    : LeafSystem(std::move(name)), model_(std::move(model)) {
  Check(model_ != nullptr, "there is no model");
  body_poses_ =
      DeclareAbstractInputPort<std::vector<RigidTransform>>("body_poses");
  body_velocities_ =
      DeclareAbstractInputPort<std::vector<Vector6d>>("body_velocities");
}

void ForceElement::DeclareForces(const systems::ReadSet& reads) {
  spatial_forces_ =
      DeclareAbstractOutputPort("spatial_forces", std::vector<SpatialForce>(),
                                &ForceElement::CalcForces, reads);
}

void ForceElement::Check(bool good, const std::string& complaint) const {
  systems::CheckBlock(*this, good, complaint);
}

void ForceElement::CheckNotNegative(double number,
                                    const std::string& what) const {
  Check(std::isfinite(number) && number >= 0,
        what + " must be a number that is not negative");
}

void ForceElement::CheckPoint(const BodyPoint& point) const {
  Check(point.body >= 0 && point.body < model_->num_bodies(),
        "there is no body " + std::to_string(point.body));
  Check(point.p_BoP_B.allFinite(), "a point is not finite");
}

const RigidTransform& ForceElement::PoseOf(const LeafContext& context,
                                           int body) const {
  const auto& X_WB = body_poses_.Eval<std::vector<RigidTransform>>(context);
  Check(static_cast<int>(X_WB.size()) == model_->num_bodies(),
        "the poses are those of another model");
  return X_WB[body];
}

const Vector6d& ForceElement::VelocityOf(const LeafContext& context,
                                         int body) const {
  const auto& V_WB = body_velocities_.Eval<std::vector<Vector6d>>(context);
  Check(static_cast<int>(V_WB.size()) == model_->num_bodies(),
        "the velocities are those of another model");
  return V_WB[body];
}

Vector3d ForceElement::PositionOf(const LeafContext& context,
                                  const BodyPoint& point) const {
  return PoseOf(context, point.body) * point.p_BoP_B;
}

Vector3d ForceElement::VelocityOf(const LeafContext& context,
                                  const BodyPoint& point) const {
  const Vector6d& V_WB = VelocityOf(context, point.body);
  const Vector3d p_BoP_W = PoseOf(context, point.body).linear() * point.p_BoP_B;
  return CalcPointVelocity(V_WB, p_BoP_W);
}

double ForceElement::CalcEnergy(const systems::Context&) const {
  return 0;
}

void ConnectForces(const MultibodyPlant& plant,
                   const std::vector<const ForceElement*>& elements,
                   systems::DiagramBuilder* builder) {
  Require(!elements.empty(), "ConnectForces(): there are no force elements");
  std::vector<systems::OutputPort> forces;
  for (const ForceElement* element : elements) {
    builder->Connect(plant.body_poses_output(), element->body_poses_input());
    builder->Connect(plant.body_velocities_output(),
                     element->body_velocities_input());
    forces.push_back(element->spatial_forces_output());
  }
  ConnectLists<SpatialForceConcatenation>(forces, plant.spatial_forces_input(),
                                          plant.name() + "_forces", builder);
}

}  // namespace tactus::multibody
