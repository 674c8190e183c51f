#pragma once

#include <utility>
#include <vector>

#include "tactus/multibody/importers/mjcf/actuators.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/constraints.h"
#include "tactus/multibody/importers/mjcf/contact_pairs.h"
#include "tactus/multibody/importers/mjcf/couplers.h"
#include "tactus/multibody/importers/mjcf/height_fields.h"
#include "tactus/multibody/importers/mjcf/keyframes.h"
#include "tactus/multibody/importers/mjcf/looks.h"
#include "tactus/multibody/importers/mjcf/meshes.h"
#include "tactus/multibody/importers/mjcf/tendons.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::mjcf {

/// All of a model file, read.
struct Contents {
  Option option{};
  BodyTree tree{};
  std::vector<std::pair<int, int>> excluded_bodies{};
  std::vector<PairSpec> contact_pairs{};
  std::vector<TendonSpec> tendons{};
  std::vector<ActuatorSpec> actuators{};
  std::vector<CouplerSpec> couplers{};
  std::vector<ConstraintSpec> constraints{};
  std::vector<KeyframeSpec> keyframes{};
};

/// Adds the model to `builder`: bodies and joints as assemble_bodies.h says,
/// its gravity, what collides, what is seen (looks.h), tendons, actuators,
/// couplers, constraints and keyframes.
/// Shapes that only show where a body is are kept, unless they are meshes or
/// planes. Nameless geometry goes by its body and number, "body/geom0", a
/// nameless actuator by its joint or site.
/// @throws ModelFileError for a plane on a body that moves and for unusable
/// meshes; `builder` is then half changed.
void AddToBuilder(const Contents& contents, const Materials& materials,
                  HeightFields* height_fields, MeshAssets* meshes,
                  ImportReport* report, ModelBuilder* builder);

}  // namespace tactus::multibody::mjcf
