#pragma once

#include <memory>
#include <string_view>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace sdf {
inline namespace v12 {
class Element;
}  // namespace v12
}  // namespace sdf

namespace tactus::multibody::sdformat {

/// libsdformat describes what may stand in an element by a tree of
/// descriptions, and copies the tree into every element of that tag that it
/// reads: nearly 700 descriptions for a link, most of them of sensors. Reading
/// only what matters makes worlds of thousands of models fit.

/// True for elements that say nothing about motion: looks, sensors, and what
/// others record.
bool IsIgnored(std::string_view tag);

/// The descriptions without those of what IsIgnored(), and without those of
/// large optional parts that are nowhere in the file `root` and in no file that
/// is merged into it.
std::shared_ptr<sdf::Element> PruneDescriptions(
    const std::shared_ptr<sdf::Element>& descriptions, const XmlElement& root);

/// Removes what IsIgnored() below an element.
void RemoveIgnored(const std::shared_ptr<sdf::Element>& element);

}  // namespace tactus::multibody::sdformat
