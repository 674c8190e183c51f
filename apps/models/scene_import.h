#pragma once

#include "tactus/apps/models/neutral_scene.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {

/// Adds a scene's shapes and bodies to a model. Surfaces are springs in series:
/// each is twice as stiff as their pairs.
void AddNeutralScene(const NeutralScene& scene,
                     multibody::ModelBuilder* builder);

/// The velocities that its bodies start with, as those of a model that holds
/// the scene alone.
VectorXd CalcStartVelocities(const NeutralScene& scene,
                             const multibody::Model& model);

/// Reports what the scene says to programs that measure, "settle" and "dt",
/// which does not act on a run. It is no physics, so a strict run takes it.
multibody::ImportReport ReportForOthers(const NeutralScene& scene,
                                        const std::filesystem::path& file);

}  // namespace tactus::apps
