#include "tactus/multibody/importers/sdf/joints.h"

#include <cmath>
#include <map>
#include <numbers>
#include <span>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

using Severity = Notice::Severity;

JointType TypeOf(const JointSpec& spec) {
  static const std::map<std::string, JointType> kTypes = {
      {"fixed", JointType::kWeld},
      {"revolute", JointType::kRevolute},
      {"continuous", JointType::kRevolute},
      {"prismatic", JointType::kPrismatic},
      {"ball", JointType::kBall},
      {"screw", JointType::kScrew},
      {"universal", JointType::kUniversal},
      {"revolute2", JointType::kUniversal},
      {"drake:planar", JointType::kPlanar}};
  const auto type = kTypes.find(spec.type);
  Check(type != kTypes.end(), spec.source,
        "joints of type '" + spec.type +
            "' are not supported: fixed, revolute, continuous, prismatic, "
            "ball, universal, revolute2, screw, gearbox and drake:planar ones "
            "are");
  return type->second;
}

// x along the first axis, y along the second.
RigidTransform MakeUniversalFrame(const JointSpec& spec) {
  constexpr double kSlack = 1e-6;
  const Vector3d& x = spec.axes[0].direction_J;
  const Vector3d& y = spec.axes[1].direction_J;
  Check(std::abs(x.dot(y)) <= kSlack, spec.source,
        "the axes of a universal joint must be orthogonal");
  RigidTransform X_JF = RigidTransform::Identity();
  const Vector3d z = x.cross(y).normalized();
  X_JF.linear() << x, z.cross(x), z;
  return X_JF;
}

// A continuous joint turns without end.
void ReportUnusedLimits(const JointSpec& spec, ImportReport* report) {
  const AxisSpec& axis = spec.axes[0];
  if (std::isinf(axis.lower) && std::isinf(axis.upper)) return;
  report->AddCommon(Severity::kDropped, *FindPath(spec.source, "axis/limit"),
                    "<lower> and <upper> of a continuous joint do not act; a "
                    "revolute one has limits");
}

void ReportSpeedLimits(const JointSpec& spec, ImportReport* report) {
  for (const AxisSpec& axis : spec.axes) {
    if (std::isinf(axis.speed)) continue;
    const bool is_first = &axis == &spec.axes[0];
    const char* const path = is_first ? "axis/limit" : "axis2/limit";
    report->AddCommon(Severity::kDropped, *FindPath(spec.source, path),
                      "the speed limit does not act");
  }
}

void ReadScalarJoint(const JointSpec& spec, ImportReport* report,
                     Joint* joint) {
  const AxisSpec& axis = spec.axes[0];
  joint->axis_F = axis.direction_J;
  if (spec.type == "continuous") {
    ReportUnusedLimits(spec, report);
  } else {
    Check(axis.lower <= axis.upper, spec.source,
          "the limits are in the wrong order");
    joint->lower = axis.lower;
    joint->upper = axis.upper;
  }
  joint->stiffness = axis.stiffness;
  joint->spring_reference = axis.spring_reference;
  double rotor_inertia = 0, gear_ratio = 1;
  ReadPath(spec.source, "drake:rotor_inertia", &rotor_inertia);
  ReadPath(spec.source, "drake:gear_ratio", &gear_ratio);
  joint->armature = rotor_inertia * gear_ratio * gear_ratio;
}

// What all velocities of a joint have alike. libsdformat gives a ball joint no
// axis, but Drake's files have its losses there.
void ReadLosses(const JointSpec& spec, ImportReport* report, Joint* joint) {
  if (joint->type == JointType::kBall) {
    ReadPath(spec.source, "axis/dynamics/damping", &joint->damping);
    ReadPath(spec.source, "axis/dynamics/friction", &joint->dry_friction);
    return;
  }
  if (spec.axes.empty()) return;
  joint->damping = spec.axes[0].damping;
  joint->dry_friction = spec.axes[0].friction;
  if (spec.axes.size() < 2) return;
  const AxisSpec &a = spec.axes[0], &b = spec.axes[1];
  if (a.damping != b.damping || a.friction != b.friction) {
    report->Add(Severity::kApproximated, spec.source,
                "damping and friction of the first axis hold for both");
  }
  if (a.stiffness != 0 || b.stiffness != 0) {
    report->Add(Severity::kDropped, spec.source,
                "the springs of a universal joint do not act");
  }
}

void ReadUniversalJoint(const JointSpec& spec, Joint* joint) {
  joint->X_PF = MakeUniversalFrame(spec);
  for (int i = 0; i < 2; ++i) {
    const AxisSpec& axis = spec.axes[i];
    Check(axis.lower <= axis.upper, spec.source,
          "the limits are in the wrong order");
    joint->lower_each[i] = axis.lower;
    joint->upper_each[i] = axis.upper;
  }
}

// Metres per revolution, and before SDFormat 1.10 minus radians per metre.
void ReadScrewPitch(const JointSpec& spec, Joint* joint) {
  if (const XmlElement* e = FindChild(spec.source, "screw_thread_pitch")) {
    joint->screw_pitch = ReadNumber(*e);
  } else {
    double thread_pitch = 1;
    ReadPath(spec.source, "thread_pitch", &thread_pitch);
    joint->screw_pitch = -2 * std::numbers::pi / thread_pitch;
  }
  Check(std::isfinite(joint->screw_pitch) && joint->screw_pitch != 0,
        spec.source, "the pitch of a screw must be finite and not zero");
}

// <drake:damping> of x, y and the angle, for which the mean stands in.
void ReadPlanarJoint(const JointSpec& spec, ImportReport* report,
                     Joint* joint) {
  const XmlElement* element = FindChild(spec.source, "drake:damping");
  if (element == nullptr) return;
  Vector3d damping;
  ReadNumbers(*element, std::span(damping.data(), 3));
  Check(damping.minCoeff() >= 0, *element, "must not be negative");
  joint->damping = damping.mean();
  if (damping.minCoeff() != damping.maxCoeff()) {
    report->Add(Severity::kApproximated, *element,
                fmt::format("the damping of joint '{}' is the mean, {:g}, "
                            "along all velocities",
                            spec.name, joint->damping));
  }
}

}  // namespace

Joint MakeJoint(const JointSpec& spec, ImportReport* report) {
  Joint joint{.name = spec.name, .type = TypeOf(spec)};
  const int num_axes =
      NumVelocities(joint.type) == 3 ? 0 : NumVelocities(joint.type);
  Check(static_cast<int>(spec.axes.size()) >= num_axes, spec.source,
        "needs " + std::to_string(num_axes) + " axis element(s)");
  if (num_axes == 1) ReadScalarJoint(spec, report, &joint);
  if (num_axes > 0) ReportSpeedLimits(spec, report);
  if (joint.type != JointType::kWeld) ReadLosses(spec, report, &joint);
  if (joint.type == JointType::kUniversal) ReadUniversalJoint(spec, &joint);
  if (joint.type == JointType::kScrew) ReadScrewPitch(spec, &joint);
  if (joint.type == JointType::kPlanar) ReadPlanarJoint(spec, report, &joint);
  Check(joint.damping >= 0 && joint.dry_friction >= 0 && joint.stiffness >= 0 &&
            joint.armature >= 0,
        spec.source,
        "damping, friction, stiffness and rotor inertia must not be negative");
  joint.X_CM = spec.X_CJ * joint.X_PF;
  return joint;
}

bool IsActuated(const JointSpec& spec, const Joint& joint) {
  return joint.nv() == 1 && spec.axes[0].effort != 0;
}

}  // namespace tactus::multibody::sdformat
