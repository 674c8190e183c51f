#pragma once

#include <array>
#include <string>
#include <tuple>

#include "tactus/recording/recording.h"

/// What visuals are told apart by that share their vertices and colours.
namespace tactus::recording {

/// A shape as something to compare: its kind, then its sizes. A mesh is the
/// object that visuals share.
using ShapeKey = std::tuple<std::size_t, std::array<double, 3>, const void*>;
ShapeKey MakeKey(const Visual& visual);

using ColorKey = std::array<double, 4>;
ColorKey MakeKey(const Color& color);

/// "box", "convex_mesh", ...
std::string ShapeName(const Visual& visual);

}  // namespace tactus::recording
