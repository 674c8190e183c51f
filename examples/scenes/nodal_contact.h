#pragma once

#include "tactus/examples/scenes/scene.h"

/// The boxes, the ball and the gripper of the paper of COND [Lee22].
namespace tactus::examples {

/// Of Table I.
struct VirtualNodesOptions {
  double push = 3;  ///< [N]
  double friction = 0.2;
};

/// A cube of one kilogram, 0.2 m wide, stands on the ground and is pushed along
/// y, beyond what friction holds: y = (F / m - mu g) t^2 / 2.
SceneInstance MakeVirtualNodes(const VirtualNodesOptions& options = {});

/// Of Figure 14.
struct AnisotropicSlideOptions {
  double friction = 0.2;   ///< Along x, the ground's grain.
  double cross_ratio = 2;  ///< Across it, of that along it.
  double speed = 1.5;      ///< [m/s]
  double heading = 0.7;    ///< From x [rad].
};

/// A flat box slides over grained ground to rest. Maximum dissipation makes its
/// way bend towards where friction is less,
///
///     vdot_i = -g mu_i^2 v_i / sqrt(sum of mu_j^2 v_j^2).
SceneInstance MakeAnisotropicSlide(const AnisotropicSlideOptions& options = {});

struct SoftBallGripOptions {
  double youngs_modulus = 1e6;  ///< [Pa]
  double friction = 0.8;
  int cells = 10;  ///< Across the ball: 1452 nodes, 6600 tetrahedra.
};

/// A gripper of eight coordinates, a lift, a wrist and three fingers with a
/// slide and a hinged pad each, takes an elastic ball of 40 mm radius from the
/// ground, lifts it by 50 mm and turns it by half a radian.
SceneInstance MakeSoftBallGrip(const SoftBallGripOptions& options = {});

struct SoftGripperOptions {
  double youngs_modulus = 1e5;  ///< [Pa]
  double friction = 0.8;
  int cells = 67;  ///< Along a finger: 4896 nodes, 18090 tetrahedra in all.
};

/// The other way around: three fingers of silicone, whose backs are held by
/// carriages of the same gripper, take a rigid peg from the ground, upright and
/// free, lift it by 50 mm and turn it by half a radian.
SceneInstance MakeSoftGripper(const SoftGripperOptions& options = {});

}  // namespace tactus::examples
