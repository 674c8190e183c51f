#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/transmission.h"

namespace tactus::multibody {

/// A length that is linear in scalar joints, of one tree or of several, or that
/// of a path through space, or the sum of both,
///
///     L = offset + sum_i coefficient_i q_i + |path|,   Ldot = J(q) v,
///
/// and what acts along it. A force f along L is the generalized force J' f,
/// which is coefficient_i f on joint i; tendon_path.h has J of a path. Limits
/// are near-rigid (contact/icf/law.h); spring, damper and dry friction are
///
///     f = -stiffness (L - L*) - damping Ldot - dry_friction sign(Ldot),
///
/// with L* the length of [rest_lower, rest_upper] that is nearest to L: slack
/// in between. Lengths are in the unit of coefficient_i q_i, m if joints slide.
///
/// In place of all that, the length of a Transmission, for an actuator.
struct Tendon {
  struct Term {
    int joint{};
    double coefficient = 1;
  };

  /// What a path passes, in its order: straight from point to point, and
  /// between two points around a sphere or a cylinder where that is in the way.
  /// A pulley ends one branch of the path and starts the next, whose length
  /// counts 1 / divisor.
  struct Stop {
    enum class Kind { kPoint, kSphere, kCylinder, kPulley };
    Kind kind = Kind::kPoint;
    int body{};  ///< That it is fixed to; 0 is the world.
    /// The point is So, the centre is So; the axis of the cylinder, which is
    /// as long as it need be, is z of S.
    RigidTransform X_BS = RigidTransform::Identity();
    double radius{};  ///< Of a sphere or cylinder [m].
    /// A point of another body, or of this one, that says which way round the
    /// path goes; inside of the shape: the path stays inside. -1: none, the
    /// shorter way.
    int side_body = -1;
    Vector3d p_BSide = Vector3d::Zero();
    double divisor = 1;  ///< Of a pulley.
  };

  std::string name = {};
  std::vector<Term> terms = {};  ///< Each joint once.
  std::vector<Stop> path = {};
  double offset{};
  /// Stands alone: with it there are neither terms nor a path.
  std::optional<Transmission> transmission = {};

  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double rest_lower{}, rest_upper{};
  double stiffness{}, damping{}, dry_friction{};

  bool is_spatial() const { return !path.empty(); }
  /// Whether J changes with q.
  bool turns() const { return is_spatial() || transmission.has_value(); }
};

}  // namespace tactus::multibody
