#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// Reports, from the root down, what is not taken over: plugins, sensors,
/// actors, winds, grippers, damping of links by the air, links without gravity,
/// softness of joints, extensions that mean nothing to us, and elements that
/// are not SDFormat's. <surface>s are reported where they are read.
/// @throws ModelFileError when `report` is strict and physics would be lost.
void ReportUnsupported(const XmlElement& root, ImportReport* report);

}  // namespace tactus::multibody::sdformat
