#pragma once

#include "tactus/common/types.h"
#include "tactus/contact/geometry/compliance.h"

namespace tactus::contact {

/// How a surface answers to touch. SI units.
struct Material {
  /// How the friction of two surfaces is combined.
  enum class FrictionRule {
    kHarmonicMean,  ///< mu = 2 mu_a mu_b / (mu_a + mu_b)
    kMaximum,       ///< mu = max(mu_a, mu_b), MuJoCo's rule
  };

  double stiffness = 1e6;           ///< k [N/m]; infinity is legal on one side.
  double dissipation = 50;          ///< d [s/m], Hunt and Crossley.
  double static_friction = 0.5;     ///< mu_s
  double dynamic_friction = 0.5;    ///< mu_d <= mu_s
  double stiction_velocity = 1e-4;  ///< v_s [m/s]
  /// Moment per unit of normal force against spinning about the normal, and
  /// against rolling about a tangent [m]. ComFree, COND, PGS and APGD have
  /// a law for them.
  double torsional_friction = 0.005, rolling_friction = 0.0001;
  /// Which of the frictions act, as MuJoCo counts: 1 none, 3 sliding,
  /// 4 torsional too, 6 rolling too. The larger of two surfaces' holds.
  int condim = 3;

  /// Whether it touches at points or by a pressure field. Of GeometryPair it
  /// does not count: that of the geometry does.
  Compliance compliance = {};

  FrictionRule friction_rule = FrictionRule::kHarmonicMean;
  /// The surface with the higher priority decides friction and condim alone.
  int priority = 0;

  /// Dynamic friction across the surface's grain over that along it. The grain
  /// is a direction in the geometry's frame, of which the part along the
  /// surface counts; where there is none, friction is the same all around.
  double cross_friction_ratio = 1;
  Vector3d grain_G = Vector3d::UnitX();

  /// Newton's coefficient of restitution e, from 0 to 1: at an impact the
  /// normal velocity u- turns into -e u-. COND, PGS and APGD have a law for it;
  /// methods with compliant contact lose by dissipation instead.
  double restitution = 0;
};

/// What two surfaces make together; the cenic specification's material pairs:
///
///     k = ka kb / (ka + kb),   d = (kb da + ka db) / (ka + kb)
///
/// with both limits for an infinite stiffness on one side. The larger stiction
/// velocity of the two holds. Friction: kMaximum when either side asks for it;
/// coefficients that condim leaves out are zero. With a grain on both sides
/// that one counts whose ratio is further from one; A's of equal ones. The
/// larger restitution holds.
struct PairMaterial {
  double stiffness{}, dissipation{};
  double static_friction{}, dynamic_friction{}, stiction_velocity{};
  double torsional_friction{}, rolling_friction{};
  int condim = 3;
  /// Share of the overlap that A's surface yields, kb / (ka + kb): the surfaces
  /// meet at (ka pa + kb pb) / (ka + kb) = (1 - weight_a) pa + weight_a pb.
  double weight_a{};
  double cross_friction_ratio = 1;
  Vector3d grain_G = Vector3d::UnitX();
  bool grain_is_of_a = true;  ///< And in the frame of A's geometry.
  double restitution{};
};

/// @throws std::invalid_argument if both stiffnesses are infinite, one is
/// negative or not a number, or a restitution is not from 0 to 1.
PairMaterial Combine(const Material& a, const Material& b);

}  // namespace tactus::contact
