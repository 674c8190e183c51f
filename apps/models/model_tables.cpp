#include "tactus/apps/models/model_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/notices.h"

namespace tactus::apps {
namespace {

// "[lower, upper]", or a dash where there are no limits.
std::string FormatRange(double lower, double upper) {
  if (std::isinf(lower) && std::isinf(upper)) return "-";
  return fmt::format("[{:.5g}, {:.5g}]", lower, upper);
}

// Of the position, of each of several, or of how far a ball joint turns.
std::string FormatLimits(const multibody::Joint& joint) {
  if (joint.type == multibody::JointType::kBall) {
    return std::isinf(joint.max_angle)
               ? "-"
               : fmt::format("<= {:.5g}", joint.max_angle);
  }
  if (joint.nv() == 1) return FormatRange(joint.lower, joint.upper);
  std::string text;
  bool limited = false;
  for (std::size_t i = 0; i < 3 && static_cast<int>(i) < joint.nv(); ++i) {
    const double lower = joint.lower_each[i], upper = joint.upper_each[i];
    limited |= std::isfinite(lower) || std::isfinite(upper);
    text += (i > 0 ? " " : "") + FormatRange(lower, upper);
  }
  return limited ? text : "-";
}

std::string MakeBodyTable(const multibody::Model& model) {
  std::string text = "bodies: name, mass [kg], parent, joint\n";
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const multibody::Body& body = model.bodies()[j + 1];
    if (body.is_virtual) continue;
    const multibody::Joint& joint = model.joints()[j];
    text += fmt::format("  {:<28} {:>12.6g}  {:<24} {}\n", body.name,
                        body.inertia.mass, model.bodies()[joint.parent].name,
                        joint.name);
  }
  return text;
}

std::string MakeJointTable(const multibody::Model& model) {
  std::string text =
      "joints: name, type, limits, damping, dry friction, armature\n";
  for (const multibody::Joint& joint : model.joints()) {
    if (joint.nv() == 0) continue;
    text +=
        fmt::format("  {:<28} {:<10} {:<22} {:>10.5g} {:>10.5g} {:>10.5g}\n",
                    joint.name, to_string(joint.type), FormatLimits(joint),
                    joint.damping, joint.dry_friction, joint.armature);
  }
  return text;
}

std::string MakeActuatorTable(const multibody::Model& model) {
  std::string text = "actuators: name, place, gear, control, force\n";
  for (const multibody::Actuator& actuator : model.actuators()) {
    const std::string& place =
        actuator.joint >= 0    ? model.joints()[actuator.joint].name
        : actuator.tendon >= 0 ? model.tendons()[actuator.tendon].name
                               : model.bodies()[actuator.body].name;
    text +=
        fmt::format("  {:<28} {:<24} {:>8.5g}  {:<18} {}\n", actuator.name,
                    place, actuator.gear,
                    FormatRange(actuator.control_lower, actuator.control_upper),
                    FormatRange(actuator.force_lower, actuator.force_upper));
  }
  return text;
}

}  // namespace

std::string MakeModelSummary(const multibody::Model& model,
                             const ContactPairs& pairs,
                             std::span<const multibody::Notice> notices) {
  const auto bodies = model.bodies();
  const auto is_real = [](const multibody::Body& b) {
    return !b.is_virtual;
  };
  const auto moves = [](const multibody::Joint& j) {
    return j.nv() > 0;
  };
  double mass = 0;
  for (const multibody::Body& body : bodies) mass += body.inertia.mass;
  const int num_lost = CountLostActuators(notices);
  const std::string lost =
      num_lost == 0
          ? ""
          : fmt::format(" of {} act", model.num_actuators() + num_lost);
  const std::string patches =
      pairs.num_patches == 0
          ? ""
          : fmt::format(", {} of them by patches", pairs.num_patches);
  return fmt::format(
      "  bodies       {} with {:.6g} kg, in {} tree{}\n"
      "  joints       {} with {} positions and {} velocities\n"
      "  constraints  {} between joints, {} between bodies\n"
      "  tendons      {}\n"
      "  geometries   {}, of which {} pair{} may touch{}\n"
      "{}"
      "  actuators    {}{}\n"
      "  keyframes    {}\n",
      std::ranges::count_if(bodies.subspan(1), is_real), mass,
      model.trees().size(), model.trees().size() == 1 ? "" : "s",
      std::ranges::count_if(model.joints(), moves), model.num_positions(),
      model.num_velocities(), model.couplers().size(),
      model.constraints().size(), model.tendons().size(),
      model.geometries().size(), pairs.count, pairs.count == 1 ? "" : "s",
      patches, MakeFacetSummary(model), model.num_actuators(), lost,
      model.keyframes().size());
}

std::string MakeModelTables(const multibody::Model& model,
                            const ContactPairs& pairs) {
  return MakeBodyTable(model) + MakeJointTable(model) +
         MakeActuatorTable(model) + MakeContactTable(model, pairs) +
         MakeFacetTable(model);
}

}  // namespace tactus::apps
