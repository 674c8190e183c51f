#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/pressure/contact_surface.h"

namespace tactus::contact {

/// Whether two geometries touch by a patch: one is compliant, the other
/// compliant or rigid, and they are not both half-spaces.
bool TouchByPatch(const Geometry& a, const Geometry& b);

/// The solids of those geometries of a model that touch by pressure fields.
/// Immutable: one serves many threads.
class PressureSolids {
 public:
  /// @throws std::invalid_argument, naming the geometry, for a compliance that
  /// its shape cannot have.
  explicit PressureSolids(std::span<const Geometry> geometries);

  /// Whether no pair can touch by patches.
  bool empty() const { return !any_compliant_; }

  /// Whether two geometries do (see above).
  bool TouchByPatch(int geometry_a, int geometry_b) const;

  /// @pre it touches by patches.
  const PressureSolid& solid(int geometry) const {
    return *entries_[geometry].solid;
  }

  /// d = (E_b d_a + E_a d_b) / (E_a + E_b), with the limit for a rigid side.
  double CombineDissipation(int geometry_a, int geometry_b) const;

  /// Three points, if both say so.
  Compliance::Quadrature CombineQuadrature(int geometry_a,
                                           int geometry_b) const;

 private:
  struct Entry {
    std::optional<PressureSolid> solid;
    double modulus{};  ///< Infinite if rigid [Pa].
    double dissipation{};
    bool is_half_space{};
    Compliance::Quadrature quadrature{};
  };

  std::vector<Entry> entries_;
  bool any_compliant_ = false;
};

/// Puts contact surfaces in place of points: what two solids do where they
/// overlap. Keeps work space alone.
class PatchQuery {
 public:
  /// In `contacts`, as CollisionEngine::FindContacts() has made them at `X_WB`:
  /// manifolds of pairs whose fields overlap become the points of their
  /// polygons (AppendPatch()), in the order of the cells; those of shapes that
  /// are still apart, and all others, stay.
  void ReplaceOverlaps(const PressureSolids& solids,
                       std::span<const Geometry> geometries,
                       std::span<const RigidTransform> X_WB,
                       ContactSet* contacts);

 private:
  void AppendPoints(const PressureSolids& solids,
                    std::span<const Geometry> geometries,
                    std::span<const RigidTransform> X_WB,
                    const Manifold& manifold, ContactSet* contacts);
  void AddPatch(const Manifold& manifold);

  ContactSurfaceFinder finder_;
  ContactSurface surface_;
  std::vector<Manifold> manifolds_;
  std::vector<ManifoldPoint> points_;
};

}  // namespace tactus::contact
