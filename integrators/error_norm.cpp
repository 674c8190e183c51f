#include "tactus/integrators/error_norm.h"

#include <cmath>

#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;

// Which of a joint's velocities are lengths per second: [first, last).
std::pair<int, int> LengthRange(JointType type) {
  switch (type) {
    case JointType::kPrismatic:
      return {0, 1};
    case JointType::kPlanar:
      return {0, 2};
    case JointType::kFloating:
      return {3, 6};
    case JointType::kWeld:
    case JointType::kRevolute:
    case JointType::kBall:
    case JointType::kUniversal:
      break;
  }
  return {0, 0};
}

}  // namespace

PositionError CalcPositionError(const multibody::Model& model,
                                const VectorRef& q_a, const VectorRef& q_b,
                                double length_scale, VectorXd* scratch) {
  multibody::CalcPositionDifference(model, q_a, q_b, scratch);
  PositionError worst;
  const auto joints = model.joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto [first, last] = LengthRange(joints[j].type);
    for (int i = 0; i < joints[j].nv(); ++i) {
      const double e = std::abs((*scratch)[joints[j].v_start + i]);
      const double scaled = i >= first && i < last ? e / length_scale : e;
      if (scaled > worst.error)
        worst = {.error = scaled, .joint = static_cast<int>(j)};
    }
  }
  return worst;
}

}  // namespace tactus::integrators
