#include "tactus/multibody/urdf/loop_joints.h"

#include <utility>

#include "tactus/multibody/parsing/attributes.h"
#include "tactus/multibody/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

enum class Kind { kHinge, kBall, kWeld };

// Half the distance of the balls that make a hinge [m].
constexpr double kHalfHinge = 0.05;

Kind ReadKind(const XmlElement& element) {
  Kind kind{};
  Required(element, "type");
  ReadWord<Kind>(element, "type",
                 {{"revolute", Kind::kHinge},
                  {"continuous", Kind::kHinge},
                  {"ball", Kind::kBall},
                  {"fixed", Kind::kWeld}},
                 &kind);
  return kind;
}

Constraint AddPoint(const Constraint& frames, const Vector3d& offset,
                    const std::string& suffix) {
  Constraint ball = frames;
  ball.name += suffix;
  ball.X_AP.translation() = frames.X_AP * offset;
  ball.X_BQ.translation() = frames.X_BQ * offset;
  return ball;
}

std::vector<Constraint> MakeHinge(const XmlElement& element,
                                  const Constraint& frames) {
  Vector3d axis = Vector3d::UnitX();
  if (const XmlElement* child = FindChild(element, "axis")) {
    Read(*child, "xyz", &axis);
    if (axis.stableNorm() < 1e-10) {
      FailAttribute(*child, "xyz", "has no direction");
    }
  }
  axis = kHalfHinge * axis.stableNormalized();
  return {AddPoint(frames, axis, "/1"), AddPoint(frames, -axis, "/2")};
}

LoopSpec ReadLoopJoint(const XmlElement& element, ImportReport* report) {
  const XmlElement* a = FindChild(element, "link1");
  const XmlElement* b = FindChild(element, "link2");
  Check(a != nullptr && b != nullptr, element,
        "it needs a <link1> and a <link2>");
  LoopSpec spec{.source = &element,
                .link_a = Required(*a, "link"),
                .link_b = Required(*b, "link")};
  const Kind kind = ReadKind(element);
  Constraint constraint{.name = Required(element, "name"),
                        .type = kind == Kind::kWeld ? ConstraintType::kWeld
                                                    : ConstraintType::kBall,
                        .X_AP = ReadPose(*a),
                        .X_BQ = ReadPose(*b)};
  for (const char* lost : {"dynamics", "limit"}) {
    const XmlElement* child = FindChild(element, lost);
    if (child == nullptr) continue;
    report->Add(Notice::Severity::kDropped, *child,
                "joints that close loops have neither damping nor limits");
  }
  if (kind == Kind::kHinge) {
    spec.constraints = MakeHinge(element, constraint);
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
