#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/multibody/importers/model_assembly.h"

namespace tactus::apps {

/// Whether a name, with its model's or without, fits a pattern
/// (systems/signals/name_pattern.h).
bool NameFits(const std::string& pattern, const std::string& name);

/// The `contact` list of a scenario,
///
///     - {match: PATTERN, stiffness: K, dissipation: D, friction: MU, ...}
///
/// which changes the surfaces (ReadSurface() in geometry_reader.h) of the
/// geometries whose name, or whose body's name, matches; later entries after
/// earlier ones. Call before Build(); afterwards RequireAllMatched() throws
/// YamlError at an entry that matched nothing.
class ContactPatterns {
 public:
  void Read(const YamlValue& value, multibody::ModelAssembly* assembly);
  void RequireAllMatched() const;

 private:
  struct Pattern {
    YamlValue place;
    std::shared_ptr<int> num_matches;
  };
  std::vector<Pattern> patterns_;
};

}  // namespace tactus::apps
