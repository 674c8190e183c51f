#include "tactus/multibody/importers/mjcf/ranges.h"

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

}  // namespace tactus::multibody::mjcf
