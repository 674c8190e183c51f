#pragma once

#include <cmath>

namespace tactus::recording {

/// glTF's colours are linear; pictures' are not [IEC 61966-2-1].
inline double LinearFromSrgb(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

}  // namespace tactus::recording
