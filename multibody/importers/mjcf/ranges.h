#pragma once

#include <limits>
#include <optional>
#include <string_view>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// A pair of attributes such as `range` and `limited`: the bounds, and whether
/// they are in force. "auto" means: if there are bounds.
struct Range {
  enum class Limited { kFalse, kTrue, kAuto };
  std::optional<Vector2d> bounds;
  Limited limited = Limited::kAuto;
};

/// Bounds in force; infinite where there are none.
struct Interval {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// Overwrites what the element has of the two attributes.
void ReadRange(const XmlElement& element, std::string_view bounds,
               std::string_view limited, Range* range);

/// The bounds in force, of attribute `name` of `element`. Equal bounds count as
/// none when limited is auto.
/// @throws ModelFileError for a limit without bounds, bounds in the wrong
/// order, and bounds without `limited` when the compiler's autolimits is off.
Interval ResolveRange(const Range& range, std::string_view name,
                      const CompilerSettings& compiler,
                      const XmlElement& element);

/// A coefficient that newer files give as a polynomial's, "k0 k1 k2": the first
/// is read. True if others are there that are not zero.
bool ReadLinearTerm(const XmlElement& layer, std::string_view name,
                    double* value);

}  // namespace tactus::multibody::mjcf
