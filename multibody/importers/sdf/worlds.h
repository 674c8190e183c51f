#pragma once

#include <string>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// Leaves one <world> in the file `root`: the one called `wanted` or, where
/// that is empty, the first, with a notice at each of the others.
/// @throws ModelFileError, with the names of the worlds that are there, for a
/// name that is none of them.
void KeepWorld(const std::string& wanted, XmlElement* root,
               ImportReport* report);

}  // namespace tactus::multibody::sdformat
