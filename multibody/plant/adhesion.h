#pragma once

namespace tactus::multibody {

/// The pull f of an actuator whose body adheres is shared alike by the body's n
/// points of contact: f / n along the normal, which points from A into B, on A
/// and the opposite on B.
///
/// Points this far apart still adhere [m]: methods that hold bodies apart leave
/// gaps where they touch.
inline constexpr double kAdhesionReach = 1e-5;

}  // namespace tactus::multibody
