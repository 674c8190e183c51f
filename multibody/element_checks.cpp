#include "tactus/multibody/element_checks.h"

#include <cmath>

#include <spdlog/fmt/fmt.h>

namespace tactus::multibody {
namespace {

bool IsRigidTransform(const RigidTransform& X) {
  const Matrix3d R = X.linear();
  return X.matrix().allFinite() && R.determinant() > 0 &&
         (R.transpose() * R).isApprox(Matrix3d::Identity(), 1e-9);
}

}  // namespace

void RequireBodyIndex(int index, std::span<const Body> bodies,
                      std::string_view owner) {
  Require(index >= 0 && index < std::ssize(bodies),
          fmt::format("{} refers to body number {}; there are {}", owner, index,
                      bodies.size()));
}

void RequireRigid(const RigidTransform& X, std::string_view owner) {
  Require(IsRigidTransform(X),
          fmt::format("{} is not a rigid transform (a finite translation and a "
                      "rotation matrix)",
                      owner));
}

void RequireOrdered(double lower, double upper, const std::string& owner) {
  Require(lower <= upper, fmt::format("{}: the lower bound {:g} is above the "
                                      "upper bound {:g}",
                                      owner, lower, upper));
}

void RequireNotNegative(double value, std::string_view what,
                        const std::string& owner) {
  Require(std::isfinite(value) && value >= 0,
          fmt::format("{}: the {} is {:g}; it must be finite and not negative",
                      owner, what, value));
}

bool IsScalar(JointType type) {
  return type == JointType::kRevolute || type == JointType::kPrismatic ||
         type == JointType::kScrew;
}

}  // namespace tactus::multibody
