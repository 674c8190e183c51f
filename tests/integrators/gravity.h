#pragma once

namespace tactus::integrators::test {

inline constexpr double kGravity = 9.81;  ///< [m/s^2]

}  // namespace tactus::integrators::test
