#include "tactus/multibody/importers/urdf/loop_joints.h"

#include <utility>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/loop_constraints.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

enum class LoopKind { kHinge, kBall, kWeld };

LoopKind ReadLoopKind(const XmlElement& element) {
  LoopKind kind{};
  Required(element, "type");
  ReadWord<LoopKind>(element, "type",
                     {{"revolute", LoopKind::kHinge},
                      {"continuous", LoopKind::kHinge},
                      {"ball", LoopKind::kBall},
                      {"fixed", LoopKind::kWeld}},
                     &kind);
  return kind;
}

Vector3d ReadLoopAxis(const XmlElement& element) {
  Vector3d axis = Vector3d::UnitX();
  if (const XmlElement* child = FindChild(element, "axis")) {
    Read(*child, "xyz", &axis);
    if (axis.stableNorm() < 1e-10) {
      FailAttribute(*child, "xyz", "has no direction");
    }
  }
  return axis;
}

LoopSpec ReadLoopJoint(const XmlElement& element, ImportReport* report) {
  const XmlElement* a = FindChild(element, "link1");
  const XmlElement* b = FindChild(element, "link2");
  Check(a != nullptr && b != nullptr, element,
        "it needs a <link1> and a <link2>");
  LoopSpec spec{.source = &element,
                .link_a = Required(*a, "link"),
                .link_b = Required(*b, "link")};
  const LoopKind kind = ReadLoopKind(element);
  Constraint constraint{.name = Required(element, "name"),
                        .type = kind == LoopKind::kWeld ? ConstraintType::kWeld
                                                        : ConstraintType::kBall,
                        .X_AP = ReadPose(*a),
                        .X_BQ = ReadPose(*b)};
  for (const char* lost : {"dynamics", "limit"}) {
    const XmlElement* child = FindChild(element, lost);
    if (child == nullptr) continue;
    report->Add(Notice::Severity::kDropped, *child,
                "joints that close loops have neither damping nor limits");
  }
  if (kind == LoopKind::kHinge) {
    spec.constraints = MakeHinge(constraint, ReadLoopAxis(element));
  } else {
    spec.constraints = {std::move(constraint)};
  }
  return spec;
}

}  // namespace

std::vector<LoopSpec> ReadLoopJoints(const XmlElement& root,
                                     ImportReport* report) {
  std::vector<LoopSpec> loops;
  for (const XmlElement& element : root.children) {
    if (Is(element, "loop_joint")) {
      loops.push_back(ReadLoopJoint(element, report));
    }
  }
  return loops;
}

}  // namespace tactus::multibody::urdf
