#pragma once

#include <filesystem>
#include <optional>

#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// Replaces a <flexcomp rigid="true">, or one whose points are all pinned, by
/// geoms of the body that it stands in, which it adds no mass to; r is its
/// radius:
///
///   dim 1  capsules of radius r along its edges, as MuJoCo has them
///   dim 2  a mesh of the sheet moved by r to both sides
///   dim 3  a mesh of its surface moved out by r
///
/// Points move along the mean normal of the triangles around them, by angle.
/// Meshes collide as <geom type="mesh"> does.
///
/// @param main_directory  that of the file.
/// @returns nothing for others, and for other types and dims than ReadNet() and
/// ReadFlexMesh() have.
/// @throws ModelFileError for values that make no sense, and for files that
/// cannot be read.
std::optional<CompositeElements> ExpandRigidFlex(
    const XmlElement& element, const CompilerSettings& compiler,
    const std::filesystem::path& main_directory, ImportReport* report);

}  // namespace tactus::multibody::mjcf
