#pragma once

#include "tactus/apps/scenario/scenario_model.h"
#include "tactus/apps/scenario/yaml_reader.h"

namespace tactus::apps {

/// Starts the joints of a keyframe's model as the keyframe says, "arm::home"
/// those of "arm", and its actuators' controls.
/// @throws std::invalid_argument if there is no such keyframe.
void ApplyKeyframe(const multibody::Model& model, const std::string& name,
                   InitialState* state);

/// Reads the `initial_conditions` of a scenario, in this order:
///
///     keyframes: [arm::home]
///     positions: {arm::elbow: 0.3}       by joint, in its coordinates
///     poses: {box: {translation: ...}}   of floating bodies
///     velocities: {arm::elbow: 1}        by joint
///     controls: {arm::motor: 0.5}        of actuators without a connection
///
/// into `scenario->initial`. @throws YamlError
void ReadInitialConditions(const YamlValue& value, ScenarioModel* scenario);

}  // namespace tactus::apps
