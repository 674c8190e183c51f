#include "tactus/multibody/importers/mjcf/constraints.h"

#include <set>
#include <string>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/unique_name.h"

namespace tactus::multibody::mjcf {
namespace {

// X_WB where all joints are at their references.
RigidTransform CalcReferencePose(const BodyTree& tree, int body) {
  RigidTransform X_WB = RigidTransform::Identity();
  for (int b = body; b > 0; b = tree.bodies[b].parent)
    X_WB = tree.bodies[b].X_PB * X_WB;
  return X_WB;
}

void ReadSites(const XmlElement& element, const BodyTree& tree,
               ConstraintSpec* spec) {
  const SiteSpec& a =
      tree.sites[tree.FindSite(Required(element, "site1"), element)];
  const SiteSpec& b =
      tree.sites[tree.FindSite(Required(element, "site2"), element)];
  for (const char* other : {"body1", "body2", "anchor", "relpose"}) {
    if (element.Find(other) != nullptr)
      FailAttribute(element, other, "cannot be given beside sites");
  }
  spec->body_a = a.body;
  spec->body_b = b.body;
  spec->constraint.X_AP = a.X_BS;
  spec->constraint.X_BQ = b.X_BS;
}

// X_AP of a weld at the point `anchor` of B, with frame P turned as B is: as in
// MuJoCo, relpose is the place of that point in A beside B's orientation in A,
// unless its quaternion is zero, which stands for the file's own pose X_AB.
RigidTransform ReadWeldFrame(const XmlElement& element,
                             const RigidTransform& X_AB,
                             const Vector3d& anchor) {
  const RigidTransform X_AP = X_AB * Eigen::Translation3d(anchor);
  std::vector<double> numbers;
  if (!Read(element, "relpose", &numbers)) return X_AP;
  if (numbers.size() != 7) FailAttribute(element, "relpose", "takes 7 numbers");
  const Quaterniond turn(numbers[3], numbers[4], numbers[5], numbers[6]);
  if (turn.norm() == 0) return X_AP;
  RigidTransform X = RigidTransform::Identity();
  X.translation() << numbers[0], numbers[1], numbers[2];
  X.linear() = turn.normalized().toRotationMatrix();
  return X;
}

void ReadBodies(const XmlElement& element, const BodyTree& tree,
                ConstraintSpec* spec) {
  spec->body_a = tree.FindBody(Required(element, "body1"), element);
  if (const std::string* other = element.Find("body2"))
    spec->body_b = tree.FindBody(*other, element);
  const RigidTransform X_AB = CalcReferencePose(tree, spec->body_a).inverse() *
                              CalcReferencePose(tree, spec->body_b);
  Vector3d anchor = Vector3d::Zero();
  const bool has_anchor = Read(element, "anchor", &anchor);
  Constraint& constraint = spec->constraint;
  if (constraint.type == ConstraintType::kBall) {
    if (!has_anchor) FailAttribute(element, "anchor", "is missing");
    constraint.X_AP.translation() = anchor;
    constraint.X_BQ.translation() = X_AB.inverse() * anchor;
    return;
  }
  constraint.X_BQ.translation() = anchor;
  constraint.X_AP = ReadWeldFrame(element, X_AB, anchor);
}

ConstraintSpec ReadConstraint(const XmlElement& element, const BodyTree& tree) {
  ConstraintSpec spec{.source = &element};
  spec.constraint.type =
      element.tag == "weld" ? ConstraintType::kWeld : ConstraintType::kBall;
  Read(element, "name", &spec.constraint.name);
  if (element.Find("site1") != nullptr || element.Find("site2") != nullptr) {
    ReadSites(element, tree, &spec);
  } else {
    ReadBodies(element, tree, &spec);
  }
  Check(spec.body_a != spec.body_b, element, "ties a body to itself");
  Check(spec.constraint.X_AP.matrix().allFinite() &&
            spec.constraint.X_BQ.matrix().allFinite(),
        element, "has numbers that are not finite");
  return spec;
}

void NameNameless(const BodyTree& tree, std::set<std::string>* names,
                  std::vector<ConstraintSpec>* specs) {
  for (ConstraintSpec& spec : *specs) {
    if (!spec.constraint.name.empty()) continue;
    spec.constraint.name = MakeUnique(
        tree.bodies[spec.body_a].name + "/" + tree.bodies[spec.body_b].name,
        names);
  }
}

}  // namespace

bool IsActive(const XmlElement& element, const DefaultClasses& classes) {
  bool active = true;
  for (const XmlElement* layer : classes.Layers(element, "", {"equality"})) {
    Read(*layer, "active", &active);
  }
  return active;
}

std::vector<ConstraintSpec> ReadConstraints(const XmlElement& root,
                                            const BodyTree& tree,
                                            const DefaultClasses& classes,
                                            ImportReport* report) {
  const std::vector<int> roots = tree.CalcTreeRoots();
  std::vector<ConstraintSpec> specs;
  std::set<std::string> names;
  for (const XmlElement& section : root.children) {
    if (section.tag != "equality") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag != "connect" && element.tag != "weld") continue;
      if (!IsActive(element, classes)) continue;
      if (tree.RefersToLost(element, {"body1", "body2", "site1", "site2"})) {
        report->Add(Notice::Severity::kDropped, element,
                    "ties what is left out");
        continue;
      }
      ConstraintSpec spec = ReadConstraint(element, tree);
      const std::string& name = spec.constraint.name;
      Check(name.empty() || names.insert(name).second, element,
            "the name '" + name + "' is used twice");
      if (roots[spec.body_a] == 0 && roots[spec.body_b] == 0) {
        report->Add(Notice::Severity::kDropped, element,
                    "ties two bodies that the world holds");
        continue;
      }
      specs.push_back(std::move(spec));
    }
  }
  NameNameless(tree, &names, &specs);
  return specs;
}

}  // namespace tactus::multibody::mjcf
