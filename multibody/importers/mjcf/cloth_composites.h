#pragma once

#include "tactus/multibody/importers/mjcf/composite_parts.h"

namespace tactus::multibody::mjcf {

/// The elements of a <composite type="cloth">: the body around it, of name
/// pB<i>_<j> with the prefix p, is one of them, others are in it along y; those
/// beside it along x are in it, too, each with its own row along y in it. An
/// element is a spacing s from the one that it is in, and turns about that
/// one's centre on hinges in the cloth across the way to it (pJ0_<i>_<j>) and
/// about z (pJ1_<i>_<j>), and, on request, about the way to it (pJT<i>_<j>) and
/// a slide along it (pJS<i>_<j>), which are tied to their references.
/// Neighbours along x that are not in each other are tied by tendons of fixed
/// length, pT<i>_<j> from (i, j) to (i + 1, j) between sites pS<i>_<j>, and
/// where there is a tendon of kind "shear" all of (i, j) and (i + 1, j + 1), by
/// pTS<i>_<j>. The geom pG<i>_<j> has its z along x where i + j is even, along
/// -y elsewhere.
///
/// A positive flatinertia f makes an element's inertia that of a box of half
/// sides s / 2, s / 2 and f s / 2 of the geom's mass. Ties hold near-rigidly
/// here.
///
/// @param place  where it stands.
/// @throws ModelFileError for counts that are not two, a body around it that is
/// none of its elements, and what ReadPartGeom() says.
CompositeElements MakeCloth(const Composite& composite,
                            const CompositePlace& place);

}  // namespace tactus::multibody::mjcf
