#pragma once

#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// Inertias that links have of their collisions, <inertial auto="true"/> of
/// SDFormat 1.11: the sum over the collisions of solids of
///
///     <density> of the collision, else of the <inertial>, else 1000 kg/m^3
///
/// and where the <inertial> has a <mass>, that sum scaled to it. Its <pose> and
/// <inertia> say nothing. A mesh is weighed as the surface that it is, and as
/// its hull where that is not closed. Planes and height maps weigh nothing.

/// The links below `element` that ask for it. libsdformat passes over what they
/// ask with, so this is of the files as they are.
std::vector<XmlElement> FindAutomaticLinks(const XmlElement& element);

/// Sets the inertias of these links in `scene`, where they are known by file,
/// line and name.
/// @param skip_missing  meshes whose file is missing weigh nothing.
/// @throws ModelFileError for a link without a collision that weighs something,
/// and a density or mass that is not positive.
void SetAutomaticInertias(const std::vector<XmlElement>& links,
                          const ResourceLocator& locator, bool skip_missing,
                          Scene* scene);

}  // namespace tactus::multibody::sdformat
