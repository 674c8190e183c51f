#include "tactus/multibody/importers/mjcf/spring_dampers.h"

#include <algorithm>
#include <cmath>

#include "tactus/multibody/importers/mjcf/assemble_bodies.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
bool HasSpringDampers(const BodyTree& tree) {
  return std::ranges::any_of(tree.joints, &JointSpec::has_spring_damper);
}

void ApplySpringDampers(BodyTree* tree) {
  const std::vector<double> inertias = CalcFreeJointInertias(*tree);
  for (std::size_t j = 0; j < tree->joints.size(); ++j) {
    JointSpec& joint = tree->joints[j];
    if (!joint.has_spring_damper()) continue;
    const double time = joint.spring_damper[0], ratio = joint.spring_damper[1];
    joint.stiffness = inertias[j] / std::pow(time * ratio, 2);
    joint.damping = 2 * inertias[j] / time;
    Check(std::isfinite(joint.stiffness) && std::isfinite(joint.damping),
          *joint.source, "attribute 'springdamper' is too small");
  }
}

}  // namespace tactus::multibody::mjcf
