#pragma once

#include "tactus/examples/scenes/scene.h"

namespace tactus::examples {

/// Of `franka`: a Panda that carries a box from one place to another, under
/// inverse dynamics.
struct FrankaOptions {
  double gain = 1000;         ///< K = kp [1/s^2] = kd [1/s], as in Figure 12.
  bool effort_limits = true;  ///< False: the motors have none.
  /// By patches: the pads of the fingers yield, and the ground.
  ContactKind contact = ContactKind::kPoint;
};

/// The cracker box of the YCB set [m]; it weighs 411 g.
inline const Vector3d kFrankaBox(0.16, 0.06, 0.21);
/// Where it is taken and put, as angles about the robot's base [rad].
constexpr double kFrankaPick = -0.5, kFrankaPlace = 0.5;
/// The middle of the box that stands on the ground there.
Vector3d CalcFrankaBoxCenter(double angle);

SceneInstance MakeFranka(const FrankaOptions& options);

}  // namespace tactus::examples
