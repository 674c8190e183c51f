#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/model.h"

namespace tactus::test {

/// A model file, loaded and built.
struct Parsed {
  multibody::ImportReport report;
  std::shared_ptr<const multibody::Model> model;

  const multibody::Body& body(const std::string& name) const {
    return model->bodies()[static_cast<std::size_t>(model->BodyIndex(name))];
  }
  const multibody::Joint& joint(const std::string& name) const {
    return model->joints()[static_cast<std::size_t>(model->JointIndex(name))];
  }
  const contact::Geometry& geometry(int index) const {
    return model->geometries()[static_cast<std::size_t>(index)];
  }
  const multibody::Actuator& actuator(int index) const {
    return model->actuators()[static_cast<std::size_t>(index)];
  }
};

/// The model of a file that reads <mujoco>`xml`</mujoco>.
inline Parsed Parse(const std::string& xml, bool strict = false) {
  multibody::ModelBuilder builder;
  Parsed parsed;
  parsed.report = multibody::ParseMjcf("<mujoco>" + xml + "</mujoco>", "m.xml",
                                       {.strict = strict}, &builder);
  parsed.model = std::move(builder).Build();
  return parsed;
}

/// The same of a worldbody.
inline Parsed ParseWorld(const std::string& xml) {
  return Parse("<worldbody>" + xml + "</worldbody>");
}

/// The message with which such a file is refused, and one with an inertia that
/// no body has; empty if it is not.
inline std::string FailureOf(const std::string& xml, bool strict = false) {
  multibody::ModelBuilder builder;
  try {
    multibody::ParseMjcf("<mujoco>" + xml + "</mujoco>", "m.xml",
                         {.strict = strict, .fix_inertia = false}, &builder);
  } catch (const multibody::ModelFileError& error) {
    return error.what();
  }
  return "";
}

inline std::string FailureOfWorld(const std::string& xml) {
  return FailureOf("<worldbody>" + xml + "</worldbody>");
}

}  // namespace tactus::test
