#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/sdf/collisions.h"
#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/importers/sdf/scene.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::sdformat {

/// Adds what a scene holds, by the rules of load_sdf.h.
/// @throws ModelFileError for inertias that no body can have (unless they are
/// to be fixed) and joints of types that are not supported, or not to close a
/// loop (sdf/loops.h).
/// @param collisions  null: without shapes.
void AddToBuilder(const Scene& scene, const SdfOptions& options,
                  Collisions* collisions, ImportReport* report,
                  ModelBuilder* builder);

}  // namespace tactus::multibody::sdformat
