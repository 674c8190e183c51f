#pragma once

#include "tactus/examples/comfree_physics/trial.h"

/// Simple motions, measured: what closed_forms.h predicts for ComFree, and what
/// any other method does. Solids have 1000 kg/m^3.
namespace tactus::examples {

/// A box on flat ground whose gravity leans, which is a slope seen by one who
/// stands on it.
struct BoxOnGround {
  Vector3d half_extents = Vector3d::Constant(0.05);  ///< [m]
  double mu = 1;
  /// Along the ground and into it [N/kg].
  double along{}, against = 9.81;
  double h = 0.002;  ///< [s]
};

/// On a slope of `degrees`.
BoxOnGround MakeBoxOnSlope(double degrees);
/// A cube of 1 kg that a force [N] presses against a wall, while gravity pulls
/// it along.
BoxOnGround MakeBoxOnWall(double force);

/// What a box does that has settled for a second, and is given a speed then.
struct BoxMotion {
  double creep{};        ///< Mean speed along the ground, last second [m/s].
  double penetration{};  ///< Of the box's centre, at the end [m].
  double distance{};     ///< Along the ground, since then [m].
};
/// After eight seconds more. @param speed  along the ground [m/s]
BoxMotion MeasureBox(const BoxOnGround& box, const Method& method,
                     double speed = 0);

/// The sinking of a horizontal capsule of 0.4 kg that two plates of 4 kg, which
/// slide to and fro, pinch with 20 N each at mu = 1; mean of the last second of
/// eight [m/s].
double MeasurePinchedCreep(const Method& method, double h);

/// Steady sliding.
struct Slip {
  double friction_ratio{};  ///< Friction over normal force.
  double distance{};        ///< phi at the contact [m].
};
/// A body on two feet, one contact each, which cannot turn but moves freely
/// otherwise, over two belts that run at `speed` [m/s] against each other: it
/// stays in place, and the slip is what the belts say.
Slip MeasureSlip(const Method& method, double mu, double speed, double h);

}  // namespace tactus::examples
