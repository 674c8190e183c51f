#include "tactus/multibody/importers/mjcf/lost_parts.h"

#include <algorithm>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {

void LostParts::Add(const XmlElement& element) {
  std::string name;
  if (Read(element, "name", &name)) starts_.push_back(name + "_");
}

bool LostParts::MayHave(std::string_view name) const {
  return std::ranges::any_of(starts_, [name](const std::string& start) {
    return name.starts_with(start);
  });
}

}  // namespace tactus::multibody::mjcf
