#pragma once

#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/sdf/scene.h"
#include "tactus/multibody/visual.h"

namespace tactus::multibody::sdformat {

/// What is seen of a link.
struct LinkLooks {
  std::vector<Visual> visuals{};  ///< But for the body.
  /// False where a <visual> is left out: what collides must stand in for it.
  bool complete = true;
};

/// Reads <visual>s: the shapes of <collision>, and meshes as they are; the
/// diffuse colour of <material>, or that of Gazebo's plain scripts
/// (Gazebo/Red), and <transparency>. Looks are no reason to refuse a model:
/// what cannot be drawn, such as a pose relative to another frame, is reported
/// and left out.
LinkLooks ReadVisuals(const LinkSpec& link, const ResourceLocator& locator,
                      ImportReport* report);

}  // namespace tactus::multibody::sdformat
