#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tactus/apps/models/neutral_scene.h"

namespace tactus::apps {

/// How MuJoCo is to take the contact of a neutral scene, which has no time
/// constants and impedances.
enum class MujocoContact {
  kDefault,  ///< As MuJoCo's defaults: solref 0.02 1, solimp 0.9 0.95 0.001.
  /// Near the scene's stiffness. In MuJoCo a contact with constant impedance d
  /// and solref (-k, -b) leads to the acceleration
  ///
  ///     a1 = (1 - d) a0 + k x - b v,
  ///
  /// a0: without contact, x: overlap ("Computation" in its documentation), so
  /// that a mass m swings as on a spring of stiffness K = m k, and rests (1 -
  /// d) times as deep as on that. Each body has therefore
  ///
  ///     k = K / m,   b = 2 sqrt(k) (critical),
  ///
  /// or b = 0 where the scene's dissipation is zero; solimp is d, constant, and
  /// the cone elliptic: the pyramidal one is several times stiffer.
  kMatched,
};

struct NeutralMjcf {
  std::string text;
  nlohmann::ordered_json settings;  ///< What was set about contact.
};

/// A neutral scene as an MJCF model that MuJoCo 2.2 reads. Each body has a free
/// joint and its own name; start velocities are the caller's to set. Sliding
/// friction is the dynamic one; there is no stiction velocity.
NeutralMjcf MakeNeutralMjcf(const NeutralScene& scene, MujocoContact contact);

}  // namespace tactus::apps
