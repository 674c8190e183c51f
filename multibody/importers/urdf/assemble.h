#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/urdf/joints.h"
#include "tactus/multibody/importers/urdf/links.h"
#include "tactus/multibody/importers/urdf/loop_joints.h"
#include "tactus/multibody/importers/urdf/transmissions.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::urdf {

/// What is read of a file.
struct Contents {
  std::vector<LinkSpec> links{};
  std::vector<JointSpec> joints{};
  std::vector<MotorSpec> motors{};
  std::vector<LoopSpec> loops{};
  std::set<std::pair<std::string, std::string>> filtered_links{};
};

/// How roots are held; see UrdfOptions.
enum class RootRule { kFloat, kWeld };

/// Checks that links and joints form a forest, and adds all to the builder:
/// links as bodies, in the order of the file, but for the link "world", which
/// is body 0; the geometry; motors as actuators; <mimic> as couplers.
/// @throws ModelFileError for a name used twice, an unknown link, a link with
/// two parents, and a loop. `builder` is then not to be used.
void AddToBuilder(const Contents& contents, RootRule root_rule,
                  ImportReport* report, ModelBuilder* builder);

}  // namespace tactus::multibody::urdf
