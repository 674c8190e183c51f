#pragma once

#include <filesystem>
#include <optional>

#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// Replaces a <flexcomp> of dim 1 or 2 by the points and edges that it stands
/// for; N is its name, n the number of points:
///
///   bodies   N_<i> at each point, of mass / n, on three slides; those that
///            are pinned are fixed to the body around
///   geoms    a sphere of `radius` at each point, where MuJoCo has capsules
///            along the edges, or triangles
///   tendons  N_edge<i>, straight, of fixed length (<edge equality="true"/>),
///            or springs at rest in the file's shape (`stiffness`, `damping`)
///
/// Neighbours do not touch, nor do any two where `selfcollide` is "none". A
/// sheet's (dim 2) edges are those of its triangles; the grid's cells are cut
/// from their first corner to their last. A Young's modulus or plugin beside
/// them is reported.
///
/// @param main_directory  that of the file, where those of type mesh look.
/// @returns nothing for other dims and types than ReadNet() has, rigid ones,
/// and those whose edges neither hold nor pull.
/// @throws ModelFileError for values that make no sense, and for files that
/// cannot be read.
std::optional<CompositeElements> ExpandFlexNet(
    const XmlElement& element, const CompilerSettings& compiler,
    const std::filesystem::path& main_directory, ImportReport* report);

/// The <frame> of a <flexcomp>, by whichever attributes give its pose.
XmlElement MakeFlexFrame(const XmlElement& element);

/// A <geom> without mass that looks and touches as the <flexcomp> does that
/// `names` are of; its shape is left to the caller.
XmlElement MakeFlexGeom(const Composite& names);

}  // namespace tactus::multibody::mjcf
