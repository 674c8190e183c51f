#include "tactus/multibody/limit_projection.h"

#include <algorithm>
#include <cmath>

namespace tactus::multibody {

namespace {

// The quaternion of a ball joint, turned back to the largest angle about the
// same axis; quaternions keep their length.
void TurnBack(const Joint& joint, int index, double tolerance, VectorXd* q,
              std::vector<LimitProjection>* moved) {
  auto turn = q->segment<4>(joint.q_start);
  const double length = turn.norm(), sign = turn[0] < 0 ? -1 : 1;
  const Vector3d u = sign * turn.tail<3>();
  const double angle = 2 * std::atan2(u.norm(), sign * turn[0]);
  if (angle <= joint.max_angle + tolerance) return;
  moved->push_back({.joint = index, .from = angle, .to = joint.max_angle});
  turn[0] = length * std::cos(joint.max_angle / 2);
  turn.tail<3>() = length * std::sin(joint.max_angle / 2) * u.normalized();
}

}  // namespace

std::vector<LimitProjection> ProjectToLimits(const Model& model, VectorXd* q,
                                             double tolerance) {
  std::vector<LimitProjection> moved;
  const auto joints = model.joints();
  for (int j = 0; j < std::ssize(joints); ++j) {
    const Joint& joint = joints[j];
    const auto clamp = [&](int offset, double lower, double upper) {
      double& position = (*q)[joint.q_start + offset];
      const double inside = std::clamp(position, lower, upper);
      if (std::abs(inside - position) <= tolerance) return;
      moved.push_back({.joint = j, .from = position, .to = inside});
      position = inside;
    };
    if (joint.nq() == 1) clamp(0, joint.lower, joint.upper);
    if (joint.type == JointType::kBall)
      TurnBack(joint, j, tolerance, q, &moved);
    if (joint.nq() != 2 && joint.nq() != 3) continue;
    for (int i = 0; i < joint.nq(); ++i)
      clamp(i, joint.lower_each[i], joint.upper_each[i]);
  }
  return moved;
}

}  // namespace tactus::multibody
