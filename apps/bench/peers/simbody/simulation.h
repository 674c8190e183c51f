#pragma once

#include <optional>

#include "tactus/apps/bench/peers/peer_program.h"
#include "tactus/apps/bench/peers/peer_report.h"
#include "tactus/apps/models/neutral_scene.h"

namespace tactus::apps::simbody {

enum class Method { kRungeKuttaMerson, kCPodes };

struct SimulationOptions : PeerOptions {
  double accuracy = 1e-3;  ///< Simbody's, relative.
  Method method = Method::kRungeKuttaMerson;
  /// The scene's if not given [m/s].
  std::optional<double> transition_velocity = {};
};

/// Simulates spheres among half-spaces by Simbody's compliant contact
/// subsystem, whose law for two surfaces is Hertz's with Hunt and Crossley's
/// dissipation,
///
///     f = 4/3 sqrt(R) E x^(3/2) (1 + 3/2 c dx/dt).
///
/// c = 2/3 d, d: the scene's dissipation. E is chosen so that a sphere of the
/// mean weight and radius rests on a half-space as deep as on the scene's
/// linear spring, at x = m g / k.
///
/// A static box is said as the half-space behind the one face of it that has
/// all bodies before it at the start; a run in which a sphere touches that
/// half-space beyond the face fails.
///
/// @throws std::invalid_argument for bodies that are no spheres, static shapes
/// that are neither half-spaces nor such boxes, and options that cannot be
/// used.
PeerReport Simulate(const NeutralScene& scene,
                    const SimulationOptions& options);

}  // namespace tactus::apps::simbody
