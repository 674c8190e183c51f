#include "tactus/multibody/importers/mjcf/body_tree.h"

#include <algorithm>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

int FindByName(const NameIndex& index, std::string_view kind,
               std::string_view name, const XmlElement& user) {
  const auto found = index.find(name);
  Check(found != index.end(), user,
        "unknown " + std::string(kind) + " '" + std::string(name) + "'");
  return found->second;
}

}  // namespace

std::span<const JointSpec> BodyTree::JointsOf(int body) const {
  const auto first =
      std::ranges::lower_bound(joints, body, {}, &JointSpec::body);
  const auto last =
      std::ranges::upper_bound(joints, body, {}, &JointSpec::body);
  return {first, last};
}

int BodyTree::FindBody(std::string_view name, const XmlElement& user) const {
  return FindByName(body_index, "body", name, user);
}

int BodyTree::FindJoint(std::string_view name, const XmlElement& user) const {
  return FindByName(joint_index, "joint", name, user);
}

int BodyTree::FindSite(std::string_view name, const XmlElement& user) const {
  return FindByName(site_index, "site", name, user);
}

bool BodyTree::RefersToLost(
    const XmlElement& element,
    std::initializer_list<std::string_view> attributes) const {
  return std::ranges::any_of(attributes, [&](std::string_view attribute) {
    const std::string* name = element.Find(attribute);
    return name != nullptr && !body_index.contains(*name) &&
           !site_index.contains(*name) && lost_parts.MayHave(*name);
  });
}

std::vector<int> BodyTree::CalcTreeRoots() const {
  std::vector<int> roots(bodies.size(), 0);
  for (int b = 1; b < std::ssize(bodies); ++b) {
    const int parents_root = roots[bodies[b].parent];
    const bool moves = !JointsOf(b).empty();
    roots[b] = parents_root != 0 ? parents_root : moves ? b : 0;
  }
  return roots;
}

std::vector<double> BodyTree::CalcTreeMasses() const {
  const std::vector<int> roots = CalcTreeRoots();
  std::vector<double> masses(bodies.size(), 0.0);
  for (int b = 1; b < std::ssize(bodies); ++b) {
    masses[roots[b]] += bodies[b].inertia.mass;
  }
  return masses;
}

}  // namespace tactus::multibody::mjcf
