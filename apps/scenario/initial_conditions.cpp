#include "tactus/apps/scenario/initial_conditions.h"

#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {

using multibody::FindScopedName;
using multibody::Model;
using multibody::NamesOf;

void ApplyKeyframe(const Model& model, const std::string& name,
                   InitialState* state) {
  const auto keyframes = model.keyframes();
  const multibody::Keyframe& key =
      keyframes[FindScopedName(NamesOf(keyframes), name, "keyframe")];
  const std::size_t scope = key.name.find("::");
  const std::string owner =
      scope == key.name.npos ? "" : key.name.substr(0, scope);
  for (const multibody::Joint& joint : model.joints()) {
    if (!multibody::IsInScope(joint.name, owner)) continue;
    state->q.segment(joint.q_start, joint.nq()) =
        key.q.segment(joint.q_start, joint.nq());
    state->v.segment(joint.v_start, joint.nv()) =
        key.v.segment(joint.v_start, joint.nv());
  }
  for (int a = 0; a < model.num_actuators(); ++a) {
    if (multibody::IsInScope(model.actuators()[a].name, owner)) {
      state->u[a] = key.u[a];
      state->activations[a] = key.activations[a];
    }
  }
}

void ReadInitialConditions(const YamlValue& value, ScenarioModel* scenario) {
  const Model& model = *scenario->model;
  InitialState* state = &scenario->initial;
  YamlMap map(value);
  if (const auto names = map.Find("keyframes")) {
    for (const YamlValue& name : names->List()) {
      name.Guard([&] { ApplyKeyframe(model, name.Text(), state); });
    }
  }
  if (const auto positions = map.Find("positions")) {
    ReadJointValues(model, "", *positions, JointValue::kPosition, &state->q);
  }
  if (const auto poses = map.Find("poses")) {
    ReadBodyPoses(*scenario, "", *poses, &state->q);
  }
  if (const auto velocities = map.Find("velocities")) {
    ReadJointValues(model, "", *velocities, JointValue::kVelocity, &state->v);
  }
  if (const auto controls = map.Find("controls")) {
    for (const auto& [key, place, control] : controls->Entries()) {
      const int a = place.Guard([&, &key = key] {
        return FindScopedName(NamesOf(model.actuators()), key, "actuator");
      });
      state->u[a] = control.Number();
      scenario->given_controls.emplace_back(a, place);
    }
  }
  map.Finish();
}

}  // namespace tactus::apps
