#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tactus/common/color.h"
#include "tactus/common/types.h"
#include "tactus/contact/geometry/broad_phase.h"
#include "tactus/contact/geometry/material.h"
#include "tactus/contact/geometry/narrow_phase/manifold.h"
#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/contact/geometry/sweep.h"

namespace tactus::contact {

/// A shape fixed to a body.
struct Geometry {
  std::string name;
  int body{};  ///< 0 is the world.
  RigidTransform X_BG = RigidTransform::Identity();
  Shape shape;
  Material material = {};
  /// Contact is reported when surfaces are nearer than this, the larger of the
  /// two holding, to methods that act before touch (ComFree); others wait [m].
  double margin{};
  /// Two geometries may touch when (a.contype & b.conaffinity) |
  /// (b.contype & a.conaffinity) is not zero (MJCF's rule).
  std::uint32_t contype = 1, conaffinity = 1;
  /// Whether pictures show it. What is seen of a robot is often not what
  /// collides (multibody::Visual).
  bool is_drawn = true;
  /// Nothing: one that sets the body apart from its neighbours.
  std::optional<Color> color = {};
};

/// Two geometries that touch whatever contype, conaffinity and excludes say,
/// with materials and a margin of their own. Not if neither can move.
struct GeometryPair {
  int geometry_a{}, geometry_b{};
  Material material_a = {}, material_b = {};
  double margin{};  ///< [m]
};

/// Up to which distance a query with `margin` reports the contact of two
/// geometries: the largest of it and theirs, or that of their pair, if they
/// are one [m].
double CalcPairMargin(const Geometry& a, const Geometry& b,
                      const GeometryPair* pair, double margin);

/// What a query finds; owned by the caller and reused, so that a query does not
/// allocate once warm.
struct ContactSet {
  std::vector<Manifold> manifolds;
  std::vector<ManifoldPoint> points;
  /// What a query may use; the same contacts come in the same order.
  int num_threads = 1;

  /// Working space of CollisionEngine::FindContacts. Contents do not matter: a
  /// result is bitwise the same whatever was asked for before.
  struct Workspace {
    /// Whose working space this is. What it points to lives as long as this,
    /// so that no other engine has the same address.
    std::shared_ptr<const void> owner;
    BroadPhase broad_phase;
    std::vector<RigidTransform> X_WG;
    std::vector<Bounds> bounds;  ///< Of `bounded`, grown by reaches.
    std::vector<double> reach;   ///< By geometry [m].
    std::vector<std::pair<int, int>> pairs;
    struct Chunk {
      std::vector<Manifold> manifolds;
      std::vector<ManifoldPoint> points;
    };
    std::vector<Chunk> chunks;
  } workspace;
};

/// Which geometries of a model touch, and where: broad phase (broad_phase.h),
/// filters, narrow phase (narrow_phase/narrow_phase.h). Immutable: one engine
/// serves many threads, each with a ContactSet of its own.
class CollisionEngine {
 public:
  /// @param anchored  per body, true when it cannot move.
  /// @param excluded  pairs of bodies that never touch (jointed neighbours,
  ///   explicit excludes). Two geometries of one body, or of two anchored
  ///   bodies, never do, nor do two half-spaces.
  /// @param pairs  what touches in spite of that, as said there; each pair of
  ///   geometries once, on two bodies.
  /// @throws std::invalid_argument, naming the geometry, for a shape without
  ///   extent, a body that is not in `anchored`, a pose that is not rigid, a
  ///   margin that is negative or not finite.
  CollisionEngine(std::vector<Geometry> geometries, std::vector<bool> anchored,
                  std::vector<std::pair<int, int>> excluded,
                  std::vector<GeometryPair> pairs = {});
  ~CollisionEngine();
  CollisionEngine(CollisionEngine&&) noexcept;

  std::span<const Geometry> geometries() const;

  /// The overlapping pairs at body poses `X_WB`, sorted by (geometry_a,
  /// geometry_b). Pairs whose overlap is exactly nothing are left out. Of two
  /// that touch by pressure fields also those that are no farther apart than
  /// facets reach out of round shapes (round_facets.h).
  /// @throws std::invalid_argument unless there is one pose per body.
  void FindContacts(std::span<const RigidTransform> X_WB,
                    ContactSet* contacts) const;

  /// The pairs that overlap or are nearer than the largest of `margin` and
  /// their geometries' own margins [m]; points with depth > -margin. Without
  /// any margin, the same as above bit by bit.
  /// @throws std::invalid_argument also for a margin that is negative or NaN.
  void FindContacts(std::span<const RigidTransform> X_WB, double margin,
                    ContactSet* contacts) const;

  /// The same, and what can meet within the sweep (sweep.h); a sweep of no
  /// duration adds nothing. Without a margin, margins do not act.
  /// @throws std::invalid_argument also unless the sweep has a path per body.
  void FindContacts(std::span<const RigidTransform> X_WB,
                    std::optional<double> margin, const Sweep& sweep,
                    ContactSet* contacts) const;

  /// What two surfaces make together: by their pair, or their own materials.
  PairMaterial CombineMaterials(int geometry_a, int geometry_b) const;

  /// Whether the filters let two geometries touch; not two half-spaces.
  bool MayTouch(int geometry_a, int geometry_b) const;
  /// Calls `visit(i, j)` for those pairs of geometries, in order.
  template <class Visitor>
  void VisitCandidatePairs(const Visitor& visit) const {
    const int n = static_cast<int>(geometries().size());
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        if (MayTouch(i, j)) visit(i, j);
      }
    }
  }
  /// All of them: as many as the square of the number of geometries.
  std::vector<std::pair<int, int>> CandidatePairs() const;

  /// Up to which distance a query with `margin` reports their contact [m].
  double PairMargin(int geometry_a, int geometry_b, double margin) const;

 private:
  struct Scene;
  std::unique_ptr<const Scene> scene_;
};

}  // namespace tactus::contact
