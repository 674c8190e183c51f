#pragma once

#include <optional>

#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// Replaces a <flexcomp> of dim 1 by the points and edges that it stands for; N
/// is its name, n the number of points:
///
///   bodies   N_<i> at each point, of mass / n, on three slides; those that
///            are pinned are fixed to the body around
///   geoms    a sphere of `radius` at each point, where MuJoCo has capsules
///            along the edges
///   tendons  N_edge<i>, straight, of fixed length (<edge equality="true"/>),
///            or springs at rest in the file's shape (`stiffness`, `damping`)
///
/// Neighbours do not touch, nor do any two where `selfcollide` is "none".
///
/// @returns nothing for other dims and types than grid, circle and direct,
/// rigid ones, and those whose edges neither hold nor pull.
/// @throws ModelFileError for values that make no sense.
std::optional<CompositeElements> ExpandFlexChain(const XmlElement& element);

}  // namespace tactus::multibody::mjcf
