#pragma once

#include <functional>
#include <string_view>

#include "tactus/contact/geometry/compliance.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// How a file format finds the children of <drake:proximity_properties>, whose
/// tags are given without "drake:".
struct ProximityChildren {
  std::function<bool(std::string_view tag)> has;
  /// False, and `value` stays, without such a child.
  std::function<bool(std::string_view tag, double* value)> read;
};

/// The tags that ReadCompliance() takes.
inline constexpr std::string_view kHydroelasticTags[] = {
    "rigid_hydroelastic",   "compliant_hydroelastic",
    "soft_hydroelastic",    "hydroelastic_modulus",
    "mesh_resolution_hint", "hydroelastic_slab_thickness",
    "hydroelastic_margin"};

/// What <drake:proximity_properties> says of contact by pressure fields.
///
///   drake:rigid_hydroelastic      a surface without a field
///   drake:compliant_hydroelastic  a field (soft_hydroelastic of old files)
///   drake:hydroelastic_modulus    E [Pa]; 1e7, Drake's, if it is not said
///   drake:mesh_resolution_hint    the length of edges of round shapes [m]
///   drake:hydroelastic_slab_thickness  of half-spaces [m]
///   drake:hydroelastic_margin     reported: patches begin where solids touch
///
/// @throws ModelFileError about `properties` if it is both rigid and compliant,
/// and for numbers that are not positive.
contact::Compliance ReadCompliance(const XmlElement& properties,
                                   const ProximityChildren& children,
                                   ImportReport* report);

}  // namespace tactus::multibody
