#include "tactus/apps/io/notices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/plain_text.h"
#include "tactus/contact/pressure/make_pressure_solid.h"

namespace tactus::apps {
namespace {

using multibody::Joint;
using multibody::JointType;

bool AnyIsFinite(std::span<const double> bounds) {
  return std::ranges::any_of(bounds, [](double x) { return std::isfinite(x); });
}

bool HasLimits(const Joint& joint) {
  const auto nv = static_cast<std::size_t>(joint.nv());
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kPrismatic:
    case JointType::kScrew:
      return std::isfinite(joint.lower) || std::isfinite(joint.upper);
    case JointType::kBall:
      return std::isfinite(joint.max_angle);
    case JointType::kUniversal:
    case JointType::kPlanar:
      return AnyIsFinite(std::span(joint.lower_each).first(nv)) ||
             AnyIsFinite(std::span(joint.upper_each).first(nv));
    case JointType::kWeld:
    case JointType::kTranslation:
    case JointType::kFloating:
      break;
  }
  return false;
}

bool IsLimited(const multibody::Tendon& tendon) {
  return std::isfinite(tendon.lower) || std::isfinite(tendon.upper);
}

// Each mesh is told of once, however many geometries have it.
void WarnOfHoles(const multibody::Model& model, std::ostream& out) {
  std::set<const contact::ConvexHull*> told;
  for (const contact::Geometry& geometry : model.geometries()) {
    using Kind = contact::Compliance::Kind;
    if (geometry.material.compliance.kind != Kind::kCompliant) continue;
    const auto own = contact::ExamineSolid(geometry.shape);
    if (!own || own->num_holes == 0) continue;
    const auto& mesh = std::get<contact::ConvexMesh>(geometry.shape);
    if (!told.insert(mesh.hull.get()).second) continue;
    out << fmt::format(
        "tactus: warning: the mesh of '{}' is open at {} edges: for its "
        "pressure field, {} {} closed\n",
        geometry.name, own->num_open,
        own->num_holes == 1 ? "a hole"
                            : fmt::format("{} holes", own->num_holes),
        own->num_holes == 1 ? "is" : "are");
  }
}

// The names of half-spaces of the world that something touches alike.
std::vector<std::pair<std::string, std::string>> ListSamePlanes(
    const multibody::Model& model) {
  constexpr double kNear = 1e-6;  // [m], and of normals.
  std::vector<const contact::Geometry*> planes;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const contact::Geometry& geometry : model.geometries()) {
    const bool is_ground =
        geometry.body == 0 &&
        std::holds_alternative<contact::HalfSpace>(geometry.shape) &&
        (geometry.contype | geometry.conaffinity) != 0;
    if (!is_ground) continue;
    const Vector3d n = geometry.X_BG.linear().col(2);
    for (const contact::Geometry* other : planes) {
      const Vector3d m = other->X_BG.linear().col(2);
      const double apart =
          n.dot(geometry.X_BG.translation() - other->X_BG.translation());
      if ((n - m).norm() < kNear && std::abs(apart) < kNear)
        pairs.emplace_back(other->name, geometry.name);
    }
    planes.push_back(&geometry);
  }
  return pairs;
}

}  // namespace

void PrintNotices(std::span<const multibody::Notice> notices, bool cosmetic,
                  std::ostream& out) {
  for (const multibody::Notice& notice : notices) {
    if (cosmetic || notice.severity != multibody::Notice::Severity::kCosmetic) {
      out << MakePlain(to_string(notice)) << '\n';
    }
  }
}

void PrintNoticesByKind(std::span<const multibody::Notice> notices,
                        std::ostream& out) {
  using Severity = multibody::Notice::Severity;
  constexpr std::array<std::pair<Severity, std::string_view>, 3> kKinds = {
      {{Severity::kDropped, "left out of the physics"},
       {Severity::kApproximated, "approximated"},
       {Severity::kCosmetic, "without a part in the physics"}}};
  for (const auto& [severity, title] : kKinds) {
    int count = 0;
    for (const multibody::Notice& notice : notices)
      count += notice.severity == severity ? notice.count : 0;
    if (count == 0) continue;
    out << fmt::format("{}: {}\n", title, count);
    for (const multibody::Notice& notice : notices) {
      if (notice.severity == severity)
        out << "  " << MakePlain(to_string(notice)) << '\n';
    }
  }
}

int CountLostActuators(std::span<const multibody::Notice> notices) {
  constexpr std::array<std::string_view, 12> kTags = {
      "general",  "motor",  "position", "velocity", "intvelocity", "damper",
      "cylinder", "muscle", "adhesion", "dcmotor",  "orientation", "pid"};
  int count = 0;
  for (const multibody::Notice& notice : notices) {
    if (notice.severity != multibody::Notice::Severity::kDropped) continue;
    const bool is_actuator = std::ranges::any_of(kTags, [&](auto tag) {
      const std::string start = "<" + std::string(tag);
      return notice.element == start + ">" ||
             notice.element.starts_with(start + " ");
    });
    // One with an attribute too many acts, and plugins stand elsewhere, too.
    const bool is_plugin = notice.element.starts_with("<plugin") &&
                           notice.message.starts_with("actuators");
    const bool acts = notice.message.starts_with("unknown attribute");
    if ((is_actuator && !acts) || is_plugin) count += notice.count;
  }
  return count;
}

void WarnOfThreads(int asked, int used, std::ostream& out) {
  if (asked <= used) return;
  out << "tactus: warning: one thread is used; more serve cenic, icf, cond, "
         "pgs, apgd, and comfree with --backend openmp\n";
}

std::vector<std::string> ListNearRigidParts(const multibody::Model& model) {
  std::vector<std::string> parts;
  if (std::ranges::any_of(model.joints(), &HasLimits))
    parts.emplace_back("joint limits");
  if (std::ranges::any_of(model.tendons(), &IsLimited))
    parts.emplace_back("the limits of tendons");
  if (std::ranges::any_of(model.joints(), &Joint::is_locked))
    parts.emplace_back("locked joints");
  if (!model.couplers().empty()) parts.emplace_back("joint couplers");
  if (std::ranges::any_of(model.constraints(), &multibody::IsRigid))
    parts.emplace_back("constraints between bodies");
  return parts;
}

void WarnOfSoftJoints(const multibody::Model& model,
                      std::string_view integrator, std::ostream& out) {
  if (integrator != "comfree") return;
  const std::vector<std::string> parts = ListNearRigidParts(model);
  if (parts.empty()) return;
  out << fmt::format(
      "tactus: warning: comfree holds {} as softly as contacts, by "
      "--comfree-stiffness; cenic and icf hold them near-rigidly\n",
      fmt::join(parts, ", "));
}

bool TakesPatches(std::string_view integrator) {
  constexpr std::array<std::string_view, 5> kAtPoints = {"apgd", "comfree",
                                                         "cond", "dojo", "pgs"};
  return std::ranges::count(kAtPoints, integrator) == 0;
}

void WarnOfPatches(const multibody::Model& model, std::string_view integrator,
                   std::ostream& out) {
  using Kind = contact::Compliance::Kind;
  const bool has_fields = std::ranges::any_of(
      model.geometries(), [](const contact::Geometry& geometry) {
        return geometry.material.compliance.kind == Kind::kCompliant;
      });
  if (has_fields) WarnOfHoles(model, out);
  if (!has_fields || TakesPatches(integrator)) return;
  out << fmt::format(
      "tactus: warning: {} needs distances: what has a modulus touches at "
      "points, by its stiffness; cenic, icf and rk3 take pressure fields\n",
      integrator);
}

void WarnOfWorld(const multibody::Model& model, std::ostream& out) {
  if (model.num_velocities() == 0)
    out << "tactus: warning: nothing can move: the model has no joints\n";
  const auto pairs = ListSamePlanes(model);
  for (const auto& [first, second] : pairs) {
    out << fmt::format(
        "tactus: warning: '{}' and '{}' are half-spaces in one plane: what "
        "touches them is held up twice\n",
        MakePlain(first), MakePlain(second));
  }
}

}  // namespace tactus::apps
