#include "tactus/multibody/importers/urdf/joints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

using Severity = Notice::Severity;

enum class Kind {
  kFixed,
  kRevolute,
  kContinuous,
  kPrismatic,
  kFloating,
  kPlanar,
  kBall,
  kUniversal,
  kOrbital
};

Kind ReadKind(const XmlElement& element) {
  const std::string& type = Required(element, "type");
  Check(type != "screw" && type != "gearbox" && type != "revolute2", element,
        "joints of type '" + type + "' are not supported");
  Kind kind{};
  ReadWord<Kind>(element, "type",
                 {{"fixed", Kind::kFixed},
                  {"revolute", Kind::kRevolute},
                  {"continuous", Kind::kContinuous},
                  {"prismatic", Kind::kPrismatic},
                  {"floating", Kind::kFloating},
                  {"planar", Kind::kPlanar},
                  {"ball", Kind::kBall},
                  {"universal", Kind::kUniversal},
                  {"spherical", Kind::kBall},
                  {"planaraxis", Kind::kPlanar},
                  {"orbital", Kind::kOrbital}},
                 &kind);
  return kind;
}

JointType ToJointType(Kind kind) {
  switch (kind) {
    case Kind::kFixed:
      return JointType::kWeld;
    case Kind::kRevolute:
    case Kind::kContinuous:
      return JointType::kRevolute;
    case Kind::kPrismatic:
      return JointType::kPrismatic;
    case Kind::kFloating:
      return JointType::kFloating;
    case Kind::kPlanar:
      return JointType::kPlanar;
    case Kind::kBall:
      return JointType::kBall;
    case Kind::kUniversal:
    case Kind::kOrbital:
      return JointType::kUniversal;
  }
  return JointType::kWeld;
}

Vector3d ReadAxis(const XmlElement& element) {
  Vector3d axis = Vector3d::UnitX();
  const XmlElement* child = FindChild(element, "axis");
  if (child == nullptr) return axis;
  Read(*child, "xyz", &axis);
  if (axis.stableNorm() < 1e-10) {
    FailAttribute(*child, "xyz", "has no direction");
  }
  return axis.stableNormalized();
}

// Turns both frames of the joint so that its z axis is the file's axis: the
// pose of the child at q = 0 stays.
void TurnZAxisTo(const Vector3d& axis, Joint* joint) {
  const Matrix3d R =
      Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).toRotationMatrix();
  joint->X_PF.linear() = joint->X_PF.linear() * R;
  joint->X_CM.linear() = R;
}

void SetAxis(const XmlElement& element, Kind kind, JointSpec* spec,
             ImportReport* report) {
  Joint& joint = spec->joint;
  if (kind == Kind::kRevolute || kind == Kind::kContinuous ||
      kind == Kind::kPrismatic) {
    joint.axis_F = ReadAxis(element);
  } else if (kind == Kind::kOrbital) {
    TurnZAxisTo(ReadAxis(element), &joint);
    report->Add(Severity::kApproximated, element,
                "type 'orbital': a universal joint about two normals of the "
                "axis");
  } else if (kind == Kind::kPlanar && element.tag == "joint") {
    TurnZAxisTo(ReadAxis(element), &joint);
  }
}

// One number, or one for each velocity (Drake's planar joint).
double ReadDamping(const XmlElement& dynamics, const Joint& joint,
                   ImportReport* report) {
  std::vector<double> values;
  if (!Read(dynamics, "damping", &values) || values.empty()) return 0;
  if (std::ranges::min(values) < 0) {
    FailAttribute(dynamics, "damping", "is negative");
  }
  if (values.size() != 1 && std::ssize(values) != joint.nv()) {
    FailAttribute(dynamics, "damping",
                  "needs 1 number, or one for each velocity");
  }
  double mean = 0;
  for (const double value : values) mean += value / values.size();
  if (std::ranges::min(values) != std::ranges::max(values)) {
    report->Add(Severity::kApproximated, dynamics,
                "the damping of joint '" + joint.name + "' is the mean, " +
                    std::to_string(mean) + ", along all velocities");
  }
  return mean;
}

void ReadDynamics(const XmlElement& element, Joint* joint,
                  ImportReport* report) {
  const XmlElement* dynamics = FindChild(element, "dynamics");
  // <joint_properties> is what <dynamics> was called at first.
  if (dynamics == nullptr) dynamics = FindChild(element, "joint_properties");
  if (dynamics == nullptr || joint->type == JointType::kWeld) return;
  joint->damping = ReadDamping(*dynamics, *joint, report);
  Read(*dynamics, "friction", &joint->dry_friction);
  if (joint->dry_friction < 0) {
    FailAttribute(*dynamics, "friction", "is negative");
  }
  for (const auto& [name, value] : dynamics->attributes) {
    if (name == "damping" || name == "friction") continue;
    double number = 1;
    Read(*dynamics, name, &number);
    if (number == 0) continue;
    report->AddCommon(Severity::kDropped, *dynamics,
                      "attribute '" + name + "': not an attribute of URDF");
  }
}

// What follows from one bound for both angles of a universal joint or one for
// each, and three of a planar joint, for x, y and the angle. False for other
// joints and numbers.
bool ReadEach(const XmlElement& limit, std::string_view name, Kind kind,
              std::array<double, 3>* bounds) {
  const std::string* text = limit.Find(name);
  if (text == nullptr) return false;
  const auto words = SplitWords(*text);
  const bool fits = kind == Kind::kUniversal
                        ? words.size() == 1 || words.size() == 2
                        : kind == Kind::kPlanar && words.size() == 3;
  if (!fits) return false;
  const std::size_t size = kind == Kind::kPlanar ? 3 : 2;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string_view word = words[i % words.size()];
    const auto bound = ParseBound(word);
    if (!bound) {
      FailAttribute(limit, name,
                    "holds '" + std::string(word) + "', which is no number");
    }
    (*bounds)[i] = *bound;
  }
  return true;
}

// True if there were any.
bool ReadBoundsOfEach(const XmlElement& limit, Kind kind, Joint* joint) {
  const bool has_lower = ReadEach(limit, "lower", kind, &joint->lower_each);
  const bool has_upper = ReadEach(limit, "upper", kind, &joint->upper_each);
  for (std::size_t i = 0; i < 3; ++i) {
    Check(joint->lower_each[i] <= joint->upper_each[i], limit,
          "'lower' is above 'upper'");
  }
  return has_lower || has_upper;
}

void ReadBounds(const XmlElement& limit, Kind kind, Joint* joint,
                ImportReport* report) {
  if (ReadBoundsOfEach(limit, kind, joint)) return;
  double lower = joint->lower, upper = joint->upper;
  ReadBound(limit, "lower", &lower);
  ReadBound(limit, "upper", &upper);
  if (kind == Kind::kContinuous || joint->nv() != 1) {
    if (lower < upper && lower != joint->lower && upper != joint->upper) {
      report->AddCommon(Severity::kDropped, limit,
                        "'lower' and 'upper': not bounds of such a joint");
    }
    return;
  }
  Check(lower <= upper, limit, "'lower' is above 'upper'");
  joint->lower = lower;
  joint->upper = upper;
  // URDF's own text takes the other for 0, Drake for none.
  const bool has_lower = limit.Find("lower") != nullptr;
  if (has_lower == (limit.Find("upper") != nullptr)) return;
  report->AddCommon(
      Severity::kApproximated, limit,
      fmt::format("it has '{}' and no '{}': there is none, where some readers "
                  "of URDF take 0",
                  has_lower ? "lower" : "upper",
                  has_lower ? "upper" : "lower"));
}

// URDF wants bounds of these; readers disagree on what is without.
void NoteMissingLimit(const XmlElement& element, Kind kind,
                      ImportReport* report) {
  if (kind != Kind::kRevolute && kind != Kind::kPrismatic) return;
  report->AddCommon(Severity::kCosmetic, element,
                    "revolute and prismatic joints need a <limit> in URDF; "
                    "without one they have no bounds and no motor of their "
                    "own");
}

void ReadLimit(const XmlElement& element, Kind kind, JointSpec* spec,
               ImportReport* report) {
  const XmlElement* limit = FindChild(element, "limit");
  if (limit == nullptr) NoteMissingLimit(element, kind, report);
  if (limit == nullptr || kind == Kind::kFixed) return;
  ReadBounds(*limit, kind, &spec->joint, report);
  double effort{};
  if (ReadBound(*limit, "effort", &effort)) spec->effort = effort;
  if (effort < 0) FailAttribute(*limit, "effort", "is negative");
  for (const char* name : {"velocity", "acceleration", "drake:acceleration",
                           "jerk", "drake:jerk"}) {
    double value{};
    if (!ReadBound(*limit, name, &value)) continue;
    if (value == 0 || std::isinf(value)) continue;
    report->AddCommon(Severity::kDropped, *limit,
                      "attribute '" + std::string(name) +
                          "': joints are as fast as their forces make them");
  }
}

std::optional<Mimic> ReadMimic(const XmlElement& element, const Joint& joint,
                               ImportReport* report) {
  const XmlElement* source = FindChild(element, "mimic");
  if (source == nullptr) return std::nullopt;
  if (joint.nv() != 1) {
    report->Add(Severity::kDropped, *source,
                "joint '" + joint.name + "' has not one coordinate");
    return std::nullopt;
  }
  Mimic mimic{.source = source, .joint = Required(*source, "joint")};
  Read(*source, "multiplier", &mimic.multiplier);
  Read(*source, "offset", &mimic.offset);
  return mimic;
}

const std::string& ReadLinkName(const XmlElement& joint,
                                std::string_view role) {
  const XmlElement* element = FindChild(joint, role);
  Check(element != nullptr, joint, "it has no <" + std::string(role) + ">");
  return Required(*element, "link");
}

}  // namespace

JointSpec ReadJoint(const XmlElement& element, ImportReport* report) {
  const Kind kind = ReadKind(element);
  JointSpec spec{.source = &element,
                 .parent = ReadLinkName(element, "parent"),
                 .child = ReadLinkName(element, "child")};
  Joint& joint = spec.joint;
  joint.name = Required(element, "name");
  Check(!joint.name.empty(), element, "its name is empty");
  joint.type = ToJointType(kind);
  joint.X_PF = ReadOrigin(element);
  SetAxis(element, kind, &spec, report);
  ReadDynamics(element, &joint, report);
  ReadLimit(element, kind, &spec, report);
  spec.mimic = ReadMimic(element, joint, report);
  return spec;
}

}  // namespace tactus::multibody::urdf
