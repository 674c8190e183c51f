#pragma once

#include <map>
#include <string>
#include <vector>

#include "tactus/common/color.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/visual.h"

namespace tactus::multibody::urdf {

/// The colours of the materials that a file defines, wherever it does.
std::map<std::string, Color> ReadMaterials(const XmlElement& root);

/// What is seen of a link.
struct LinkLooks {
  std::vector<Visual> visuals{};  ///< But for the body.
  /// False where a <visual> is left out: what collides must stand in for it.
  bool complete = true;
};

/// Reads the <visual>s of a <link>: the shapes of <collision>, and meshes as
/// they are. Looks are no reason to refuse a model: what cannot be drawn is
/// reported and left out.
LinkLooks ReadVisuals(const XmlElement& link,
                      const std::map<std::string, Color>& materials,
                      const ResourceLocator& locator, ImportReport* report);

}  // namespace tactus::multibody::urdf
