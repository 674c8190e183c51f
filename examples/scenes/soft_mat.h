#pragma once

#include "tactus/examples/scenes/scene.h"

namespace tactus::examples {

/// Of `soft_mat`, Table II of [Lee22].
struct SoftMatOptions {
  double youngs_modulus = 1e5;  ///< [Pa]
  double friction = 0.8;        ///< Of the mat and the table.
  int cells = 33;               ///< Along the mat: 1496 nodes, 4158 tetrahedra.
};

/// The mat, on a table that it overhangs towards the robot [m].
inline const Vector3d kMatSize(0.33, 0.21, 0.006);
constexpr double kMatTableTop = 0.45, kMatStart = 0.45, kMatSkin = 1e-3;
/// Where it is folded, away from the robot's axis [m].
constexpr double kMatCrease = 0.56;

/// A Panda under inverse dynamics takes the near edge of an elastic mat between
/// its fingers, carries it over the mat along an arc about the crease, opens
/// them and withdraws upwards, as far as it reaches. The fold is a spring: it
/// unfolds after the inner finger, presses on it from below and does not come
/// off it on that way.
SceneInstance MakeSoftMat(const SoftMatOptions& options = {});

}  // namespace tactus::examples
