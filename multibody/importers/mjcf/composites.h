#pragma once

#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// Replaces a <composite> by the bodies, geoms, joints, sites, tendons and ties
/// that it stands for, named as in MuJoCo 2.2 but for particles, which have no
/// names there; p is the prefix, s the spacing, n the count:
///
///   type      elements
///   particle  bodies pB<i>_<j>_<k> at offset + s (i - n/2), on three slides or
///             on its joints of kind "particle"; no friction unless said
///   grid      bodies pB<i>_<j> likewise, on slides pJ<axis>_<i>_<j> unless
///             pinned, with sites pS<i>_<j> and tendons of fixed length between
///             neighbours: pT0_<i>_<j> along x, pT1_<i>_<j> along y, and
///             pTS<i>_<j> across where there is a tendon of kind "shear"
///   rope      the body around it, of name pB<i>, and others along x to both
///             sides of it, each on hinges about y (pJ0_<i>) and z (pJ1_<i>),
///             and, on request, about x (pJT<i>) and a slide along x (pJS<i>),
///             which are tied to their references
///   loop      the same around a polygon in x y, its ends tied
///   cable     see cable_composites.h
///   cloth     see cloth_composites.h
///   box, cylinder, ellipsoid   see shell_composites.h
///
/// As in MuJoCo, defaults do not concern them, and a grid's or a particle's
/// elements begin half a spacing off the middle. Ties hold near-rigidly here,
/// but for those of a box, cylinder or ellipsoid, which are springs.
///
/// @param place  where it stands.
/// @param root  of the file, for instances of plugins and its options.
/// @throws ModelFileError for what no composite can be.
CompositeElements ExpandComposite(const XmlElement& element,
                                  const CompositePlace& place,
                                  const XmlElement& root, ImportReport* report);

}  // namespace tactus::multibody::mjcf
