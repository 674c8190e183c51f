#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "apps/scratch_folder.h"

#include "tactus/apps/scenario/scenario.h"
#include "tactus/apps/scenario/scenario_model.h"
#include "tactus/apps/scenario/yaml_reader.h"

namespace tactus::apps {

/// Two links on hinges, each 1 kg and 0.5 m long with its mass at its end, a
/// motor at each; axis y, at 1 m.
inline constexpr const char* kArmXml = R"(<mujoco>
  <worldbody>
    <body name="upper" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0"/>
      <inertial pos="0 0 -0.5" mass="1" diaginertia="1e-4 1e-4 1e-4"/>
      <geom name="rod" type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5"/>
      <body name="lower" pos="0 0 -0.5">
        <joint name="elbow" axis="0 1 0"/>
        <inertial pos="0 0 -0.5" mass="1" diaginertia="1e-4 1e-4 1e-4"/>
        <geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="m1" joint="shoulder"/>
    <motor name="m2" joint="elbow"/></actuator>
  <keyframe><key name="bent" qpos="0.2 0.4" qvel="0.1 0" ctrl="1 2"/></keyframe>
</mujoco>)";

/// A free body.
inline constexpr const char* kToolXml = R"(<mujoco>
  <worldbody>
    <body name="tool" pos="0 3 1"><freejoint name="free"/>
      <geom name="tip" size="0.05" mass="0.5"/>
      <body name="jaw" pos="0 0 -0.1"><joint name="jaw" type="slide"/>
        <geom size="0.01" mass="0.1"/></body></body>
  </worldbody>
</mujoco>)";

/// A folder with arm.xml and tool.xml, where scenarios are tried out.
class ScenarioFolder {
 public:
  ScenarioFolder() {
    std::ofstream(folder_ / "arm.xml") << kArmXml;
    std::ofstream(folder_ / "tool.xml") << kToolXml;
  }

  std::filesystem::path operator/(const std::string& name) const {
    return folder_ / name;
  }

  /// Writes scene.yaml and returns its path.
  std::string Write(const std::string& text) const {
    const std::filesystem::path path = folder_ / "scene.yaml";
    std::ofstream(path) << text;
    return path.string();
  }
  Scenario Load(const std::string& text) const {
    return MakeScenario({.target = Write(text)});
  }
  /// Why the text is refused, from the name of the file on: "12:5: unknown ..."
  std::string Refusal(const std::string& text) const {
    const std::string path = Write(text);
    try {
      MakeScenario({.target = path});
    } catch (const YamlError& error) {
      return std::string(error.what()).substr(path.size() + 1);
    }
    return "not refused";
  }

 private:
  ScratchFolder folder_;
};

/// Why `call` throws YamlError, from the name of the file, "test.yaml", on.
template <typename Call>
std::string RefusalOf(Call&& call) {
  try {
    call();
  } catch (const YamlError& error) {
    return std::string(error.what()).substr(std::string("test.yaml:").size());
  }
  return "not refused";
}

inline YamlValue ParseYaml(const std::string& text) {
  return YamlValue::Parse(text, "test.yaml");
}

}  // namespace tactus::apps
