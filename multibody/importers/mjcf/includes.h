#pragma once

#include <filesystem>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The file that attribute `file` of an element names, looked for beside the
/// file that the element is in, then in `main_directory`.
/// @throws ModelFileError, naming the places tried, if it is not there.
std::filesystem::path LocateFile(const XmlElement& element,
                                 const std::filesystem::path& main_directory);

/// Puts the children of the files that <include file="..."/> names in the
/// place of each such element, in included files too. A file is looked for
/// beside the one that includes it, then in `main_directory`, as MuJoCo does.
/// @throws ModelFileError, at the <include>, for a file that is not found
/// (naming the places tried) or includes itself.
/// @param report  is told of these files.
void ExpandIncludes(const std::filesystem::path& main_directory,
                    XmlElement* root, ImportReport* report);

}  // namespace tactus::multibody::mjcf
