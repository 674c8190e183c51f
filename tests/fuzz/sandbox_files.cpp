#include "fuzz/sandbox_files.h"

#include <cstdint>
#include <cstring>

namespace tactus::test {
namespace {

constexpr std::string_view kTetrahedron =
    "o tetrahedron\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

constexpr std::string_view kAsciiStl = R"(solid tetrahedron
facet normal 0 0 -1
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 1 0 0
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 1
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 0 1 0
vertex 0 0 0
vertex 0 0 1
endloop
endfacet
endsolid tetrahedron
)";

constexpr std::string_view kPart = R"(<mujoco model="part">
  <default><geom density="500"/>
    <default class="soft"><joint damping="0.5"/></default></default>
  <asset><mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody>
    <body name="base" childclass="soft"><joint name="turn" axis="0 0 1"/>
      <geom name="g" size="0.1"/>
      <body name="tip" pos="0 0 1"><joint name="bend"/>
        <geom type="mesh" mesh="wedge"/></body>
    </body>
  </worldbody>
  <contact><exclude body1="base" body2="tip"/></contact>
  <actuator><motor name="m" joint="turn"/></actuator>
</mujoco>
)";

constexpr std::string_view kArmMjcf = R"(<mujoco>
  <worldbody>
    <body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0"/>
      <geom name="rod" type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5"/>
      <body name="lower" pos="0 0 -0.5"><joint name="elbow" axis="0 1 0"/>
        <geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5"/></body>
    </body>
  </worldbody>
  <actuator><motor name="m1" joint="shoulder"/><motor name="m2" joint="elbow"/>
  </actuator>
  <keyframe><key name="raised" qpos="0.2 0.4" ctrl="1 2"/>
  </keyframe>
</mujoco>
)";

constexpr std::string_view kToolMjcf = R"(<mujoco>
  <worldbody><body name="tool" pos="0 3 1"><freejoint name="free"/>
    <geom name="tip" size="0.05" mass="0.5"/></body></worldbody>
</mujoco>
)";

constexpr std::string_view kArmUrdf = R"(<robot name="arm">
  <link name="base"/>
  <link name="lower"><inertial><mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="elbow" type="continuous"><parent link="base"/>
    <child link="lower"/><axis xyz="0 1 0"/></joint>
</robot>
)";

constexpr std::string_view kArmSdf = R"(<sdf version="1.9"><model name="arm">
  <link name="base"/><link name="lower"/>
  <joint name="elbow" type="revolute"><parent>base</parent>
    <child>lower</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>
)";

// 2 x 3 elevations.
std::string MakeHeightField() {
  const std::int32_t size[] = {2, 3};
  const float elevations[] = {0, 1, 0, 0.5f, 0, 1};
  std::string bytes(sizeof(size) + sizeof(elevations), '\0');
  std::memcpy(bytes.data(), size, sizeof(size));
  std::memcpy(bytes.data() + sizeof(size), elevations, sizeof(elevations));
  return bytes;
}

}  // namespace

std::vector<SandboxFile> SandboxFiles() {
  return {{"box.obj", std::string(kTetrahedron)},
          {"box.stl", std::string(kAsciiStl)},
          {"part.xml", std::string(kPart)},
          {"field.bin", MakeHeightField()},
          {"arm.xml", std::string(kArmMjcf)},
          {"tool.xml", std::string(kToolMjcf)},
          {"arm.urdf", std::string(kArmUrdf)},
          {"arm.sdf", std::string(kArmSdf)}};
}

}  // namespace tactus::test
