#include "tactus/contact/pressure/pressure_solids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "tactus/contact/geometry/round_facets.h"
#include "tactus/contact/pressure/make_pressure_solid.h"
#include "tactus/contact/pressure/patch_points.h"

namespace tactus::contact {
namespace {

using Kind = Compliance::Kind;

bool IsHalfSpace(const Geometry& geometry) {
  return std::holds_alternative<HalfSpace>(geometry.shape);
}

Compliance WithHint(Compliance compliance, const Geometry& geometry) {
  if (IsHalfSpace(geometry) ||
      std::holds_alternative<ConvexMesh>(geometry.shape))
    return compliance;
  compliance.resolution_hint = CalcResolutionHint(geometry.shape, compliance);
  return compliance;
}

PressureSolid MakeSolid(const Geometry& geometry) {
  const Compliance compliance =
      WithHint(geometry.material.compliance, geometry);
  try {
    if (compliance.kind == Kind::kCompliant)
      return MakePressureField(geometry.shape, compliance);
    return MakeRigidSurface(geometry.shape, compliance.resolution_hint);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("geometry '" + geometry.name +
                                "': " + error.what());
  }
}

const ConvexHull* HullOf(const Geometry& geometry) {
  const auto* mesh = std::get_if<ConvexMesh>(&geometry.shape);
  return mesh == nullptr ? nullptr : mesh->hull.get();
}

/// Whether what is found of the hulls says nothing of the solids, one of them
/// not convex. A half-space reaches a solid where it reaches the hull.
bool HullsMislead(const Geometry& a, const Geometry& b) {
  return (HasOwnSurface(a.shape) || HasOwnSurface(b.shape)) &&
         !IsHalfSpace(a) && !IsHalfSpace(b);
}

/// Whether they have one mesh and one field.
bool AreAlike(const Geometry& a, const Geometry& b) {
  const Compliance &c = a.material.compliance, &d = b.material.compliance;
  return HullOf(a) != nullptr && HullOf(a) == HullOf(b) && c.kind == d.kind &&
         c.modulus == d.modulus && c.resolution_hint == d.resolution_hint;
}

/// Whether a query of two solids may be worth waking threads for.
bool IsHeavy(const PressureSolid& a, const PressureSolid& b) {
  constexpr std::size_t kMany = 2000;
  const auto num_cells = [](const PressureSolid& solid) {
    if (const auto* field = std::get_if<PressureField>(&solid))
      return field->cells().size();
    return std::get<RigidSurface>(solid).facets().size();
  };
  return num_cells(a) + num_cells(b) >= kMany;
}

/// Whether one of them is deeper than by round-off.
bool AnyOverlaps(std::span<const ManifoldPoint> points) {
  constexpr double kRoundOff = 1e-12;  // [m]
  return std::ranges::any_of(points, [](const ManifoldPoint& point) {
    return point.depth > kRoundOff;
  });
}

}  // namespace

PressureSolids::PressureSolids(std::span<const Geometry> geometries) {
  entries_.resize(geometries.size());
  any_compliant_ =
      std::ranges::any_of(geometries, [](const Geometry& geometry) {
        return geometry.material.compliance.kind == Kind::kCompliant;
      });
  if (!any_compliant_) return;
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    const Geometry& geometry = geometries[i];
    const Compliance& compliance = geometry.material.compliance;
    if (compliance.kind == Kind::kPoint) continue;
    const bool is_rigid = compliance.kind == Kind::kRigid;
    const auto like = std::ranges::find_if(
        geometries.first(i),
        [&](const Geometry& each) { return AreAlike(each, geometry); });
    const std::size_t j = like - geometries.begin();
    entries_[i] = {.solid = j < i ? entries_[j].solid : MakeSolid(geometry),
                   .modulus = is_rigid ? std::numeric_limits<double>::infinity()
                                       : compliance.modulus,
                   .dissipation = geometry.material.dissipation,
                   .is_half_space = IsHalfSpace(geometry),
                   .quadrature = compliance.quadrature};
  }
}

bool TouchByPatch(const Geometry& a, const Geometry& b) {
  using enum Compliance::Kind;
  const auto is_half_space = [](const Geometry& each) {
    return std::holds_alternative<HalfSpace>(each.shape);
  };
  const Compliance::Kind kind_a = a.material.compliance.kind;
  const Compliance::Kind kind_b = b.material.compliance.kind;
  return kind_a != kPoint && kind_b != kPoint &&
         (kind_a == kCompliant || kind_b == kCompliant) &&
         !(is_half_space(a) && is_half_space(b));
}

bool PressureSolids::TouchByPatch(int geometry_a, int geometry_b) const {
  if (!any_compliant_) return false;
  const Entry &a = entries_[geometry_a], &b = entries_[geometry_b];
  if (!a.solid || !b.solid || (a.is_half_space && b.is_half_space))
    return false;
  return std::isfinite(a.modulus) || std::isfinite(b.modulus);
}

double PressureSolids::CombineDissipation(int geometry_a,
                                          int geometry_b) const {
  const Entry &a = entries_[geometry_a], &b = entries_[geometry_b];
  if (std::isinf(a.modulus)) return b.dissipation;
  if (std::isinf(b.modulus)) return a.dissipation;
  return (b.modulus * a.dissipation + a.modulus * b.dissipation) /
         (a.modulus + b.modulus);
}

Compliance::Quadrature PressureSolids::CombineQuadrature(int geometry_a,
                                                         int geometry_b) const {
  const auto [a, b] = std::pair(entries_[geometry_a].quadrature,
                                entries_[geometry_b].quadrature);
  return a == b ? a : Compliance::Quadrature::kCentroid;
}

// Facets reach out of round shapes: near ones may have a patch before they
// overlap. What overlaps by round-off alone has no patch yet, and keeps its
// points: without them it would fall for a step. A surface of its own may be
// apart where the hulls overlap, and nothing is known of when it will touch:
// its patch, if any, replaces what the hull does.
void PatchQuery::ReplaceOverlaps(const PressureSolids& solids,
                                 std::span<const Geometry> geometries,
                                 std::span<const RigidTransform> X_WB,
                                 ContactSet* contacts) {
  if (solids.empty()) return;
  manifolds_.clear();
  points_.clear();
  for (const Manifold& manifold : contacts->manifolds) {
    const auto points =
        std::span(contacts->points)
            .subspan(static_cast<std::size_t>(manifold.first_point),
                     static_cast<std::size_t>(manifold.num_points));
    const int a = manifold.geometry_a, b = manifold.geometry_b;
    const bool overlaps = manifold.time == 0 && AnyOverlaps(points);
    const bool by_patch = solids.TouchByPatch(a, b);
    if (by_patch && manifold.time == 0) {
      const int first_point = static_cast<int>(points_.size());
      AppendPoints(solids, geometries, X_WB, manifold, contacts);
      AddPatch({.geometry_a = a, .geometry_b = b, .first_point = first_point});
      const bool touches = static_cast<int>(points_.size()) > first_point;
      if (touches || overlaps) continue;
    }
    if (by_patch && HullsMislead(geometries[a], geometries[b])) continue;
    manifolds_.push_back(manifold);
    manifolds_.back().first_point = static_cast<int>(points_.size());
    points_.insert(points_.end(), points.begin(), points.end());
  }
  contacts->manifolds.swap(manifolds_);
  contacts->points.swap(points_);
}

// The points of two solids' contact surface, if there is one.
void PatchQuery::AppendPoints(const PressureSolids& solids,
                              std::span<const Geometry> geometries,
                              std::span<const RigidTransform> X_WB,
                              const Manifold& manifold, ContactSet* contacts) {
  const int a = manifold.geometry_a, b = manifold.geometry_b;
  const RigidTransform X_WA = X_WB[geometries[a].body] * geometries[a].X_BG;
  const RigidTransform X_WG = X_WB[geometries[b].body] * geometries[b].X_BG;
  const Compliance::Quadrature quadrature = solids.CombineQuadrature(a, b);
  if (contacts->num_threads > 1 && IsHeavy(solids.solid(a), solids.solid(b))) {
    const PosedSolids posed(solids.solid(a), X_WA, solids.solid(b), X_WG);
    AppendPatchInParallel(posed, quadrature, contacts->num_threads,
                          &contacts->workspace.chunks, &points_);
  } else {
    finder_.Find(solids.solid(a), X_WA, solids.solid(b), X_WG, &surface_);
    AppendPatch(surface_, quadrature, &points_);
  }
}

void PatchQuery::AddPatch(const Manifold& manifold) {
  const int num_points =
      static_cast<int>(points_.size()) - manifold.first_point;
  if (num_points == 0) return;
  manifolds_.push_back({.geometry_a = manifold.geometry_a,
                        .geometry_b = manifold.geometry_b,
                        .first_point = manifold.first_point,
                        .num_points = num_points,
                        .time = 0,
                        .is_patch = true});
}

}  // namespace tactus::contact
