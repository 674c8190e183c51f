#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/model_assembly.h"

/// An arm, a hand and a ball to put together.
namespace tactus::multibody::test {

constexpr const char* kArm = R"(<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="base" pos="0 0 0.1">
      <geom type="box" size="0.1 0.1 0.1"/>
      <body name="upper" pos="0 0 0.1">
        <joint name="shoulder" axis="0 1 0" range="-90 90" damping="0.5"/>
        <geom type="capsule" size="0.04" fromto="0 0 0 0 0 0.4"/>
        <body name="lower" pos="0 0 0.4">
          <joint name="elbow" axis="1 0 0" armature="0.01"/>
          <geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/>
        </body>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="base" body2="lower"/></contact>
  <actuator><motor name="m1" joint="shoulder"/>
    <position name="m2" joint="elbow" kp="20"/></actuator>
  <keyframe><key name="up" qpos="0.1 0.2" qvel="1 2" ctrl="3 4"/></keyframe>
</mujoco>)";

constexpr const char* kHand = R"(<mujoco>
  <worldbody>
    <body name="palm" pos="5 5 5"><freejoint/>
      <geom name="pad" type="box" size="0.05 0.05 0.02"/>
      <body name="left" pos="0 0.04 0.05">
        <joint name="left" type="slide" axis="0 1 0" range="-0.04 0.04"/>
        <geom type="box" size="0.01 0.01 0.04"/></body>
      <body name="right" pos="0 -0.04 0.05">
        <joint name="right" type="slide" axis="0 1 0" range="-0.04 0.04"/>
        <geom type="box" size="0.01 0.01 0.04"/></body>
    </body>
  </worldbody>
  <equality><joint name="mirror" joint1="left" joint2="right"
    polycoef="0 -1 0 0 0"/></equality>
  <actuator><motor name="grip" joint="left"/></actuator>
  <keyframe><key name="open"
    qpos="1 2 3 1 0 0 0 0.01 -0.01" ctrl="7"/></keyframe>
</mujoco>)";

constexpr const char* kBall = R"(<mujoco><worldbody>
  <body name="ball" pos="1 0 2"><freejoint/><geom size="0.1"/></body>
</worldbody></mujoco>)";

inline std::shared_ptr<const Model> Parse(const std::string& xml) {
  ModelBuilder builder;
  ParseMjcf(xml, "test.xml", {}, &builder);
  return std::move(builder).Build();
}

/// The weld of the hand to the arm, in both ways of saying it.
inline RigidTransform HandPose() {
  RigidTransform X = RigidTransform::Identity();
  X.translation() = Vector3d(0.01, 0.02, 0.35);
  X.rotate(Eigen::AngleAxisd(0.5, Vector3d::UnitZ()));
  return X;
}

inline ModelAssembly MakeArmWithHand() {
  ModelAssembly assembly;
  assembly.AddModel("arm", Parse(kArm));
  assembly.AddModel("hand", Parse(kHand));
  assembly.AddWeld("arm::lower", "hand::palm", HandPose());
  return assembly;
}

}  // namespace tactus::multibody::test
