#pragma once

#include <array>
#include <string_view>

#include "tactus/examples/scenes/scene.h"

namespace tactus::examples {

/// What is dumped from the bin.
inline constexpr std::array<std::string_view, 3> kDishes = {"plate", "mug",
                                                            "spatula"};

/// Dumped and at rest, a dish belongs within these bounds of the world [m]: the
/// rack's outline, over the table.
struct DishRackBounds {
  Vector3d lower, upper;
};
DishRackBounds CalcDishRackBounds();

/// The dish rack of [Kurtz25], Figure 1 and Table I: a Panda under a PD
/// controller of high gains drops what is in a bin with thin walls onto a rack
/// of wires. A mug, a plate and a spatula fall into the bin; the robot swings
/// it over the rack, rolls it over, and swings back.
///
/// By patches, all that touches has a modulus of 1e8 Pa, but the table is
/// rigid; at points, pairs have 1e6 N/m, and parts can pass through each
/// other at 1e-3, too.
SceneInstance MakeDishRack(ContactKind kind);

}  // namespace tactus::examples
