#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// What MuJoCo makes of <flexcomp>s whose vertices are no bodies here: bodies
/// and joints that other elements may name.
class LostParts {
 public:
  /// One of these elements.
  void Add(const XmlElement& element);

  bool empty() const { return starts_.empty(); }
  /// True if the name may be that of such a part.
  bool MayHave(std::string_view name) const;

 private:
  std::vector<std::string> starts_;  // Of their names.
};

}  // namespace tactus::multibody::mjcf
