#pragma once

#include <string>
#include <utility>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// An empty element that a file does not have, said to stand where `place`
/// does.
inline XmlElement MakeElementAt(std::string tag, const XmlElement& place) {
  return {.tag = std::move(tag), .file = place.file, .line = place.line};
}

}  // namespace tactus::multibody
