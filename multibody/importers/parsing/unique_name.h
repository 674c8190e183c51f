#pragma once

#include <set>
#include <string>

namespace tactus::multibody {

/// `name`, with as many underscores as it takes to differ from all that are
/// `taken`; it joins them.
inline std::string MakeUnique(std::string name, std::set<std::string>* taken) {
  while (!taken->insert(name).second) name += "_";
  return name;
}

}  // namespace tactus::multibody
