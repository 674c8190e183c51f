#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::urdf {

/// Walks the whole file and reports the elements that Tactus does not read:
/// those of the physics as dropped or approximated, those of the looks and of
/// controllers as cosmetic, and unknown ones as dropped. What depends on
/// values is reported where it is read.
/// @throws ModelFileError for a xacro file that was not expanded, and if the
/// report is strict and physics is lost.
void ReportUnsupported(const XmlElement& root, ImportReport* report);

}  // namespace tactus::multibody::urdf
