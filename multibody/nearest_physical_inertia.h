#pragma once

#include <string_view>

#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody {

/// The inertia that some body can have and that comes nearest to a given one:
///
///     min |I' - I|_F   over   I' = tr(S) 1 - S,   S = S' >= 0.
///
///   I   given rotational inertia about the centre of mass [kg m^2]
///   S   second moment of mass, ∫ r r' dm [kg m^2]: of a body, no eigenvalue is
///       negative, which for the principal moments of I' means that none
///       exceeds the sum of the other two
///
/// Both norm and constraint look at eigenvalues alone, so the principal axes
/// stay and the principal moments m move to the nearest point of a cone,
///
///     min |A s - m|²,  s >= 0,   A = 1 1' - 1,   m' = A s,
///
/// with s the eigenvalues of S: the best of the eight least-squares solutions
/// in which some of the s are zero. Mass and centre of mass stay. An inertia
/// that is not symmetric is replaced by its symmetric part first; a physical
/// one comes back as it is.
///
/// @throws std::invalid_argument, naming `owner`, for a negative mass and for
/// numbers that are not finite: no inertia is near those.
SpatialInertia FindNearestPhysicalInertia(const SpatialInertia& inertia,
                                          std::string_view owner);

/// False where RequirePhysical() would throw.
bool IsPhysical(const SpatialInertia& inertia);

}  // namespace tactus::multibody
