#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model.h"

namespace tactus::test {

/// A URDF file, loaded and built.
struct ParsedUrdf {
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
  /// True if a notice holds the text.
  bool Says(const std::string& text) const {
    for (const multibody::Notice& notice : report.notices()) {
      if (to_string(notice).find(text) != std::string::npos) return true;
    }
    return false;
  }
};

/// The model of a file that reads <robot name="r">`xml`</robot>.
inline ParsedUrdf ParseRobot(const std::string& xml,
                             const multibody::UrdfOptions& options = {}) {
  multibody::ModelBuilder builder;
  ParsedUrdf parsed;
  parsed.report = multibody::ParseUrdf("<robot name=\"r\">" + xml + "</robot>",
                                       "r.urdf", options, &builder);
  parsed.model = std::move(builder).Build();
  return parsed;
}

/// The message with which such a file is refused; empty if it is not.
inline std::string FailureOfRobot(const std::string& xml,
                                  const multibody::UrdfOptions& options = {}) {
  multibody::ModelBuilder builder;
  try {
    multibody::ParseUrdf("<robot name=\"r\">" + xml + "</robot>", "r.urdf",
                         options, &builder);
  } catch (const multibody::ModelFileError& error) {
    return error.what();
  }
  return "";
}

/// A link of 2 kg, with more in it.
inline std::string Link(const std::string& name, const std::string& more = "") {
  return "<link name=\"" + name +
         "\"><inertial><mass value=\"2\"/><inertia ixx=\"1\" iyy=\"1.1\" "
         "izz=\"1.2\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>" +
         more + "</link>";
}

/// A joint from link a to link b, called j.
inline std::string JointOf(const std::string& type, const std::string& more) {
  return "<joint name=\"j\" type=\"" + type +
         "\"><parent link=\"a\"/><child link=\"b\"/>" + more + "</joint>";
}

/// Links a and b, and that joint between them.
inline std::string Pair(const std::string& type, const std::string& more) {
  return Link("a") + Link("b") + JointOf(type, more);
}

}  // namespace tactus::test
