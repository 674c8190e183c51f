#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "tactus/common/require.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What the checks of a model's elements share. Each throws
/// std::invalid_argument with the names of the elements involved.

/// Nameless elements are not looked at.
template <typename Element>
void RequireDistinctNames(std::span<const Element> elements,
                          std::string_view kind) {
  std::set<std::string_view> names;
  for (const Element& element : elements) {
    if (element.name.empty()) continue;
    Require(names.insert(element.name).second, "the " + std::string(kind) +
                                                   " name '" + element.name +
                                                   "' is used twice");
  }
}

void RequireBodyIndex(int index, std::span<const Body> bodies,
                      std::string_view owner);
/// A finite translation and a rotation matrix.
void RequireRigid(const RigidTransform& X, std::string_view owner);
void RequireOrdered(double lower, double upper, const std::string& owner);
/// And finite.
void RequireNotNegative(double value, std::string_view what,
                        const std::string& owner);

/// Whether joints of this type have one coordinate that may be driven, limited
/// and coupled.
bool IsScalar(JointType type);

}  // namespace tactus::multibody
