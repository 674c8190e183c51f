#include "tactus/multibody/importers/mjcf/actuators.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tactus/multibody/importers/mjcf/actuator_parameters.h"
#include "tactus/multibody/importers/mjcf/copies.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

// Nothing for dynamics that there are not here, of plugins.
std::optional<Activation::Dynamics> FindDynamics(
    const ActuatorParameters& parameters) {
  const std::string& type = parameters.activation;
  if (type.empty()) return Activation::Dynamics::kNone;
  if (type == "integrator") return Activation::Dynamics::kIntegrator;
  if (type == "filter" || type == "filterexact")
    return Activation::Dynamics::kFilter;
  if (type == "muscle") return Activation::Dynamics::kMuscle;
  return std::nullopt;
}

// Gain and bias of one muscle, or its active part alone.
bool IsMuscle(const ActuatorParameters& parameters) {
  using Bias = ActuatorParameters::Bias;
  return parameters.gain_type == ActuatorParameters::Gain::kMuscle &&
         (parameters.bias_type == Bias::kNone ||
          (parameters.bias_type == Bias::kMuscle &&
           std::equal(parameters.gain.begin(), parameters.gain.begin() + 9,
                      parameters.bias.begin())));
}

// Why an actuator cannot be had; empty if it can.
std::string FindObstacle(const ActuatorParameters& parameters) {
  using Gain = ActuatorParameters::Gain;
  using Bias = ActuatorParameters::Bias;
  const bool is_mixed = parameters.gain_type == Gain::kMuscle ||
                        parameters.bias_type == Bias::kMuscle;
  if (is_mixed && !IsMuscle(parameters)) {
    return "actuators that are in part a muscle are left out";
  }
  if (parameters.gain_type == Gain::kOther ||
      parameters.bias_type == Bias::kOther) {
    return "actuators of this kind are left out";
  }
  if (!FindDynamics(parameters)) {
    return "actuators with activation dynamics (" + parameters.activation +
           ") are left out";
  }
  if (parameters.activation == "muscle" &&
      !(parameters.time_constant > 0 && parameters.deactivation_time > 0)) {
    return "a muscle's activation without two positive time constants is left "
           "out, and its actuator with it";
  }
  return "";
}

bool FollowsRate(const Actuator& actuator) {
  return actuator.gain2 != 0 || actuator.bias2 != 0;
}

// A muscle, damping that needs an inertia, or feedback, where there is none.
std::string FindObstacle(const ActuatorSpec& spec,
                         const std::vector<TendonSpec>& tendons) {
  const bool is_elsewhere = spec.joint < 0 && spec.tendon < 0;
  if (is_elsewhere && spec.actuator.muscle) {
    return "muscles are left out where they act on neither hinge, slide nor "
           "tendon";
  }
  if (is_elsewhere && spec.damping_ratio) {
    return "a 'dampratio' is left out where it is of neither hinge, slide nor "
           "tendon, and its actuator with it";
  }
  if (spec.body >= 0 && FollowsRate(spec.actuator)) {
    return "adhesion that changes with speed is left out";
  }
  if (spec.tendon >= 0 && spec.damping_ratio &&
      !tendons[spec.tendon].path.empty()) {
    return "a 'dampratio' on a spatial tendon is left out, and its actuator "
           "with it";
  }
  return "";
}

// ctrlrange from the joint's range, scaled about its middle by inheritrange.
Interval InheritRange(const XmlElement& element,
                      const ActuatorParameters& parameters,
                      const Interval& range) {
  const bool integrates = parameters.activation == "integrator";
  Check(integrates ? !parameters.activation_range.bounds
                   : !parameters.control.bounds,
        element,
        std::string(integrates ? "'actrange'" : "'ctrlrange'") +
            " and 'inheritrange' both give the range; give one");
  Check(std::isfinite(range.lower), element,
        "'inheritrange' needs a joint or tendon with a range");
  const double middle = (range.lower + range.upper) / 2;
  const double radius =
      (range.upper - range.lower) / 2 * parameters.inherit_range;
  return {middle - radius, middle + radius};
}

Muscle MakeMuscle(const ActuatorParameters& parameters) {
  const auto& p = parameters.gain;
  const bool is_passive =
      parameters.bias_type == ActuatorParameters::Bias::kMuscle;
  return {.range_lower = p[0],
          .range_upper = p[1],
          .peak_force = p[2],
          .scale = p[3],
          .min_length = p[4],
          .max_length = p[5],
          .max_velocity = p[6],
          .passive_max = is_passive ? p[7] : 0,
          .velocity_max = p[8],
          .length_lower = parameters.length_range[0],
          .length_upper = parameters.length_range[1]};
}

void SetLaw(const ActuatorParameters& parameters, ActuatorSpec* spec) {
  Actuator& actuator = spec->actuator;
  if (IsMuscle(parameters)) {
    actuator.muscle = MakeMuscle(parameters);
    return;
  }
  actuator.gain = parameters.gain[0];
  if (parameters.gain_type == ActuatorParameters::Gain::kAffine) {
    actuator.gain1 = parameters.gain[1];
    actuator.gain2 = parameters.gain[2];
  }
  if (parameters.bias_type == ActuatorParameters::Bias::kAffine) {
    actuator.bias0 = parameters.bias[0];
    actuator.bias1 = parameters.bias[1];
    actuator.bias2 = parameters.bias[2];
    spec->damping_ratio = parameters.damping_ratio;
  }
}

// Where there are dynamics, the limits of the law's u are those of the
// activation, and an integrator's inherit the range of what it moves.
void SetRanges(const ActuatorParameters& parameters, const BodyTree& tree,
               const TendonSpec* tendon, const CompilerSettings& compiler,
               ActuatorSpec* spec) {
  const XmlElement& element = *spec->source;
  Activation& activation = spec->actuator.activation;
  const bool integrates =
      activation.dynamics == Activation::Dynamics::kIntegrator;
  Interval control =
      ResolveRange(parameters.control, "ctrlrange", compiler, element);
  Interval held;
  const bool inherits =
      (spec->joint >= 0 || tendon != nullptr) && parameters.inherit_range > 0;
  if (inherits) {
    (integrates ? held : control) = InheritRange(
        element, parameters,
        tendon != nullptr ? tendon->range : tree.joints[spec->joint].range);
  }
  if (!inherits || !integrates) {
    held = ResolveRange(parameters.activation_range, "actrange", compiler,
                        element);
  }
  const Interval force =
      ResolveRange(parameters.force, "forcerange", compiler, element);
  const Interval& u =
      activation.dynamics == Activation::Dynamics::kNone ? control : held;
  spec->actuator.control_lower = u.lower;
  spec->actuator.control_upper = u.upper;
  activation.control_lower = control.lower;
  activation.control_upper = control.upper;
  spec->actuator.force_lower = force.lower;
  spec->actuator.force_upper = force.upper;
}

// The length of what has none is zero.
void RemoveLength(Actuator* actuator) {
  actuator->gain1 = actuator->bias1 = 0;
}

// The frame of a ball or free joint's gear makes no difference to others. MJCF
// has the force first, and of a ball's gear only the torque.
void SetJoint(const ActuatorParameters& parameters, const BodyTree& tree,
              const std::string& name, bool in_parent, ActuatorSpec* spec) {
  const auto& gear = parameters.gear;
  const int index = tree.FindJoint(name, *spec->source);
  const JointSpec& joint = tree.joints[index];
  if (joint.nv() == 1) {
    spec->joint = index;
    spec->actuator.gear = gear[0];
    return;
  }
  spec->transmission = {.kind = Transmission::Kind::kJoint,
                        .joint = index,
                        .in_parent = in_parent};
  Vector6d& to = spec->transmission->gear;
  if (joint.kind == JointSpec::Kind::kBall) {
    to << gear[0], gear[1], gear[2], 0, 0, 0;
  } else {
    to << gear[3], gear[4], gear[5], gear[0], gear[1], gear[2];
    RemoveLength(&spec->actuator);
  }
}

Transmission MakeFrames(const BodyTree& tree, const std::string& name,
                        const std::string* reference,
                        const XmlElement& element) {
  const SiteSpec& site = tree.sites[tree.FindSite(name, element)];
  Transmission of{.body = site.body, .X_BS = site.X_BS};
  if (reference != nullptr) {
    const SiteSpec& r = tree.sites[tree.FindSite(*reference, element)];
    of.reference = r.body;
    of.X_BR = r.X_BS;
  }
  return of;
}

// A force alone is one on a body; what follows a length or its rate acts along
// a transmission.
void SetSite(const ActuatorParameters& parameters, const BodyTree& tree,
             const std::string& name, ActuatorSpec* spec) {
  const XmlElement& element = *spec->source;
  const auto& gear = parameters.gear;
  Vector6d torque_and_force;
  torque_and_force << gear[3], gear[4], gear[5], gear[0], gear[1], gear[2];
  const std::string* reference = element.Find("refsite");
  if (reference == nullptr) RemoveLength(&spec->actuator);
  if (reference != nullptr || FollowsRate(spec->actuator)) {
    spec->transmission = MakeFrames(tree, name, reference, element);
    spec->transmission->gear = torque_and_force;
    return;
  }
  spec->site = tree.FindSite(name, element);
  spec->actuator.X_BS = tree.sites[spec->site].X_BS;
  spec->actuator.wrench_S = torque_and_force;
}

void SetCrank(const ActuatorParameters& parameters, const BodyTree& tree,
              const std::string& crank, ActuatorSpec* spec) {
  const XmlElement& element = *spec->source;
  spec->transmission =
      MakeFrames(tree, crank, &Required(element, "slidersite"), element);
  spec->transmission->kind = Transmission::Kind::kCrank;
  spec->transmission->gear[5] = 1;
  spec->actuator.gear = parameters.gear[0];
  Required(element, "cranklength");
  double& rod = spec->transmission->rod_length;
  Read(element, "cranklength", &rod);
  if (!(rod > 0)) FailAttribute(element, "cranklength", "must be positive");
}

void SetTransmission(const ActuatorParameters& parameters, const BodyTree& tree,
                     const TendonSpec* tendon, ActuatorSpec* spec) {
  const XmlElement& element = *spec->source;
  const auto& gear = parameters.gear;
  if (tendon != nullptr && tendon->is_joint()) {  // l = gear L = gear coef q
    spec->tendon = -1;
    spec->joint = tendon->terms[0].joint;
    spec->actuator.gear = gear[0] * tendon->terms[0].coefficient;
  } else if (tendon != nullptr) {
    spec->actuator.gear = gear[0];
  } else if (const std::string* joint = element.Find("joint")) {
    SetJoint(parameters, tree, *joint, false, spec);
  } else if (const std::string* in_parent = element.Find("jointinparent")) {
    SetJoint(parameters, tree, *in_parent, true, spec);
  } else if (const std::string* site = element.Find("site")) {
    SetSite(parameters, tree, *site, spec);
  } else if (const std::string* crank = element.Find("cranksite")) {
    SetCrank(parameters, tree, *crank, spec);
  } else if (const std::string* body = element.Find("body")) {
    spec->body = tree.FindBody(*body, element);
    spec->actuator.adheres = true;
    RemoveLength(&spec->actuator);
  } else {
    Fail(element,
         "acts on nothing: it has no 'joint', no 'tendon', no 'site' and no "
         "'body'");
  }
}

// Narrows the force range to what the transmission takes: gear f in [lower,
// upper].
void ApplyEffortRange(const Interval& effort, double gear, Actuator* actuator) {
  if (gear == 0) return;
  const auto [lower, upper] =
      std::minmax({effort.lower / gear, effort.upper / gear});
  actuator->force_lower = std::clamp(actuator->force_lower, lower, upper);
  actuator->force_upper = std::clamp(actuator->force_upper, lower, upper);
}

// The tendon that it acts on; null if it acts on another thing, or cannot.
const TendonSpec* FindTendonOf(const std::vector<TendonSpec>& tendons,
                               ActuatorSpec* spec) {
  const std::string* name = spec->source->Find("tendon");
  if (name == nullptr) return nullptr;
  spec->tendon = FindTendon(tendons, *name);
  if (spec->tendon >= 0) return &tendons[spec->tendon];
  spec->obstacle = "the tendon that it acts on is left out";
  return nullptr;
}

ActuatorSpec ReadActuator(const XmlElement& element, const BodyTree& tree,
                          const std::vector<TendonSpec>& tendons,
                          const CompilerSettings& compiler,
                          const DefaultClasses& classes) {
  ActuatorSpec spec{.source = &element};
  const ActuatorParameters parameters = ReadActuatorParameters(
      classes.Layers(element, "",
                     {"general", "motor", "position", "velocity", "intvelocity",
                      "cylinder", "muscle", "damper", "adhesion"}));
  spec.group = parameters.group;
  spec.has_activation =
      !parameters.activation.empty() || element.tag == "muscle";
  Read(element, "name", &spec.actuator.name);
  spec.obstacle = FindObstacle(parameters);
  if (!spec.obstacle.empty()) return spec;
  const TendonSpec* tendon = FindTendonOf(tendons, &spec);
  if (!spec.obstacle.empty()) return spec;
  spec.actuator.activation = {.dynamics = *FindDynamics(parameters),
                              .time_constant = parameters.time_constant,
                              .deactivation_time = parameters.deactivation_time,
                              .smoothing = parameters.smoothing};
  if (spec.actuator.activation.dynamics == Activation::Dynamics::kFilter) {
    Check(parameters.time_constant > 0, element,
          "the time constant of its filter must be positive");
  }
  SetLaw(parameters, &spec);
  SetTransmission(parameters, tree, tendon, &spec);
  SetRanges(parameters, tree, tendon, compiler, &spec);
  if (tendon != nullptr) {
    ApplyEffortRange(tendon->effort_range, parameters.gear[0], &spec.actuator);
  }
  spec.obstacle = FindObstacle(spec, tendons);
  return spec;
}

// Says where an actuator pulls on a joint past its actuatorfrcrange.
void ReportTendonEfforts(const BodyTree& tree, const TendonSpec& tendon,
                         const ActuatorSpec& spec, ImportReport* report) {
  for (const TendonSpec::Term& term : tendon.terms) {
    const JointSpec& joint = tree.joints[term.joint];
    if (!std::isfinite(joint.effort_range.lower)) continue;
    report->Add(Notice::Severity::kApproximated, *spec.source,
                "the actuatorfrcrange of joint '" + joint.name +
                    "' does not limit what acts on a tendon over it");
  }
}

void ApplyEffortRanges(const BodyTree& tree,
                       const std::vector<TendonSpec>& tendons,
                       std::vector<ActuatorSpec>* specs, ImportReport* report) {
  std::vector<int> num_actuators(tree.joints.size(), 0);
  for (const ActuatorSpec& spec : *specs) {
    if (spec.obstacle.empty() && spec.joint >= 0) ++num_actuators[spec.joint];
  }
  for (ActuatorSpec& spec : *specs) {
    if (spec.obstacle.empty() && spec.tendon >= 0)
      ReportTendonEfforts(tree, tendons[spec.tendon], spec, report);
    if (!spec.obstacle.empty() || spec.joint < 0) continue;
    const JointSpec& joint = tree.joints[spec.joint];
    if (!std::isfinite(joint.effort_range.lower)) continue;
    ApplyEffortRange(joint.effort_range, spec.actuator.gear, &spec.actuator);
    if (num_actuators[spec.joint] == 1) continue;
    report->Add(Notice::Severity::kApproximated, *spec.source,
                "the actuatorfrcrange of joint '" + joint.name +
                    "' limits each of its actuators by itself, not their sum");
  }
}

}  // namespace

std::vector<ActuatorSpec> ReadActuators(
    const XmlElement& root, const BodyTree& tree,
    const std::vector<TendonSpec>& tendons,
    const std::vector<CompilerSettings>& compilers,
    const DefaultClasses& classes, ImportReport* report) {
  std::vector<ActuatorSpec> specs;
  std::set<std::string> names;
  for (const XmlElement& section : root.children) {
    if (section.tag != "actuator") continue;
    for (const XmlElement& element : section.children) {
      RequireOneTarget(element, root);
      ActuatorSpec spec = ReadActuator(
          element, tree, tendons,
          CompilerOf(element, compilers, compilers.front()), classes);
      const std::string& name = spec.actuator.name;
      Check(name.empty() || names.insert(name).second, element,
            "the actuator name '" + name + "' is used twice");
      if (!spec.obstacle.empty())
        report->Add(Notice::Severity::kDropped, element, spec.obstacle);
      specs.push_back(std::move(spec));
    }
  }
  ApplyEffortRanges(tree, tendons, &specs, report);
  return specs;
}

}  // namespace tactus::multibody::mjcf
