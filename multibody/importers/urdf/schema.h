#pragma once

#include <span>
#include <string_view>

namespace tactus::multibody::urdf {

/// What becomes of an element of URDF at a place: inside another element, by
/// the tag of that one unless its rule calls its inside something else.
struct ElementRule {
  enum class Treatment { kRead, kCosmetic, kApproximated, kDropped };
  std::string_view place = {}, tag = {};
  Treatment treatment = Treatment::kRead;
  std::string_view message = {};
  /// Those that are read or say nothing about the physics; "*" for any, which
  /// are judged where they are read.
  std::string_view attributes = {};
  /// What the element is the only one of in its parent: of elements of one
  /// role, the first acts. Empty for elements that may be repeated.
  std::string_view role = {};
  std::string_view inside = {};  ///< The place of its children.
};

/// The rule for a tag at a place, with or without the prefix "drake:"; null for
/// elements that URDF has not.
const ElementRule* FindRule(std::string_view place, std::string_view tag);

/// True for places where unknown elements are judged by those who read them.
bool IsOpenEnded(std::string_view place);

/// What <gazebo> may say of the physics, and the text with which it says what
/// holds anyway.
struct ExtensionRule {
  std::string_view name = {}, neutral = {};
};
std::span<const ExtensionRule> GazeboPhysics();
/// The same of attributes below <mujoco>, "element/attribute".
std::span<const ExtensionRule> MujocoPhysics();

}  // namespace tactus::multibody::urdf
