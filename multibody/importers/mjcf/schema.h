#pragma once

#include <span>
#include <string_view>

#include "tactus/multibody/importers/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// An attribute that says something about the physics that Tactus does not
/// take.
struct AttributeRule {
  std::string_view name;
  /// Words with which it says nothing after all, e.g. "0 false".
  std::string_view neutral;
  std::string_view message;
  Notice::Severity severity = Notice::Severity::kDropped;
};

/// What becomes of an element of MJCF.
struct ElementRule {
  enum class Treatment {
    kRead,       ///< Attributes and children are looked at one by one.
    kCosmetic,   ///< Left out with all that is in it; nothing is lost.
    kDropped,    ///< Left out with all that is in it; physics is lost.
    kElsewhere,  ///< Reported where it is used.
  };
  std::string_view place = {};  ///< Where it stands; see `inside`.
  std::string_view tag = {};
  Treatment treatment = Treatment::kRead;
  std::string_view message = {};  ///< Of dropped elements.
  /// Attributes that are read, or for looks or bookkeeping only.
  std::string_view attributes = {};
  std::span<const AttributeRule> physics = {};
  /// The place of its children: the same for all that may hold bodies.
  std::string_view inside = {};
};

/// The rule for `tag` at `place`; null for an element that MJCF has not, or
/// that is newer than this table.
const ElementRule* FindRule(std::string_view place, std::string_view tag);

/// The rule for `tag` as a default; null where defaults have no effect here.
const ElementRule* FindDefaultRule(std::string_view tag);

}  // namespace tactus::multibody::mjcf
