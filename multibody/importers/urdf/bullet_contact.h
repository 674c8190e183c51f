#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/urdf/links.h"

namespace tactus::multibody::urdf {

/// What Bullet's <contact> of a link says of friction, as the attribute `value`
/// of lateral_friction, rolling_friction [m] and spinning_friction [m]: that of
/// the link's collisions, but for those with <drake:proximity_properties>.
/// (Bullet multiplies the frictions of two bodies.)
/// @param report  told that few methods have a law for the latter two.
/// @throws ModelFileError for a negative number.
void ApplyBulletContact(LinkSpec* link, ImportReport* report);

}  // namespace tactus::multibody::urdf
