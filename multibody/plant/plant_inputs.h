#pragma once

#include <vector>

#include "tactus/common/types.h"

namespace tactus::multibody {

/// A force on a body, from outside the plant.
struct SpatialForce {
  int body{};
  Vector3d p_BoQ_B = Vector3d::Zero();  ///< Where it acts.
  Vector6d F_Q_W = Vector6d::Zero();  ///< Torque [N m], force [N], world axes.

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&body, &p_BoQ_B, &F_Q_W);
  }
};

/// A surface that moves along itself, like a conveyor belt.
struct SurfaceVelocity {
  int geometry{};
  Vector3d v_G = Vector3d::Zero();  ///< In the geometry's frame [m/s].

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&geometry, &v_G);
  }
};

/// What acts on a plant from outside; empty members act as zero.
struct PlantInputs {
  VectorXd actuation{};          ///< One control per actuator.
  VectorXd generalized_force{};  ///< One per velocity.
  std::vector<SpatialForce> spatial_forces{};
  std::vector<SurfaceVelocity> surface_velocities{};
};

}  // namespace tactus::multibody
