#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// Tells the report of the files that a URDF or SDFormat file names, be they
/// read or passed over: attributes `filename`, and the text of <uri> and of
/// what a material is made of. What names a folder, as an <include> may, stands
/// for its model.config. Files that are not there are left out.
void AddResourceFiles(const XmlElement& root, const ResourceLocator& locator,
                      ImportReport* report);

}  // namespace tactus::multibody
