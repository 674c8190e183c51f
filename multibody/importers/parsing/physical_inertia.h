#pragma once

#include <string>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody {

/// The inertia, if some body can have it; else, with `fix`, the nearest that
/// one can (nearest_physical_inertia.h), which the report tells. Without mass
/// there is no rotational inertia.
/// @throws ModelFileError about `element`, with the principal moments, without
/// `fix` or where no inertia is near, as of a negative mass.
SpatialInertia MakePhysical(const SpatialInertia& inertia,
                            const XmlElement& element, const std::string& link,
                            bool fix, ImportReport* report);

}  // namespace tactus::multibody
