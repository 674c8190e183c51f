#include "tactus/multibody/importers/mjcf/rods.h"

#include <set>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/unique_name.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr std::string_view kRodTag = "tactus:rod";

ConstraintSpec ReadRod(const XmlElement& element, const BodyTree& tree) {
  ConstraintSpec spec{.source = &element};
  spec.body_a = tree.FindBody(Required(element, "body1"), element);
  spec.body_b = tree.FindBody(Required(element, "body2"), element);
  Constraint& constraint = spec.constraint;
  constraint.type = ConstraintType::kCosserat;
  Read(element, "name", &constraint.name);
  Read(element, "length", &constraint.X_AP.translation().x());
  Vector3d stiffness;
  Read(element, "stiffness", &stiffness);
  constraint.cosserat.stiffness.tail<3>() = stiffness;
  Read(element, "turn", &constraint.cosserat.turn);
  return spec;
}

}  // namespace

XmlElement MakeRod(const Composite& composite, std::string_view body1,
                   std::string_view body2, const Rod& rod) {
  XmlElement element =
      MakeElement(composite, std::string(kRodTag), nullptr, rod.name);
  SetAttribute("body1", composite.prefix + std::string(body1), &element);
  SetAttribute("body2", composite.prefix + std::string(body2), &element);
  SetAttribute("length", fmt::format("{:.17g}", rod.length), &element);
  SetAttribute("stiffness", ToText(rod.stiffness), &element);
  SetAttribute("turn", ToText(rod.turn), &element);
  return element;
}

void AddRods(const XmlElement& root, const BodyTree& tree,
             std::vector<ConstraintSpec>* specs) {
  std::set<std::string> names;
  for (const ConstraintSpec& spec : *specs) names.insert(spec.constraint.name);
  for (const XmlElement& section : root.children) {
    if (section.tag != "equality") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag != kRodTag) continue;
      ConstraintSpec spec = ReadRod(element, tree);
      spec.constraint.name = MakeUnique(spec.constraint.name, &names);
      specs->push_back(std::move(spec));
    }
  }
}

}  // namespace tactus::multibody::mjcf
