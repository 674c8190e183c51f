#include "tactus/multibody/importers/mjcf/disabled_parts.h"

#include <vector>

namespace tactus::multibody::mjcf {
namespace {

void RemoveLimits(Contents* contents) {
  for (JointSpec& joint : contents->tree.joints) joint.range = {};
  for (TendonSpec& tendon : contents->tendons) tendon.range = {};
}

void RemoveContact(Contents* contents) {
  contents->contact_pairs.clear();
  for (GeomSpec& geom : contents->tree.geoms) {
    geom.contype = geom.conaffinity = 0;
    geom.is_in_pair = false;
  }
}

void RemoveSprings(Contents* contents) {
  for (JointSpec& joint : contents->tree.joints) joint.stiffness = 0;
  for (TendonSpec& tendon : contents->tendons) tendon.stiffness = 0;
}

void RemoveDampers(Contents* contents) {
  for (JointSpec& joint : contents->tree.joints) joint.damping = 0;
  for (TendonSpec& tendon : contents->tendons) tendon.damping = 0;
}

void RemoveControlLimits(Contents* contents) {
  for (ActuatorSpec& spec : contents->actuators) {
    spec.actuator.control_lower = -kInfinity;
    spec.actuator.control_upper = kInfinity;
  }
}

void RemoveActuation(Contents* contents) {
  const Option& option = contents->option;
  for (ActuatorSpec& spec : contents->actuators) {
    if (option.actuation && !option.disabled_groups.contains(spec.group))
      continue;
    Actuator& actuator = spec.actuator;
    actuator.gain = actuator.gain1 = actuator.gain2 = 0;
    actuator.bias0 = actuator.bias1 = actuator.bias2 = 0;
    actuator.muscle.reset();
    spec.damping_ratio.reset();
  }
}

}  // namespace

void RemoveDisabledParts(Contents* contents) {
  const Option& option = contents->option;
  if (!option.constraints || !option.limits) RemoveLimits(contents);
  if (!option.constraints || !option.contact) RemoveContact(contents);
  if (!option.passive || !option.springs) RemoveSprings(contents);
  if (!option.passive || !option.dampers) RemoveDampers(contents);
  // MuJoCo's rule: springs and dampers both off leave no passive force.
  if (!option.passive || (!option.springs && !option.dampers))
    contents->option.fluid = {};
  if (!option.passive) {
    for (BodySpec& body : contents->tree.bodies) body.gravity_compensation = 0;
    std::erase_if(contents->constraints, [](const ConstraintSpec& spec) {
      return spec.constraint.type == ConstraintType::kCosserat;
    });
  }
  if (!option.clamp_controls) RemoveControlLimits(contents);
  RemoveActuation(contents);
}

}  // namespace tactus::multibody::mjcf
