#include "tactus/multibody/importers/sdf/surfaces.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

using enum Notice::Severity;
using Severity = Notice::Severity;

// An element that does not act, and the value with which it says nothing, if
// there is one.
struct Rule {
  std::string_view path, neutral, message;
  Severity severity = kDropped;
};

constexpr std::string_view kIsotropic =
    "friction is the same in all directions";
constexpr std::string_view kSlip =
    "contacts do not slip in proportion to force";
constexpr std::string_view kSoftness =
    "how soft a contact is, its stiffness and dissipation say";
constexpr std::string_view kBulletLaw = "of Bullet only <friction> is read";
constexpr std::string_view kNoRestitution =
    "compliant contact has no coefficient of restitution; a scenario's "
    "surfaces or --restitution give one to cond, pgs and apgd";
constexpr std::string_view kOnePoint = "friction of patches has no counterpart";
constexpr std::string_view kRigidLimit = "joint limits are near-rigid";
constexpr std::string_view kConstraint =
    "how soft a joint's constraints are in ODE has no counterpart";
constexpr std::string_view kMotor = "motors of ODE's are left out";

// Not <bounce><threshold>, which says nothing without a restitution, and not
// what only concerns how other engines compute.
constexpr Rule kSurface[] = {
    {"friction/ode/fdir1", "0 0 0", kIsotropic, kApproximated},
    {"friction/ode/slip1", "0", kSlip},
    {"friction/ode/slip2", "0", kSlip},
    {"friction/bullet/fdir1", "0 0 0", kIsotropic, kApproximated},
    {"friction/bullet/rolling_friction", "0", "there is no rolling friction"},
    {"friction/torsional", "", kOnePoint},
    {"contact/category_bitmask", "65535",
     "who touches whom, <collide_bitmask> alone decides"},
    {"contact/poissons_ratio", "0.3", kSoftness},
    {"contact/elastic_modulus", "-1", kSoftness},
    {"contact/ode/kd", "0",
     "a damping in N s/m has no counterpart in the contact law of Hunt and "
     "Crossley"},
    {"contact/ode/soft_cfm", "0", kSoftness},
    {"contact/ode/soft_erp", "0.2", kSoftness},
    {"contact/ode/max_vel", "0.01", "contacts part as fast as forces make them",
     kApproximated},
    {"contact/ode/min_depth", "0", "contact begins at zero distance",
     kApproximated},
    {"contact/bullet/soft_cfm", "0", kBulletLaw},
    {"contact/bullet/soft_erp", "0.2", kBulletLaw},
    {"contact/bullet/kp", "1e12", kBulletLaw},
    {"contact/bullet/kd", "1", kBulletLaw},
    {"bounce/restitution_coefficient", "0", kNoRestitution},
    {"soft_contact", "", "soft bodies of DART's are rigid here"},
};

constexpr Rule kJoint[] = {
    {"axis/limit/stiffness", "1e8", kRigidLimit, kApproximated},
    {"axis/limit/dissipation", "1", kRigidLimit, kApproximated},
    {"axis2/limit/stiffness", "1e8", kRigidLimit, kApproximated},
    {"axis2/limit/dissipation", "1", kRigidLimit, kApproximated},
    {"physics/ode/fudge_factor", "0", kMotor},
    {"physics/ode/max_force", "0", kMotor},
    {"physics/ode/velocity", "0", kMotor},
    {"physics/ode/bounce", "0",
     "joint limits have no coefficient of restitution"},
    {"physics/ode/cfm", "0", kConstraint},
    {"physics/ode/erp", "0.2", kConstraint},
    {"physics/ode/limit/cfm", "0", kRigidLimit, kApproximated},
    {"physics/ode/limit/erp", "0.2", kRigidLimit, kApproximated},
    {"physics/ode/suspension/cfm", "0", kConstraint},
    {"physics/ode/suspension/erp", "0.2", kConstraint},
};

bool IsNeutral(const XmlElement& element, const Rule& rule) {
  const auto words = SplitWords(element.text);
  return std::ranges::equal(words, SplitWords(rule.neutral),
                            [](std::string_view a, std::string_view b) {
                              return ParseNumber(a) == ParseNumber(b);
                            }) &&
         !words.empty();
}

// What is said to Bullet of a contact that ODE is told of, too, is the same
// contact in other words.
bool IsSaidToOde(const XmlElement& element, const Rule& rule) {
  return rule.path.starts_with("contact/bullet/") &&
         FindPath(element, "contact/ode") != nullptr;
}

void ReportRest(const XmlElement& element, std::span<const Rule> rules,
                ImportReport* report) {
  for (const Rule& rule : rules) {
    const XmlElement* found = FindPath(element, rule.path);
    if (found == nullptr || IsNeutral(*found, rule)) continue;
    if (IsSaidToOde(element, rule)) continue;
    report->AddCommon(rule.severity, *found, rule.message);
  }
}

// Reads one coefficient for all directions; `second` is that across the first.
bool ReadFriction(const XmlElement& surface, std::string_view first,
                  std::string_view second, contact::Material* material,
                  ImportReport* report) {
  double mu = 0;
  if (!ReadPath(surface, first, &mu)) return false;
  material->static_friction = material->dynamic_friction = mu;
  double mu2 = mu;
  if (ReadPath(surface, second, &mu2) && mu2 != mu) {
    const XmlElement& one = *FindPath(surface, first);
    report->Add(kApproximated, one,
                std::string(kIsotropic) + ": that of <" + one.tag + ">");
  }
  return true;
}

}  // namespace

bool IsPassable(const XmlElement& surface) {
  const XmlElement* flag = FindPath(surface, "contact/collide_without_contact");
  return flag != nullptr && ReadFlag(*flag);
}

void ReadSurface(const XmlElement& surface, contact::Material* material,
                 ImportReport* report) {
  constexpr std::string_view kBullet = "friction/bullet/friction";
  if (!ReadFriction(surface, "friction/ode/mu", "friction/ode/mu2", material,
                    report) &&
      ReadFriction(surface, kBullet, "friction/bullet/friction2", material,
                   report)) {
    report->AddCommon(Severity::kCosmetic, *FindPath(surface, kBullet),
                      "taken, for want of a <friction><ode><mu>");
  }
  ReadPath(surface, "contact/ode/kp", &material->stiffness);
  ReportRest(surface, kSurface, report);
}

void ReportJointPhysics(const XmlElement& joint, ImportReport* report) {
  ReportRest(joint, kJoint, report);
}

}  // namespace tactus::multibody::sdformat
