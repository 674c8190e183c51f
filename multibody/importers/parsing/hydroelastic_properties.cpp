#include "tactus/multibody/importers/parsing/hydroelastic_properties.h"

#include <string>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

constexpr double kDefaultModulus = 1e7;  // Drake's [Pa].

// `*value` = the number in the child of that tag, if it is there.
bool ReadPositive(const XmlElement& properties,
                  const ProximityChildren& children, std::string_view tag,
                  const std::string& name, double* value) {
  if (!children.read(tag, value)) return false;
  Check(*value > 0, properties, "the " + name + " is not positive");
  return true;
}

}  // namespace

contact::Compliance ReadCompliance(const XmlElement& properties,
                                   const ProximityChildren& children,
                                   ImportReport* report) {
  const bool is_rigid = children.has("rigid_hydroelastic");
  const bool is_compliant = children.has("compliant_hydroelastic") ||
                            children.has("soft_hydroelastic");
  Check(!is_rigid || !is_compliant, properties,
        "it is both rigid and compliant");
  using Kind = contact::Compliance::Kind;
  contact::Compliance compliance;
  if (is_rigid) compliance.kind = Kind::kRigid;
  if (is_compliant) compliance.kind = Kind::kCompliant;
  double modulus = kDefaultModulus;
  const bool has_modulus =
      ReadPositive(properties, children, "hydroelastic_modulus",
                   "hydroelastic modulus", &modulus);
  if (is_compliant) {
    compliance.modulus = modulus;
  } else if (has_modulus && !is_rigid) {
    report->Add(Notice::Severity::kCosmetic, properties,
                "its hydroelastic modulus acts beside compliant_hydroelastic "
                "alone, which is not there: it touches at points");
  }
  ReadPositive(properties, children, "mesh_resolution_hint", "resolution hint",
               &compliance.resolution_hint);
  ReadPositive(properties, children, "hydroelastic_slab_thickness",
               "slab thickness", &compliance.slab_thickness);
  if (double margin{}; children.read("hydroelastic_margin", &margin)) {
    report->AddCommon(Notice::Severity::kApproximated, properties,
                      "the hydroelastic margin is not used: patches begin "
                      "where solids touch");
  }
  return compliance;
}

}  // namespace tactus::multibody
