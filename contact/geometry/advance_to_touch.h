#pragma once

#include <algorithm>

namespace tactus::contact {

/// Looks at two surfaces that move for a time h where they touch, or at the
/// end.
///
/// @param look   look(t): keeps what is found at the time t, and returns how
/// deep
///   it is [m]; it has looked at 0, and found `depth`.
/// @param speed  depths change no faster [m/s].
/// @param skins  the thickness of what touches [m].
///
/// The last look is at h, or at the last of some times at which the depth is
/// not above
///
///     limit = max(depth, 0) + skins / 10 ,
///
/// found by conservative advancement [Mirtich96] and bisection. What hardly
/// moves, by a thousandth of the skins, is not looked at again.
template <class Look>
void AdvanceToTouch(double h, double speed, double skins, double depth,
                    const Look& look) {
  constexpr double kTouch = 0.1, kStill = 1e-3;
  constexpr int kMaxAdvances = 32, kBisections = 6;
  if (!(h * speed > kStill * skins)) return;
  const double limit = std::max(depth, 0.0) + kTouch * skins;
  const double least = std::max(kTouch * skins / 4, h * speed / kMaxAdvances);
  double t = 0;
  while (t < h) {
    double before = t;
    t = std::min(h, t + std::max(limit - depth, least) / speed);
    depth = look(t);
    if (!(depth > limit)) continue;
    double after = t;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (before + after) / 2;
      (look(middle) > limit ? after : before) = middle;
    }
    look(before);
    return;
  }
}

}  // namespace tactus::contact
