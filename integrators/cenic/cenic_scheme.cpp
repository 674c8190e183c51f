#include "tactus/integrators/cenic/cenic_scheme.h"

namespace tactus::integrators {

std::span<const Scheme> Schemes() {
  static constexpr Scheme kAll[] = {Scheme::kExtrapolated,
                                    Scheme::kStepDoubling};
  return kAll;
}

std::string_view to_string(Scheme scheme) {
  switch (scheme) {
    case Scheme::kStepDoubling:
      return "step_doubling";
    case Scheme::kExtrapolated:
      return "extrapolated";
  }
  return "unknown";
}

}  // namespace tactus::integrators
