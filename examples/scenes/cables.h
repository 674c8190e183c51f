#pragma once

#include "tactus/examples/scenes/scene.h"

namespace tactus::examples {

constexpr double kDrumRadius = 0.02, kCableRadius = 2e-3;  ///< [m]

/// Of the cable in the paper of COND [Lee22], 0.4 m long.
struct CableOptions {
  int num_links = 160;
  double youngs_modulus = 2.954e6;  ///< [Pa]
  double friction = 1.3;
};

/// It falls across a drum, with one side three times as long as the other: by
/// Euler's rope, the ratio e^(pi mu) holds.
SceneInstance MakeCableDrop(const CableOptions& options = {});

/// One end is fixed to the drum, a crank winds the other around it.
SceneInstance MakeCableWinding(const CableOptions& options = {});

}  // namespace tactus::examples
