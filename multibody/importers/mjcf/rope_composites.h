#pragma once

#include "tactus/multibody/importers/mjcf/composite_parts.h"

namespace tactus::multibody::mjcf {

/// The elements of a rope or loop in the body around it, see composites.h. From
/// element to element of a loop of n stands X = (turn a, R (cos a/2, sin a/2)),
/// a = 2 pi / n, R = s cos a/2, so that their hinges, half a spacing s from
/// both, meet: the corners of a regular polygon of side s.
/// @throws ModelFileError if that is not an element of it by name, or the
/// composite has not one dimension, or no spacing.
CompositeElements MakeRope(const Composite& composite,
                           const CompositePlace& place);

}  // namespace tactus::multibody::mjcf
