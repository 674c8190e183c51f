#include "tactus/multibody/importers/urdf/elements.h"

#include <algorithm>
#include <limits>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::urdf {
namespace {

constexpr std::string_view kPrefix = "drake:";

}  // namespace

bool Is(const XmlElement& element, std::string_view tag) {
  std::string_view own = element.tag;
  if (own.starts_with(kPrefix)) own.remove_prefix(kPrefix.size());
  return own == tag;
}

const XmlElement* FindChild(const XmlElement& element, std::string_view tag) {
  const auto child = std::ranges::find_if(
      element.children, [tag](const XmlElement& c) { return Is(c, tag); });
  return child == element.children.end() ? nullptr : &*child;
}

bool ReadChildValue(const XmlElement& element, std::string_view tag,
                    double* value) {
  const XmlElement* child = FindChild(element, tag);
  if (child == nullptr) return false;
  Required(*child, "value");
  return Read(*child, "value", value);
}

std::optional<double> ParseBound(std::string_view word) {
  std::string_view number = word;
  const bool negative = number.starts_with('-');
  if (negative || number.starts_with('+')) number.remove_prefix(1);
  for (const std::string_view infinity :
       {"inf", "Inf", "INF", "infinity", "Infinity"}) {
    if (number != infinity) continue;
    return std::numeric_limits<double>::infinity() * (negative ? -1 : 1);
  }
  return ParseNumber(word);
}

bool ReadBound(const XmlElement& element, std::string_view name,
               double* value) {
  const std::string* text = element.Find(name);
  const auto bound = text == nullptr ? std::nullopt : ParseBound(*text);
  if (!bound) return Read(element, name, value);
  *value = *bound;
  return true;
}

RigidTransform ReadPose(const XmlElement& element) {
  RigidTransform X_PE = RigidTransform::Identity();
  Vector3d xyz = Vector3d::Zero(), rpy = Vector3d::Zero();
  Read(element, "xyz", &xyz);
  Read(element, "rpy", &rpy);
  X_PE.translation() = xyz;
  X_PE.linear() = (Eigen::AngleAxisd(rpy[2], Vector3d::UnitZ()) *
                   Eigen::AngleAxisd(rpy[1], Vector3d::UnitY()) *
                   Eigen::AngleAxisd(rpy[0], Vector3d::UnitX()))
                      .toRotationMatrix();
  return X_PE;
}

RigidTransform ReadOrigin(const XmlElement& element) {
  const XmlElement* origin = FindChild(element, "origin");
  return origin == nullptr ? RigidTransform::Identity() : ReadPose(*origin);
}

bool IsIgnored(const XmlElement& element) {
  const std::string* ignore = element.Find("drake_ignore");
  return ignore != nullptr && *ignore == "true";
}

}  // namespace tactus::multibody::urdf
