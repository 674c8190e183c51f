#include "tactus/multibody/mjcf/body_tree.h"

#include <algorithm>

#include "tactus/multibody/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

// The place of the first element called `name`; -1 if there is none.
template <typename Spec>
int IndexOf(const std::vector<Spec>& specs, std::string_view name) {
  const auto it = std::ranges::find(specs, name, &Spec::name);
  if (name.empty() || it == specs.end()) return -1;
  return static_cast<int>(it - specs.begin());
}

template <typename Spec>
int FindByName(const std::vector<Spec>& specs, std::string_view kind,
               std::string_view name, const XmlElement& user) {
  const int index = IndexOf(specs, name);
  Check(index >= 0, user,
        "unknown " + std::string(kind) + " '" + std::string(name) + "'");
  return index;
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
  return FindByName(bodies, "body", name, user);
}

int BodyTree::FindJoint(std::string_view name, const XmlElement& user) const {
  return FindByName(joints, "joint", name, user);
}

int BodyTree::FindSite(std::string_view name, const XmlElement& user) const {
  return FindByName(sites, "site", name, user);
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
