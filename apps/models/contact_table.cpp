#include "tactus/apps/models/contact_table.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/pressure/make_pressure_solid.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::apps {
namespace {

using contact::Compliance;
using contact::Geometry;

constexpr std::size_t kMostPairs = 200;

bool IsHalfSpace(const Geometry& geometry) {
  return std::holds_alternative<contact::HalfSpace>(geometry.shape);
}

/// What touches of a mesh that is not convex; nothing for other shapes.
std::string DescribeSurface(const Geometry& geometry) {
  const auto own = contact::ExamineSolid(geometry.shape);
  if (!own) return "";
  const bool is_soft =
      geometry.material.compliance.kind == Compliance::Kind::kCompliant;
  if (!is_soft || own->num_holes == 0) return " (its own surface)";
  return fmt::format(" (its own surface, {} hole{} of {} edges closed)",
                     own->num_holes, own->num_holes == 1 ? "" : "s",
                     own->num_open);
}

std::string Describe(const Geometry& geometry) {
  const Compliance& compliance = geometry.material.compliance;
  switch (compliance.kind) {
    case Compliance::Kind::kRigid:
      return "rigid" + DescribeSurface(geometry);
    case Compliance::Kind::kCompliant:
      return fmt::format("{:.3g} Pa", compliance.modulus) +
             DescribeSurface(geometry);
    default:
      return "no pressure field";
  }
}

}  // namespace

bool TouchAsSurfaces(const Geometry& a, const Geometry& b) {
  return contact::TouchByPatch(a, b) &&
         (contact::HasOwnSurface(a.shape) || contact::HasOwnSurface(b.shape));
}

std::string ExplainContact(const Geometry& a, const Geometry& b) {
  const auto is_point = [](const Geometry& each) {
    return each.material.compliance.kind == Compliance::Kind::kPoint;
  };
  if (contact::TouchByPatch(a, b))
    return fmt::format("patch: {} on {}", Describe(a), Describe(b));
  if (is_point(a) && is_point(b)) return "points";
  if (is_point(a) || is_point(b)) {
    return fmt::format("points: '{}' has no modulus",
                       is_point(a) ? a.name : b.name);
  }
  if (IsHalfSpace(a) && IsHalfSpace(b)) return "points: two half-spaces";
  return "points: both are rigid";
}

ContactPairs FindContactPairs(const multibody::Model& model) {
  const auto geometries = model.geometries();
  ContactPairs pairs;
  multibody::MakeCollisionEngine(model)->VisitCandidatePairs([&](int i, int j) {
    ++pairs.count;
    if (contact::TouchByPatch(geometries[i], geometries[j]))
      ++pairs.num_patches;
    if (pairs.first.size() < kMostPairs) pairs.first.emplace_back(i, j);
  });
  return pairs;
}

std::string MakeContactTable(const multibody::Model& model,
                             const ContactPairs& pairs) {
  std::string text = "contact: geometry, geometry, how\n";
  for (const auto& [index_a, index_b] : pairs.first) {
    const Geometry& a = model.geometries()[index_a];
    const Geometry& b = model.geometries()[index_b];
    text += fmt::format("  {:<28} {:<28} {}\n", a.name, b.name,
                        ExplainContact(a, b));
  }
  const long more = pairs.count - std::ssize(pairs.first);
  if (more > 0) text += fmt::format("  and {} more pairs\n", more);
  return text;
}

std::vector<int> FindIdleModuli(const multibody::Model& model) {
  const auto geometries = model.geometries();
  const auto has_modulus = [](const Geometry& geometry) {
    return geometry.material.compliance.kind == Compliance::Kind::kCompliant;
  };
  if (std::ranges::none_of(geometries, has_modulus)) return {};
  std::vector<bool> touches(geometries.size()), by_patch(geometries.size());
  multibody::MakeCollisionEngine(model)->VisitCandidatePairs([&](int a, int b) {
    const bool is_patch = contact::TouchByPatch(geometries[a], geometries[b]);
    for (const int each : {a, b}) {
      touches[each] = true;
      if (is_patch) by_patch[each] = true;
    }
  });
  std::vector<int> idle;
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    if (has_modulus(geometries[i]) && touches[i] && !by_patch[i])
      idle.push_back(static_cast<int>(i));
  }
  return idle;
}

}  // namespace tactus::apps
