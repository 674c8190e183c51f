#include "tactus/multibody/importers/mjcf/couplers.h"

#include <set>
#include <string>

#include "tactus/multibody/importers/mjcf/constraints.h"
#include "tactus/multibody/importers/mjcf/tendon_paths.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

int FindScalarJoint(const std::string& name, const XmlElement& element,
                    const BodyTree& tree) {
  const int joint = tree.FindJoint(name, element);
  Check(tree.joints[joint].nv() == 1, element,
        "joint '" + name + "' is neither a hinge nor a slide");
  return joint;
}

CouplerSpec ReadCoupler(const XmlElement& element, const BodyTree& tree) {
  CouplerSpec spec{.source = &element};
  Read(element, "name", &spec.coupler.name);
  ReadSome(element, "polycoef", spec.coupler.coefficients);
  spec.joint_a = FindScalarJoint(Required(element, "joint1"), element, tree);
  spec.coupler.reference_a = tree.joints[spec.joint_a].reference;
  if (const std::string* other = element.Find("joint2")) {
    spec.joint_b = FindScalarJoint(*other, element, tree);
    spec.coupler.reference_b = tree.joints[spec.joint_b].reference;
  }
  Check(spec.joint_a != spec.joint_b, element, "ties a joint to itself");
  return spec;
}

int RequireTendon(const std::string& name, const XmlElement& element,
                  std::vector<TendonSpec>* tendons) {
  const int tendon = FindTendon(*tendons, name);
  Check(tendon >= 0, element, "there is no tendon '" + name + "'");
  (*tendons)[tendon].is_coupled = true;
  return tendon;
}

CouplerSpec ReadTendonCoupler(const XmlElement& element,
                              std::vector<TendonSpec>* tendons) {
  CouplerSpec spec{.source = &element};
  Read(element, "name", &spec.coupler.name);
  ReadSome(element, "polycoef", spec.coupler.coefficients);
  spec.tendon_a = RequireTendon(Required(element, "tendon1"), element, tendons);
  if (const std::string* other = element.Find("tendon2"))
    spec.tendon_b = RequireTendon(*other, element, tendons);
  Check(spec.tendon_a != spec.tendon_b, element, "ties a tendon to itself");
  return spec;
}

}  // namespace

std::vector<CouplerSpec> ReadTendonCouplers(const XmlElement& root,
                                            const BodyTree& tree,
                                            const DefaultClasses& classes,
                                            std::vector<TendonSpec>* tendons) {
  std::vector<CouplerSpec> specs;
  for (const XmlElement& section : root.children) {
    if (section.tag != "equality") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag == "tendon" && IsActive(element, classes))
        specs.push_back(ReadTendonCoupler(element, tendons));
    }
  }
  if (specs.empty()) return specs;
  const std::vector<double> lengths =
      CalcTendonLengths(tree, *tendons, LengthsAt::kReferences);
  for (CouplerSpec& spec : specs) {
    spec.coupler.reference_a = lengths[spec.tendon_a];
    if (spec.tendon_b >= 0) spec.coupler.reference_b = lengths[spec.tendon_b];
  }
  return specs;
}

std::vector<CouplerSpec> ReadCouplers(const XmlElement& root,
                                      const BodyTree& tree,
                                      const DefaultClasses& classes) {
  std::vector<CouplerSpec> specs;
  std::set<std::string> names;
  for (const XmlElement& section : root.children) {
    if (section.tag != "equality") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag != "joint" || !IsActive(element, classes)) continue;
      CouplerSpec spec = ReadCoupler(element, tree);
      const std::string& name = spec.coupler.name;
      Check(name.empty() || names.insert(name).second, element,
            "the name '" + name + "' is used twice");
      specs.push_back(std::move(spec));
    }
  }
  return specs;
}

}  // namespace tactus::multibody::mjcf
