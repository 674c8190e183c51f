#include "tactus/multibody/importers/mjcf/ranges.h"

#include <algorithm>
#include <vector>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {

using Limited = Range::Limited;

void ReadRange(const XmlElement& element, std::string_view bounds,
               std::string_view limited, Range* range) {
  Read(element, bounds, &range->bounds);
  ReadWord<Limited>(element, limited,
                    {{"false", Limited::kFalse},
                     {"true", Limited::kTrue},
                     {"auto", Limited::kAuto}},
                    &range->limited);
}

Interval ResolveRange(const Range& range, std::string_view name,
                      const CompilerSettings& compiler,
                      const XmlElement& element) {
  const Vector2d bounds = range.bounds.value_or(Vector2d::Zero());
  const bool given = bounds != Vector2d::Zero();
  if (range.limited == Limited::kFalse) return {};
  if (range.limited == Limited::kAuto) {
    if (given && !compiler.autolimits) {
      FailAttribute(element, name,
                    "is given, but not whether it limits, and the compiler's "
                    "autolimits is off");
    }
    if (bounds[0] == bounds[1]) return {};
  }
  if (!(bounds[0] < bounds[1])) {
    FailAttribute(element, name,
                  given ? "has bounds in the wrong order"
                        : "is missing, and a limit is asked for");
  }
  return {bounds[0], bounds[1]};
}

bool ReadLinearTerm(const XmlElement& layer, std::string_view name,
                    double* value) {
  std::vector<double> terms;
  if (!Read(layer, name, &terms)) return false;
  if (terms.empty()) FailAttribute(layer, name, "has no number");
  *value = terms[0];
  return std::any_of(terms.begin() + 1, terms.end(),
                     [](double term) { return term != 0; });
}

}  // namespace tactus::multibody::mjcf
