#include "tactus/multibody/limit_projection.h"

#include <algorithm>

namespace tactus::multibody {

std::vector<LimitProjection> ProjectToLimits(const Model& model, VectorXd* q) {
  std::vector<LimitProjection> moved;
  const auto joints = model.joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j].nq() != 1) continue;
    double& position = (*q)[joints[j].q_start];
    const double inside =
        std::clamp(position, joints[j].lower, joints[j].upper);
    if (inside == position) continue;
    moved.push_back(
        {.joint = static_cast<int>(j), .from = position, .to = inside});
    position = inside;
  }
  return moved;
}

}  // namespace tactus::multibody
