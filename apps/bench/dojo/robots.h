#pragma once

#include <array>
#include <filesystem>
#include <memory>

#include "tactus/examples/scenes/robot_drops.h"

namespace tactus::apps::dojo {

/// A robot that drops on its feet.
struct DroppedRobot {
  const char* name;
  std::shared_ptr<const multibody::Model> (*make)(
      const std::filesystem::path& urdf);
  const char* file;  ///< In the folder of Dojo's examples.
};

inline constexpr std::array kDroppedRobots = {
    DroppedRobot{"Atlas", &examples::MakeAtlasDrop,
                 "atlas/dependencies/atlas_complex.urdf"},
    DroppedRobot{"A1", &examples::MakeA1Drop,
                 "quadruped/dependencies/gazebo_a1.urdf"},
    DroppedRobot{"ant", &examples::MakeAntDrop, "ant/dependencies/ant.urdf"}};

}  // namespace tactus::apps::dojo
