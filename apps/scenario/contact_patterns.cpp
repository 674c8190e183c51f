#include "tactus/apps/scenario/contact_patterns.h"

#include <string>

#include "tactus/apps/scenario/geometry_reader.h"
#include "tactus/systems/signals/name_pattern.h"

namespace tactus::apps {

bool NameFits(const std::string& pattern, const std::string& name) {
  const std::size_t scope = name.rfind("::");
  return systems::MatchesPattern(pattern, name) ||
         (scope != name.npos &&
          systems::MatchesPattern(pattern, name.substr(scope + 2)));
}

void ContactPatterns::Read(const YamlValue& value,
                           multibody::ModelAssembly* assembly) {
  for (const YamlValue& item : value.List()) {
    YamlMap map(item);
    const YamlValue match = map.Get("match");
    const std::string pattern = match.Text();
    const SurfaceProperties surface = ReadSurface(&map);
    map.Finish();
    const auto num_matches = std::make_shared<int>(0);
    patterns_.push_back({match, num_matches});
    assembly->EditGeometries(
        [pattern, surface, num_matches](const std::string& body,
                                        contact::Geometry* geometry) {
          if (!NameFits(pattern, geometry->name) && !NameFits(pattern, body)) {
            return;
          }
          Apply(surface, geometry);
          ++*num_matches;
        });
  }
}

void ContactPatterns::RequireAllMatched() const {
  for (const Pattern& pattern : patterns_) {
    pattern.place.Check(*pattern.num_matches > 0,
                        "no body or geometry with a surface has a name that "
                        "matches this");
  }
}

}  // namespace tactus::apps
