#include "tactus/multibody/model.h"

#include <algorithm>
#include <array>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"

namespace tactus::multibody {
namespace {

template <typename Element>
int IndexOf(std::span<const Element> elements, std::string_view name,
            std::string_view kind) {
  const auto found = std::ranges::find(elements, name, &Element::name);
  if (found != elements.end()) {
    return static_cast<int>(found - elements.begin());
  }
  std::string known;
  for (const Element& element : elements) {
    known += (known.empty() ? "'" : ", '") + element.name + "'";
  }
  throw std::invalid_argument(fmt::format(
      "there is no {} '{}'; there {} {}", kind, name,
      elements.size() == 1 ? "is" : "are", known.empty() ? "none" : known));
}

}  // namespace

std::string_view CoordinateUnit(JointType type) {
  switch (type) {
    case JointType::kPrismatic:
    case JointType::kTranslation:
      return "m";
    case JointType::kPlanar:
    case JointType::kFloating:
      return "m and rad";
    case JointType::kWeld:
    case JointType::kRevolute:
    case JointType::kBall:
    case JointType::kUniversal:
    case JointType::kScrew:
      break;
  }
  return "rad";
}

std::string_view to_string(JointType type) {
  constexpr std::array<std::string_view, 9> kNames{
      "weld",      "revolute",      "prismatic", "ball",    "planar",
      "universal", "translational", "screw",     "floating"};
  return kNames.at(static_cast<std::size_t>(type));
}

int Model::BodyIndex(std::string_view name) const {
  return IndexOf(bodies(), name, "body");
}

int Model::JointIndex(std::string_view name) const {
  return IndexOf(joints(), name, "joint");
}

}  // namespace tactus::multibody
