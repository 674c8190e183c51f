#include "tactus/apps/contact_overrides.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

using multibody::Joint;
using multibody::Model;
using multibody::ModelBuilder;

void CopyBodiesAndJoints(const Model& model, ModelBuilder* builder) {
  for (const multibody::Body& body : model.bodies().subspan(1)) {
    builder->AddBody(body.name, body.inertia, body.is_virtual);
  }
  for (const Joint& joint : model.joints()) builder->AddJoint(joint);
}

void CopyDefaultPoses(const Model& model, ModelBuilder* builder) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, model.default_positions(), &position);
  for (const Joint& joint : model.joints()) {
    if (joint.type == multibody::JointType::kFloating) {
      builder->SetDefaultPose(joint.child, position.X_WB[joint.child]);
    }
  }
}

void CopyKeyframes(const Model& model, ModelBuilder* builder) {
  for (const multibody::Keyframe& key : model.keyframes()) {
    std::vector<std::pair<std::string, VectorXd>> q, v;
    for (const Joint& joint : model.joints()) {
      q.emplace_back(joint.name, key.q.segment(joint.q_start, joint.nq()));
      v.emplace_back(joint.name, key.v.segment(joint.v_start, joint.nv()));
    }
    builder->AddKeyframe(key.name, std::move(q), std::move(v), key.u);
  }
}

void RequireAtLeast(double bound, bool strictly, const char* option,
                    const std::optional<double>& value) {
  Require(!value || (std::isfinite(*value) &&
                     (strictly ? *value > bound : *value >= bound)),
          fmt::format("{} must be a {} number, not {}", option,
                      strictly ? "positive" : "finite, not negative",
                      value.value_or(0)));
}

}  // namespace

bool ContactOverrides::empty() const {
  return !stiffness && !dissipation && !static_friction && !dynamic_friction &&
         !stiction_velocity;
}

void RequireValid(const ContactOverrides& overrides) {
  RequireAtLeast(0, true, "--contact-stiffness", overrides.stiffness);
  RequireAtLeast(0, false, "--contact-dissipation", overrides.dissipation);
  RequireAtLeast(0, false, "--friction", overrides.static_friction);
  RequireAtLeast(0, false, "--friction", overrides.dynamic_friction);
  RequireAtLeast(0, true, "--stiction-velocity", overrides.stiction_velocity);
  if (overrides.static_friction && overrides.dynamic_friction) {
    Require(*overrides.dynamic_friction <= *overrides.static_friction,
            "--friction MU_S,MU_D: dynamic friction must not exceed static "
            "friction");
  }
}

contact::Material Override(const ContactOverrides& overrides,
                           contact::Material material) {
  if (overrides.stiffness) material.stiffness = 2 * *overrides.stiffness;
  material.dissipation = overrides.dissipation.value_or(material.dissipation);
  // Friction acts where it is asked for, also between what had none.
  if (overrides.static_friction) material.condim = std::max(material.condim, 3);
  material.static_friction =
      overrides.static_friction.value_or(material.static_friction);
  material.dynamic_friction =
      overrides.dynamic_friction.value_or(material.dynamic_friction);
  material.stiction_velocity =
      overrides.stiction_velocity.value_or(material.stiction_velocity);
  return material;
}

// A Model is immutable: the parts go through a builder again, in their order,
// which Build() keeps.
std::shared_ptr<const Model> WithOverrides(const Model& model,
                                           const ContactOverrides& overrides) {
  ModelBuilder builder;
  builder.set_gravity(model.gravity_W());
  CopyBodiesAndJoints(model, &builder);
  CopyDefaultPoses(model, &builder);
  CopyKeyframes(model, &builder);
  for (const multibody::Actuator& actuator : model.actuators()) {
    builder.AddActuator(actuator);
  }
  for (const multibody::JointCoupler& coupler : model.couplers()) {
    builder.AddCoupler(coupler);
  }
  for (const auto& [a, b] : model.excluded_pairs()) builder.ExcludePair(a, b);
  for (contact::Geometry geometry : model.geometries()) {
    geometry.material = Override(overrides, geometry.material);
    builder.AddGeometry(std::move(geometry));
  }
  return std::move(builder).Build();
}

}  // namespace tactus::apps
