#include "tactus/integrators/cenic/cenic_scheme.h"

#include <stdexcept>
#include <string>

namespace tactus::integrators {

std::span<const Scheme> Schemes() {
  static constexpr Scheme kAll[] = {Scheme::kExtrapolated,
                                    Scheme::kStepDoubling, Scheme::kTrapezoid};
  return kAll;
}

std::string_view to_string(Scheme scheme) {
  switch (scheme) {
    case Scheme::kStepDoubling:
      return "step_doubling";
    case Scheme::kTrapezoid:
      return "trapezoid";
    case Scheme::kExtrapolated:
      return "extrapolated";
  }
  return "unknown";
}

Scheme ParseScheme(std::string_view name) {
  std::string names;
  for (Scheme scheme : Schemes()) {
    if (to_string(scheme) == name) return scheme;
    if (!names.empty()) names += ", ";
    names += to_string(scheme);
  }
  throw std::invalid_argument("there is no scheme '" + std::string(name) +
                              "'; there are: " + names);
}

}  // namespace tactus::integrators
