#include "tactus/apps/models/contact_table.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/round_facets.h"
#include "tactus/contact/pressure/make_pressure_solid.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::apps {
namespace {

using contact::Compliance;
using contact::Geometry;

constexpr std::size_t kMostPairs = 200, kMostShapes = 200;

bool IsHalfSpace(const Geometry& geometry) {
  return std::holds_alternative<contact::HalfSpace>(geometry.shape);
}

bool HasModulus(const Geometry& geometry) {
  return geometry.material.compliance.kind == Compliance::Kind::kCompliant;
}

/// What touches of a mesh that is not convex; nothing for other shapes.
std::string DescribeSurface(const Geometry& geometry) {
  const auto own = contact::ExamineSolid(geometry.shape);
  if (!own) return "";
  if (!HasModulus(geometry) || own->num_holes == 0) return " (its own surface)";
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

struct FacetedShape {
  std::string name;
  contact::FacetFit fit;
};

/// The round shapes that touch by patches.
std::vector<FacetedShape> FindFacetedShapes(const multibody::Model& model) {
  const auto geometries = model.geometries();
  if (std::ranges::none_of(geometries, HasModulus)) return {};
  std::vector<bool> by_patch(geometries.size());
  multibody::MakeCollisionEngine(model)->VisitCandidatePairs([&](int a, int b) {
    if (contact::TouchByPatch(geometries[a], geometries[b]))
      by_patch[a] = by_patch[b] = true;
  });
  std::vector<FacetedShape> found;
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    if (!by_patch[i]) continue;
    const Geometry& geometry = geometries[i];
    if (const auto fit =
            contact::CalcFacetFit(geometry.shape, geometry.material.compliance))
      found.push_back({geometry.name, *fit});
  }
  return found;
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
    return fmt::format("points: '{}' has no pressure field",
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

std::string MakeFacetSummary(const multibody::Model& model) {
  const std::vector<FacetedShape> shapes = FindFacetedShapes(model);
  if (shapes.empty()) return "";
  const auto relative = [](const FacetedShape& shape) {
    return shape.fit.error / shape.fit.radius;
  };
  const FacetedShape& worst = *std::ranges::max_element(shapes, {}, relative);
  return fmt::format(
      "  facets       {} round shape{}, off by up to {:.2g} % of the radius: "
      "'{}', of {} edges, by {:.2g} mm\n",
      shapes.size(), shapes.size() == 1 ? "" : "s", 100 * relative(worst),
      worst.name, worst.fit.num_edges, 1000 * worst.fit.error);
}

std::string MakeFacetTable(const multibody::Model& model) {
  const std::vector<FacetedShape> shapes = FindFacetedShapes(model);
  if (shapes.empty()) return "";
  std::string text = "facets: geometry, edges around it, off by [mm]\n";
  for (std::size_t i = 0; i < std::min(shapes.size(), kMostShapes); ++i) {
    text += fmt::format("  {:<28} {:>5} {:>10.3g}\n", shapes[i].name,
                        shapes[i].fit.num_edges, 1000 * shapes[i].fit.error);
  }
  if (shapes.size() > kMostShapes)
    text += fmt::format("  and {} more shapes\n", shapes.size() - kMostShapes);
  return text;
}

std::vector<int> FindIdleModuli(const multibody::Model& model) {
  const auto geometries = model.geometries();
  if (std::ranges::none_of(geometries, HasModulus)) return {};
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
    if (HasModulus(geometries[i]) && touches[i] && !by_patch[i])
      idle.push_back(static_cast<int>(i));
  }
  return idle;
}

}  // namespace tactus::apps
