#pragma once

#include <span>
#include <string_view>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// The values of SDFormat are the text of elements, not attributes.

/// The first child of that tag, or null.
const XmlElement* FindChild(const XmlElement& element, std::string_view tag);

/// The element at the end of a path of first children, "friction/ode/mu", or
/// null.
const XmlElement* FindPath(const XmlElement& element, std::string_view path);

/// The numbers in the element's text, as many as `values` has.
/// @throws ModelFileError for any other text.
void ReadNumbers(const XmlElement& element, std::span<double> values);
double ReadNumber(const XmlElement& element);

/// "1" and "true" are true.
bool ReadFlag(const XmlElement& element);

/// The number at the end of a path. Returns false and leaves `value` alone if
/// there is none.
bool ReadPath(const XmlElement& element, std::string_view path, double* value);

}  // namespace tactus::multibody::sdformat
