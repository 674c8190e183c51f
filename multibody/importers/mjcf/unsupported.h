#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// Walks the whole file and reports, with file and line, the elements and the
/// attributes that Tactus does not read: those of the physics as dropped or
/// approximated with their values, those of the looks as cosmetic, and unknown
/// ones as dropped. Attributes whose value says "none of it" (margin="0") pass.
/// The tables in unsupported.cpp say what is what; what depends on more than
/// one element is reported where that is read.
/// @throws ModelFileError if the report is strict and physics is lost.
void ReportUnsupported(const XmlElement& root, ImportReport* report);

}  // namespace tactus::multibody::mjcf
