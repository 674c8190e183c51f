#include "tactus/multibody/importers/mjcf/joints.h"

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

using Kind = JointSpec::Kind;
using Limited = Range::Limited;

// What is left to interpret when all layers have been read.
struct RawRanges {
  Range position, effort;
};

void ReadLayer(const XmlElement& layer, JointSpec* joint, RawRanges* ranges) {
  ReadWord<Kind>(layer, "type",
                 {{"free", Kind::kFree},
                  {"ball", Kind::kBall},
                  {"slide", Kind::kSlide},
                  {"hinge", Kind::kHinge}},
                 &joint->kind);
  Read(layer, "pos", &joint->p_BM);
  Read(layer, "axis", &joint->axis_B);
  Read(layer, "ref", &joint->reference);
  Read(layer, "springref", &joint->spring_reference);
  joint->is_nonlinear |= ReadLinearTerm(layer, "stiffness", &joint->stiffness);
  joint->is_nonlinear |= ReadLinearTerm(layer, "damping", &joint->damping);
  Read(layer, "frictionloss", &joint->dry_friction);
  Read(layer, "springdamper", &joint->spring_damper);
  Read(layer, "armature", &joint->armature);
  ReadRange(layer, "range", "limited", &ranges->position);
  ReadRange(layer, "actuatorfrcrange", "actuatorfrclimited", &ranges->effort);
}

void CheckNotNegative(double value, std::string_view name,
                      const XmlElement& element) {
  if (value < 0) FailAttribute(element, name, "is negative");
}

void ConvertAngles(const CompilerSettings& compiler, JointSpec* joint) {
  joint->reference = compiler.ToRadians(joint->reference);
  joint->spring_reference = compiler.ToRadians(joint->spring_reference);
  joint->range.lower = compiler.ToRadians(joint->range.lower);
  joint->range.upper = compiler.ToRadians(joint->range.upper);
}

}  // namespace

int JointSpec::nq() const {
  return kind == Kind::kFree ? 7 : kind == Kind::kBall ? 4 : 1;
}

int JointSpec::nv() const {
  return kind == Kind::kFree ? 6 : kind == Kind::kBall ? 3 : 1;
}

JointSpec ReadJoint(const std::vector<const XmlElement*>& layers,
                    const RigidTransform& X_BF,
                    const CompilerSettings& compiler) {
  const XmlElement& element = *layers.back();
  JointSpec joint{.source = &element};
  RawRanges ranges;
  for (const XmlElement* layer : layers) ReadLayer(*layer, &joint, &ranges);
  Read(element, "name", &joint.name);
  CheckNotNegative(joint.damping, "damping", element);
  CheckNotNegative(joint.dry_friction, "frictionloss", element);
  CheckNotNegative(joint.armature, "armature", element);
  joint.p_BM = X_BF * joint.p_BM;

  if (joint.kind == Kind::kFree) return joint;
  if (joint.kind == Kind::kBall) {
    // MuJoCo asks for no range here even when `limited` is true.
    if (ranges.position.bounds && ranges.position.limited != Limited::kFalse) {
      joint.range.upper = compiler.ToRadians((*ranges.position.bounds)[1]);
    }
    return joint;
  }
  joint.range = ResolveRange(ranges.position, "range", compiler, element);
  joint.effort_range =
      ResolveRange(ranges.effort, "actuatorfrcrange", compiler, element);
  if (joint.axis_B.stableNorm() < 1e-10) {
    FailAttribute(element, "axis", "has no direction");
  }
  joint.axis_B = X_BF.linear() * joint.axis_B.stableNormalized();
  if (joint.kind == Kind::kHinge) ConvertAngles(compiler, &joint);
  return joint;
}

JointSpec ReadFreeJoint(const XmlElement& element) {
  JointSpec joint{.source = &element, .kind = Kind::kFree};
  Read(element, "name", &joint.name);
  return joint;
}

}  // namespace tactus::multibody::mjcf
