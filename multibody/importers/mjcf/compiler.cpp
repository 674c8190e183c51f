#include "tactus/multibody/importers/mjcf/compiler.h"

#include <cmath>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr double kPi = 3.14159265358979323846;

void ReadAngles(const XmlElement& element, CompilerSettings* settings) {
  ReadWord<bool>(element, "angle", {{"degree", true}, {"radian", false}},
                 &settings->degrees);
  if (!Read(element, "eulerseq", &settings->euler_sequence)) return;
  const std::string& sequence = settings->euler_sequence;
  if (sequence.size() != 3 ||
      sequence.find_first_not_of("xyzXYZ") != std::string::npos) {
    FailAttribute(element, "eulerseq",
                  "is '" + sequence + "', not three letters of xyzXYZ");
  }
}

void ReadFiles(const XmlElement& element, CompilerSettings* settings) {
  std::string directory;
  if (Read(element, "assetdir", &directory)) {
    settings->mesh_directory = settings->texture_directory = directory;
  }
  if (Read(element, "meshdir", &directory)) {
    settings->mesh_directory = directory;
  }
  if (Read(element, "texturedir", &directory)) {
    settings->texture_directory = directory;
  }
  Read(element, "strippath", &settings->strip_path);
  Read(element, "fitaabb", &settings->fits_bounding_boxes);
  Read(element, "exactmeshinertia", &settings->has_exact_mesh_inertia);
}

void ReadInertiaRules(const XmlElement& element, CompilerSettings* settings) {
  using enum CompilerSettings::InertiaFromGeom;
  ReadWord<CompilerSettings::InertiaFromGeom>(
      element, "inertiafromgeom",
      {{"false", kNever}, {"true", kAlways}, {"auto", kWithoutInertial}},
      &settings->inertia_from_geom);
  Vector2d groups;
  if (Read(element, "inertiagrouprange", &groups)) {
    settings->first_inertia_group = static_cast<int>(groups[0]);
    settings->last_inertia_group = static_cast<int>(groups[1]);
  }
  Read(element, "boundmass", &settings->min_mass);
  Read(element, "boundinertia", &settings->min_inertia);
  Read(element, "balanceinertia", &settings->balance_inertia);
  Read(element, "settotalmass", &settings->total_mass);
}

void RefuseGlobalCoordinates(const XmlElement& element) {
  const std::string* coordinate = element.Find("coordinate");
  if (coordinate != nullptr && *coordinate != "local") {
    FailAttribute(element, "coordinate",
                  "is '" + *coordinate + "'; only local is supported");
  }
}

// Those of several <option>s add up.
void ReadDisabledGroups(const XmlElement& element, std::set<int>* groups) {
  constexpr std::string_view kName = "actuatorgroupdisable";
  std::vector<double> numbers;
  Read(element, kName, &numbers);
  for (const double number : numbers) {
    if (!(number >= 0 && number <= 30 && number == std::floor(number)))
      FailAttribute(element, kName, "takes whole numbers from 0 to 30");
    groups->insert(static_cast<int>(number));
  }
}

}  // namespace

double CompilerSettings::ToRadians(double angle) const {
  return degrees ? angle * (kPi / 180) : angle;
}

CompilerSettings ReadCompiler(const XmlElement& root) {
  CompilerSettings settings;
  for (const XmlElement& element : root.children) {
    if (element.tag != "compiler") continue;
    RefuseGlobalCoordinates(element);
    ReadAngles(element, &settings);
    Read(element, "autolimits", &settings.autolimits);
    ReadFiles(element, &settings);
    ReadInertiaRules(element, &settings);
  }
  return settings;
}

Option ReadOption(const XmlElement& root) {
  Option option;
  bool gravity_enabled = true;
  for (const XmlElement& element : root.children) {
    if (element.tag != "option") continue;
    Read(element, "gravity", &option.gravity_W);
    Read(element, "density", &option.fluid.density);
    Read(element, "viscosity", &option.fluid.viscosity);
    Read(element, "wind", &option.fluid.wind_W);
    for (const char* name : {"density", "viscosity"}) {
      double value = 0;
      if (Read(element, name, &value) && value < 0)
        FailAttribute(element, name, "is negative");
    }
    Read(element, "timestep", &option.timestep);
    ReadDisabledGroups(element, &option.disabled_groups);
    ReadWord<Option::Collision>(
        element, "collision",
        {{"all", Option::Collision::kAll},
         {"dynamic", Option::Collision::kDynamic},
         {"predefined", Option::Collision::kPredefined}},
        &option.collision);
    for (const XmlElement& flag : element.children) {
      if (flag.tag != "flag") continue;
      const auto read = [&flag](std::string_view name, bool* enabled) {
        ReadWord<bool>(flag, name, {{"enable", true}, {"disable", false}},
                       enabled);
      };
      read("gravity", &gravity_enabled);
      read("refsafe", &option.bound_stiffness);
      read("frictionloss", &option.dry_friction);
      read("equality", &option.equality);
      read("constraint", &option.constraints);
      read("limit", &option.limits);
      read("contact", &option.contact);
      read("passive", &option.passive);
      read("spring", &option.springs);
      read("damper", &option.dampers);
      read("clampctrl", &option.clamp_controls);
      read("actuation", &option.actuation);
    }
  }
  if (!option.constraints) option.equality = option.dry_friction = false;
  if (!gravity_enabled) option.gravity_W.setZero();
  return option;
}

}  // namespace tactus::multibody::mjcf
