#pragma once

namespace tactus {

/// sRGB and opacity, each in [0, 1].
struct Color {
  double red = 0.6, green = 0.6, blue = 0.6, alpha = 1;
  bool operator==(const Color&) const = default;
};

}  // namespace tactus
