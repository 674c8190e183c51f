#pragma once

#include <string_view>
#include <vector>

namespace tactus::multibody {

/// One channel of a picture.
struct PngImage {
  int width{}, height{};
  /// Row by row from the top, each from the left; 0 (black) to 1.
  std::vector<double> values{};
};

/// The grey values of a PNG file of any depth, or the red ones of its colours
/// or palette; transparency and gamma are ignored. libpng reads it.
/// @throws std::invalid_argument for bytes that are no PNG file or a damaged
/// one, and for pictures of more than 2^24 pixels.
PngImage DecodePng(std::string_view bytes);

}  // namespace tactus::multibody
