#pragma once

#include <fstream>
#include <string>

#include "apps/scratch_folder.h"

namespace tactus::apps {

/// An MJCF model of a ball, 0.6 m above the origin.
inline constexpr const char* kBall = R"(<mujoco>
  <visual><global offwidth="100"/></visual>
  <worldbody>
    <body name="ball" pos="0 0 0.6"><freejoint name="free"/>
      <geom size="0.1" solref="0.02 1"/></body>
  </worldbody>
  <keyframe><key name="low" qpos="0 0 0.2 1 0 0 0"/></keyframe>
</mujoco>)";

/// It in a file of its own.
struct BallFile {
  BallFile() { std::ofstream(folder / "ball.xml") << kBall; }
  std::string path() const { return (folder / "ball.xml").string(); }
  ScratchFolder folder;
};

}  // namespace tactus::apps
