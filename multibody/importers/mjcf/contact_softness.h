#pragma once

#include <array>
#include <string_view>

#include "tactus/contact/geometry/material.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"

namespace tactus::multibody::mjcf {

/// From MuJoCo's soft contact to stiffness [N/m] and dissipation [s/m].
///
/// MuJoCo has no contact stiffness in N/m. Its contact asks for the
/// acceleration
///
///     a* = -b rdot - K d(r) r,    K = 1 / (dmax tc z)^2,
///
/// of the depth r, with solref = (tc, z), and gives in to the load in the share
/// 1 - d(r), with the impedance d(r) of solimp = (d0, dmax, width, midpoint,
/// power), rising from d0 at r = 0 to dmax at r = width. (solref = (-k, -c),
/// both negative, means K = k / dmax^2 and z = c / (2 sqrt(k)).) A mass m that
/// rests on one contact under gravity g therefore sinks to the depth r* at
/// which
///
///     K d(r*)^2 / (1 - d(r*)) r* = g.
///
/// The rule: Tactus's contact lets it sink as deep, and vibrations about r*
/// have the damping ratio z of solref,
///
///     k = m g / r*,    k r* d = 2 z sqrt(k m),  so  d_rest = 2 z / sqrt(g r*),
///
/// with g = 9.81 m/s^2 and m the mass of the geom's kinematic tree. Where z < 1
/// MuJoCo's contact throws back what hits it, at any speed v in the share
///
///     e = exp(-pi z / sqrt(1 - z^2)),
///
/// of that speed v. Hunt and Crossley's, f = k r (1 + d rdot), does so where
/// x = d v is the root of
///
///     x - ln(1 + x) = -e x - ln(1 - e x),
///
/// which its first integral of motion says: d_bounce, at v = 2 m/s, a fall of
/// 20 cm. The dissipation d_HC is the lesser of both.
///
/// Two trees in contact make k_a k_b / (k_a + k_b), as MuJoCo's reduced mass
/// does. What does not move has infinite stiffness, and its solref acts on
/// pairs with what moves (AddStaticPairs()). As in MuJoCo, tc is not below two
/// of the model's time steps, unless the flag refsafe is off. Between two that
/// move, solmix and the part of priority that concerns solref have no
/// counterpart.
struct ContactSoftness {
  double stiffness_per_mass{};  ///< k / m [1/s^2]
  double dissipation{};         ///< d_HC [s/m]
};

/// K [1/s^2] and z of a solref and its solimp.
struct ReferenceSpring {
  double rate{}, damping_ratio{};
};

/// @param attribute  of `element`: what solref is called there.
/// @throws ModelFileError for a solref with mixed signs, or zeros where a rate
/// is needed.
ReferenceSpring MakeReferenceSpring(const std::array<double, 2>& solref,
                                    const std::array<double, 5>& solimp,
                                    const Option& option,
                                    const XmlElement& element,
                                    std::string_view attribute);

/// d(r), with MuJoCo's bounds 1e-4 <= d <= 0.9999.
double CalcImpedance(const std::array<double, 5>& solimp, double depth);

/// @throws ModelFileError, about `geom`, for a solref with mixed signs or zeros
/// where a rate is needed.
ContactSoftness CalcContactSoftness(const GeomSpec& geom, const Option& option);

/// The geom's material: softness as above; friction mu_s = mu_d = friction[0],
/// torsional and rolling friction and condim as they are, combined by maximum
/// and priority.
/// @param geom  its body, softness, friction, condim and priority count.
contact::Material MakeMaterial(const GeomSpec& geom,
                               const std::vector<double>& mass_of_tree,
                               const std::vector<int>& root_of_body,
                               const Option& option);

}  // namespace tactus::multibody::mjcf
