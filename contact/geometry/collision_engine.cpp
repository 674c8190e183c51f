#include "tactus/contact/geometry/collision_engine.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/common/parallel_for.h"
#include "tactus/common/require.h"
#include "tactus/contact/geometry/geometry_checks.h"
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/round_facets.h"

namespace tactus::contact {
namespace {

/// What a thread looks at in one go: some microseconds.
constexpr std::size_t kPairsPerChunk = 32;

/// One call of FindContacts().
struct Query {
  std::span<const RigidTransform> X_WB;
  std::optional<double> margin;
  Sweep sweep;

  bool is_swept() const { return sweep.duration > 0; }
};

}  // namespace

double CalcPairMargin(const Geometry& a, const Geometry& b,
                      const GeometryPair* pair, double margin) {
  return pair != nullptr ? std::max(margin, pair->margin)
                         : std::max({margin, a.margin, b.margin});
}

struct CollisionEngine::Scene {
  std::vector<Geometry> geometries;
  std::vector<bool> anchored;
  std::vector<std::pair<int, int>> excluded;  ///< Sorted, first < second.
  std::vector<int> bounded, half_spaces;      ///< Indices of geometries.
  std::vector<GeometryPair> own_pairs;  ///< Sorted, geometry_a < geometry_b.
  /// Of each geometry, the largest of its own and its pairs'.
  std::vector<double> reach;
  double least_margin = 0;  ///< Of `reach`.
  /// Of each geometry, how far its facets reach out of it where it touches by a
  /// pressure field [m]; empty if none does.
  std::vector<double> overhangs;
  /// Tells this engine from all others; has no content.
  std::shared_ptr<const void> identity = std::make_shared<char>();

  void TakePairs(std::vector<GeometryPair> all);
  void CalcOverhangs();
  const GeometryPair* FindPair(int i, int j) const;
  bool MayTouch(int i, int j) const;
  void Prepare(ContactSet::Workspace* workspace) const;
  void CalcPoses(std::span<const RigidTransform> X_WB,
                 ContactSet::Workspace* workspace) const;
  /// Of two fields, how far apart the shapes are at most where facets touch.
  double PairOverhang(int i, int j) const;
  /// The larger margin of two geometries; where margins do not act, that of
  /// their facets.
  double PairMargin(int i, int j, std::optional<double> margin) const;
  void GrowBounds(double margin, ContactSet::Workspace* workspace) const;
  void GrowBoundsByOverhangs(ContactSet::Workspace* workspace) const;
  void CalcReaches(const Sweep& sweep, ContactSet::Workspace* workspace) const;
  void FindPairs(const Query& query, ContactSet::Workspace* workspace) const;
  MovingShape MakeMovingShape(int geometry, const Query& query,
                              const ContactSet::Workspace& workspace) const;
  void FindManifolds(std::span<const std::pair<int, int>> pairs,
                     const Query& query, const ContactSet::Workspace& workspace,
                     std::vector<Manifold>* manifolds,
                     std::vector<ManifoldPoint>* points) const;
  void FindContacts(const Query& query, ContactSet* contacts) const;
};

bool CollisionEngine::Scene::MayTouch(int i, int j) const {
  const Geometry& a = geometries[i];
  const Geometry& b = geometries[j];
  if (a.body == b.body || (anchored[a.body] && anchored[b.body])) return false;
  if (FindPair(i, j) != nullptr) return true;
  if (((a.contype & b.conaffinity) | (b.contype & a.conaffinity)) == 0) {
    return false;
  }
  if (excluded.empty()) return true;
  return !std::binary_search(excluded.begin(), excluded.end(),
                             std::pair<int, int>(std::minmax(a.body, b.body)));
}

void CollisionEngine::Scene::Prepare(ContactSet::Workspace* w) const {
  if (w->owner == identity) return;
  w->owner = identity;
  w->broad_phase = BroadPhase();
  w->X_WG.resize(geometries.size());
  w->bounds.resize(bounded.size());
}

void CollisionEngine::Scene::CalcPoses(std::span<const RigidTransform> X_WB,
                                       ContactSet::Workspace* w) const {
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    w->X_WG[i] = X_WB[geometries[i].body] * geometries[i].X_BG;
  }
  for (std::size_t i = 0; i < bounded.size(); ++i) {
    w->bounds[i] =
        CalcBounds(geometries[bounded[i]].shape, w->X_WG[bounded[i]]);
  }
}

double CollisionEngine::Scene::PairMargin(int i, int j,
                                          std::optional<double> margin) const {
  if (!margin) return PairOverhang(i, j);
  return CalcPairMargin(geometries[i], geometries[j], FindPair(i, j), *margin);
}

double CollisionEngine::Scene::PairOverhang(int i, int j) const {
  using enum Compliance::Kind;
  if (overhangs.empty()) return 0;
  const Compliance::Kind a = geometries[i].material.compliance.kind;
  const Compliance::Kind b = geometries[j].material.compliance.kind;
  if (a == kPoint || b == kPoint || (a == kRigid && b == kRigid)) return 0;
  return overhangs[i] + overhangs[j];
}

// Bounds i and j must grow by max(m_i, m_j) in all. With m the least margin,
// m_i - m / 2 each is enough, and no more than needed where all are the same.
void CollisionEngine::Scene::GrowBounds(double margin,
                                        ContactSet::Workspace* w) const {
  const double least = std::max(margin, least_margin);
  for (std::size_t i = 0; i < bounded.size(); ++i) {
    const double own = std::max(margin, reach[bounded[i]]);
    w->bounds[i].half_extents.array() += own - least / 2;
  }
}

void CollisionEngine::Scene::GrowBoundsByOverhangs(
    ContactSet::Workspace* w) const {
  if (overhangs.empty()) return;
  for (std::size_t i = 0; i < bounded.size(); ++i)
    w->bounds[i].half_extents.array() += overhangs[bounded[i]];
}

// How far any point of a geometry gets in a sweep, and as far again as its
// points may be looked for (sweep.h); bounds grow by it.
void CollisionEngine::Scene::CalcReaches(const Sweep& sweep,
                                         ContactSet::Workspace* w) const {
  constexpr double kFaster = 1.2;
  const double h = sweep.duration;
  w->reach.assign(geometries.size(), 0.0);
  for (std::size_t i = 0; i < bounded.size(); ++i) {
    const int g = bounded[i];
    const int body = geometries[g].body;
    if (anchored[body]) continue;
    const BodyPath& path = sweep.paths[body];
    const Vector3d w_WB = path.U.head<3>();
    const Vector3d arm = w->bounds[i].center - path.p_WC;
    const double turning = w_WB.cross(arm).norm() +
                           w_WB.norm() * CalcTurningRadius(geometries[g].shape);
    w->reach[g] = kFaster * h * (path.U.tail<3>().norm() + turning) +
                  h * h * sweep.gravity.norm();
    w->bounds[i].half_extents.array() += w->reach[g];
  }
  // A plane gets nearer to everything.
  for (const int plane : half_spaces) {
    const Vector6d& U = sweep.paths[geometries[plane].body].U;
    if (!U.isZero(0)) w->reach[plane] = std::numeric_limits<double>::infinity();
  }
}

void CollisionEngine::Scene::FindPairs(const Query& query,
                                       ContactSet::Workspace* w) const {
  w->pairs.clear();
  const auto add = [&](int i, int j) {
    if (MayTouch(i, j)) w->pairs.emplace_back(std::minmax(i, j));
  };
  w->broad_phase.VisitPairs(w->bounds, [&](int i, int j) {
    if (w->bounds[i].Overlaps(w->bounds[j])) add(bounded[i], bounded[j]);
  });
  for (const int plane : half_spaces) {
    const RigidTransform& X_WH = w->X_WG[plane];
    const Vector3d normal = X_WH.linear().col(2);
    for (std::size_t i = 0; i < bounded.size(); ++i) {
      const Bounds& b = w->bounds[i];
      const double height = normal.dot(b.center - X_WH.translation());
      double near = PairMargin(plane, bounded[i], query.margin);
      if (query.is_swept()) near += w->reach[plane];
      if (height - near < normal.cwiseAbs().dot(b.half_extents))
        add(plane, bounded[i]);
    }
  }
  // The broad phase's are in order, for `bounded` is.
  if (!half_spaces.empty()) std::sort(w->pairs.begin(), w->pairs.end());
}

void CollisionEngine::Scene::TakePairs(std::vector<GeometryPair> all) {
  for (const Geometry& geometry : geometries) reach.push_back(geometry.margin);
  for (GeometryPair& pair : all) {
    if (pair.geometry_a > pair.geometry_b) {
      std::swap(pair.geometry_a, pair.geometry_b);
      std::swap(pair.material_a, pair.material_b);
    }
    for (const int i : {pair.geometry_a, pair.geometry_b})
      reach[i] = std::max(reach[i], pair.margin);
  }
  std::ranges::sort(all, {}, [](const GeometryPair& pair) {
    return std::pair(pair.geometry_a, pair.geometry_b);
  });
  own_pairs = std::move(all);
}

void CollisionEngine::Scene::CalcOverhangs() {
  const auto is_compliant = [](const Geometry& geometry) {
    return geometry.material.compliance.kind == Compliance::Kind::kCompliant;
  };
  if (std::ranges::none_of(geometries, is_compliant)) return;
  for (const Geometry& geometry : geometries) {
    overhangs.push_back(
        CalcFacetOverhang(geometry.shape, geometry.material.compliance));
  }
}

const GeometryPair* CollisionEngine::Scene::FindPair(int i, int j) const {
  if (own_pairs.empty()) return nullptr;
  const std::pair<int, int> key = std::minmax(i, j);
  const auto found = std::ranges::lower_bound(
      own_pairs, key, {}, [](const GeometryPair& pair) {
        return std::pair(pair.geometry_a, pair.geometry_b);
      });
  const bool is_it = found != own_pairs.end() &&
                     found->geometry_a == key.first &&
                     found->geometry_b == key.second;
  return is_it ? &*found : nullptr;
}

CollisionEngine::CollisionEngine(std::vector<Geometry> geometries,
                                 std::vector<bool> anchored,
                                 std::vector<std::pair<int, int>> excluded,
                                 std::vector<GeometryPair> pairs) {
  auto scene = std::make_unique<Scene>();
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    RequireValidGeometry(geometries[i], anchored.size());
    const bool plane = std::holds_alternative<HalfSpace>(geometries[i].shape);
    (plane ? scene->half_spaces : scene->bounded)
        .push_back(static_cast<int>(i));
  }
  for (auto& [a, b] : excluded) {
    if (a > b) std::swap(a, b);
  }
  std::sort(excluded.begin(), excluded.end());
  scene->geometries = std::move(geometries);
  scene->TakePairs(std::move(pairs));
  scene->CalcOverhangs();
  const auto least = std::ranges::min_element(scene->reach);
  if (least != scene->reach.end()) scene->least_margin = *least;
  scene->anchored = std::move(anchored);
  scene->excluded = std::move(excluded);
  scene_ = std::move(scene);
}

CollisionEngine::~CollisionEngine() = default;
CollisionEngine::CollisionEngine(CollisionEngine&&) noexcept = default;

std::span<const Geometry> CollisionEngine::geometries() const {
  return scene_->geometries;
}

void CollisionEngine::FindContacts(std::span<const RigidTransform> X_WB,
                                   ContactSet* contacts) const {
  FindContacts(X_WB, std::nullopt, {}, contacts);
}

void CollisionEngine::FindContacts(std::span<const RigidTransform> X_WB,
                                   double margin, ContactSet* contacts) const {
  FindContacts(X_WB, margin, {}, contacts);
}

void CollisionEngine::FindContacts(std::span<const RigidTransform> X_WB,
                                   std::optional<double> margin,
                                   const Sweep& sweep,
                                   ContactSet* contacts) const {
  Require(X_WB.size() == scene_->anchored.size(),
          "FindContacts: one pose per body is needed");
  Require(!margin || *margin >= 0,
          "FindContacts: the margin must not be negative");
  Require(sweep.duration == 0 || sweep.paths.size() == X_WB.size(),
          "FindContacts: one velocity per body is needed");
  scene_->FindContacts({X_WB, margin, sweep}, contacts);
}

void CollisionEngine::Scene::FindContacts(const Query& query,
                                          ContactSet* contacts) const {
  ContactSet::Workspace& w = contacts->workspace;
  Prepare(&w);
  CalcPoses(query.X_WB, &w);
  if (query.is_swept()) CalcReaches(query.sweep, &w);
  if (query.margin) {
    GrowBounds(*query.margin, &w);
  } else {
    GrowBoundsByOverhangs(&w);
  }
  FindPairs(query, &w);

  const std::size_t num_chunks =
      (w.pairs.size() + kPairsPerChunk - 1) / kPairsPerChunk;
  if (contacts->num_threads == 1 || num_chunks < 2) {
    return FindManifolds(w.pairs, query, w, &contacts->manifolds,
                         &contacts->points);
  }
  if (w.chunks.size() < num_chunks) w.chunks.resize(num_chunks);
  ParallelFor(static_cast<int>(num_chunks), contacts->num_threads,
              [&](int i, int) {
                const std::size_t first = i * kPairsPerChunk;
                const std::size_t count =
                    std::min(kPairsPerChunk, w.pairs.size() - first);
                FindManifolds(std::span(w.pairs).subspan(first, count), query,
                              w, &w.chunks[i].manifolds, &w.chunks[i].points);
              });
  contacts->manifolds.clear();
  contacts->points.clear();
  for (std::size_t i = 0; i < num_chunks; ++i) {
    const int offset = static_cast<int>(contacts->points.size());
    for (Manifold manifold : w.chunks[i].manifolds) {
      manifold.first_point += offset;
      contacts->manifolds.push_back(manifold);
    }
    contacts->points.insert(contacts->points.end(), w.chunks[i].points.begin(),
                            w.chunks[i].points.end());
  }
}

// Runs the narrow phase on pairs, one manifold for each that touches.
void CollisionEngine::Scene::FindManifolds(
    std::span<const std::pair<int, int>> pairs, const Query& query,
    const ContactSet::Workspace& w, std::vector<Manifold>* manifolds,
    std::vector<ManifoldPoint>* points) const {
  manifolds->clear();
  points->clear();
  for (const auto& [a, b] : pairs) {
    const int first = static_cast<int>(points->size());
    const double margin = PairMargin(a, b, query.margin);
    double time = 0;
    if (query.is_swept()) {
      AppendSweptManifold(MakeMovingShape(a, query, w),
                          MakeMovingShape(b, query, w), margin, query.sweep,
                          points, &time);
    } else {
      AppendManifold(geometries[a].shape, w.X_WG[a], geometries[b].shape,
                     w.X_WG[b], margin, points);
    }
    const int count = static_cast<int>(points->size()) - first;
    if (count > 0) manifolds->push_back({a, b, first, count, time});
  }
}

MovingShape CollisionEngine::Scene::MakeMovingShape(
    int geometry, const Query& query, const ContactSet::Workspace& w) const {
  const int body = geometries[geometry].body;
  return {.shape = &geometries[geometry].shape,
          .X_WG = w.X_WG[geometry],
          .path = query.sweep.paths[body]};
}

PairMaterial CollisionEngine::CombineMaterials(int a, int b) const {
  const GeometryPair* pair = scene_->FindPair(a, b);
  const auto& geometries = scene_->geometries;
  const Material* of_a = &geometries[a].material;
  const Material* of_b = &geometries[b].material;
  if (pair != nullptr) {
    of_a = a == pair->geometry_a ? &pair->material_a : &pair->material_b;
    of_b = a == pair->geometry_a ? &pair->material_b : &pair->material_a;
  }
  RequireOneThatYields(geometries[a].name, *of_a, geometries[b].name, *of_b);
  return Combine(*of_a, *of_b);
}

bool CollisionEngine::MayTouch(int geometry_a, int geometry_b) const {
  const auto is_plane = [&](int i) {
    return std::holds_alternative<HalfSpace>(scene_->geometries[i].shape);
  };
  if (is_plane(geometry_a) && is_plane(geometry_b)) return false;
  return scene_->MayTouch(std::min(geometry_a, geometry_b),
                          std::max(geometry_a, geometry_b));
}

double CollisionEngine::PairMargin(int geometry_a, int geometry_b,
                                   double margin) const {
  return scene_->PairMargin(geometry_a, geometry_b, margin);
}

std::vector<std::pair<int, int>> CollisionEngine::CandidatePairs() const {
  std::vector<std::pair<int, int>> pairs;
  VisitCandidatePairs([&](int i, int j) { pairs.emplace_back(i, j); });
  return pairs;
}

}  // namespace tactus::contact
