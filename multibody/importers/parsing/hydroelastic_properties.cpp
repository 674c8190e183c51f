#include "tactus/multibody/importers/parsing/hydroelastic_properties.h"

#include <string>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

constexpr double kDefaultModulus = 1e7;  // Drake's [Pa].

void Set(const std::optional<double>& value, const XmlElement& properties,
         const std::string& name, double* target) {
  if (!value) return;
  Check(*value > 0, properties, "the " + name + " is not positive");
  *target = *value;
}

}  // namespace

contact::Compliance MakeCompliance(const HydroelasticProperties& read,
                                   const XmlElement& properties,
                                   ImportReport* report) {
  Check(!read.is_rigid || !read.is_compliant, properties,
        "it is both rigid and compliant");
  using Kind = contact::Compliance::Kind;
  contact::Compliance compliance;
  if (read.is_rigid) compliance.kind = Kind::kRigid;
  if (read.is_compliant) {
    compliance.kind = Kind::kCompliant;
    compliance.modulus = kDefaultModulus;
  }
  double modulus = compliance.modulus;
  Set(read.modulus, properties, "hydroelastic modulus", &modulus);
  if (read.is_compliant) compliance.modulus = modulus;
  Set(read.resolution_hint, properties, "resolution hint",
      &compliance.resolution_hint);
  Set(read.slab_thickness, properties, "slab thickness",
      &compliance.slab_thickness);
  if (read.margin) {
    report->AddCommon(Notice::Severity::kApproximated, properties,
                      "the hydroelastic margin is not used: patches begin "
                      "where solids touch");
  }
  return compliance;
}

}  // namespace tactus::multibody
