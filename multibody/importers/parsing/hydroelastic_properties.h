#pragma once

#include <optional>

#include "tactus/contact/geometry/compliance.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// What <drake:proximity_properties> says of contact by pressure fields.
///
///   drake:rigid_hydroelastic      a surface without a field
///   drake:compliant_hydroelastic  a field (soft_hydroelastic of old files)
///   drake:hydroelastic_modulus    E [Pa]; 1e7, Drake's, if it is not said
///   drake:mesh_resolution_hint    the length of edges of round shapes [m]
///   drake:hydroelastic_slab_thickness  of half-spaces [m]
///   drake:hydroelastic_margin     reported: patches begin where solids touch
struct HydroelasticProperties {
  bool is_rigid = false, is_compliant = false;
  std::optional<double> modulus{}, resolution_hint{}, slab_thickness{};
  std::optional<double> margin{};
};

/// @throws ModelFileError about `properties` if it is both rigid and compliant,
/// and for numbers that are not positive.
contact::Compliance MakeCompliance(const HydroelasticProperties& read,
                                   const XmlElement& properties,
                                   ImportReport* report);

}  // namespace tactus::multibody
