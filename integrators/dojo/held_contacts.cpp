#include "tactus/integrators/dojo/held_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "tactus/contact/contact_frame.h"
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/sweep.h"
#include "tactus/integrators/dojo/face_planes.h"
#include "tactus/integrators/dojo/kappa.h"

namespace tactus::integrators {
namespace {

using contact::Geometry;
using contact::ManifoldPoint;

// Of the smaller of two bodies: what may overlap, and what counts as on one
// side of a plane.
constexpr double kMostOverlap = 1e-3, kOnPlane = 1e-6;
// Normals nearer than this to a face's are its own [cosine].
constexpr double kSameNormal = 0.9999;
// Of what gravity gives the lighter body in a step: pairs that bear less do not
// push each other.
constexpr double kLeastShare = 1e-3;
// Of the way that gravity makes in a step, g h^2.
constexpr double kSqueeze = 1e-3;

// Whether a plane can have it on one side.
bool IsSolid(const contact::Shape& shape) {
  if (const auto* mesh = std::get_if<contact::ConvexMesh>(&shape))
    return mesh->hull->field() == nullptr;
  return !std::holds_alternative<contact::HalfSpace>(shape);
}

bool HasCurves(const contact::Shape& shape) {
  return std::holds_alternative<contact::Cylinder>(shape) ||
         std::holds_alternative<contact::Ellipsoid>(shape);
}

// Whether features are the same at all poses, and all are known: corners and
// balls on a half-space, two balls.
bool IsHeldForGood(const contact::Shape& a, const contact::Shape& b) {
  const auto is = [](const contact::Shape& shape, auto kind) {
    return std::holds_alternative<decltype(kind)>(shape);
  };
  if (is(a, contact::HalfSpace{})) return !HasCurves(b);
  if (is(b, contact::HalfSpace{})) return !HasCurves(a);
  return is(a, contact::Sphere{}) && is(b, contact::Sphere{});
}

double CalcSize(const Geometry& a, const Geometry& b) {
  const double size_a = contact::CalcInnerRadius(a.shape);
  const double size_b = contact::CalcInnerRadius(b.shape);
  if (size_a == 0 || size_b == 0) return std::max(size_a, size_b);
  return std::min(size_a, size_b);
}

double DeepestOf(std::span<const ManifoldPoint> points) {
  double deepest = -kInfinity;
  for (const ManifoldPoint& point : points)
    deepest = std::max(deepest, point.depth);
  return deepest;
}

}  // namespace

struct HeldContacts::Pair {
  int manifold{}, patch{}, point{};  ///< Its first point.
  const contact::Manifold& of;
  const multibody::Model& model;
  const Geometry& a;
  const Geometry& b;
  const multibody::PositionKinematics& start;
  const multibody::PositionKinematics& end;
  double size{}, margin{}, h{};

  PosedPair At(const multibody::PositionKinematics& position,
               const Vector3d& w_AB_W) const {
    return {model, a, b, position.X_WB[a.body], position.X_WB[b.body], w_AB_W};
  }
};

void HeldContacts::Begin(const FoundContacts& found,
                         std::span<const ContactFeatures> of_points,
                         std::span<const FeatureSlopes> slopes,
                         std::span<const multibody::Parameter> parameters) {
  features_.assign(of_points.begin(), of_points.end());
  slopes_.assign(slopes.begin(), slopes.end());
  wants_slopes_ = !slopes.empty();
  parameters_.assign(parameters.begin(), parameters.end());
  num_points_ = static_cast<int>(of_points.size());
  turns_ = CalcRelativeTurns(found.velocity);
  num_reviews_ = 0;
  const auto& patches = found.velocity.patches;
  by_patch_.resize(patches.size());
  is_changed_.assign(patches.size(), true);
  patch_of_.assign(of_points.size(), -1);
  for (std::size_t i = 0; i < patches.size(); ++i) {
    for (int k = 0; k < patches[i].num_points; ++k)
      patch_of_[patches[i].first_point + k] = static_cast<int>(i);
  }
  by_manifold_.clear();
  manifold_of_.assign(of_points.size(), -1);
  for (const contact::Manifold& manifold : found.contacts.manifolds) {
    const int index = static_cast<int>(by_manifold_.size());
    std::vector<int>& held = by_manifold_.emplace_back();
    for (int k = 0; k < manifold.num_points; ++k) {
      held.push_back(manifold.first_point + k);
      manifold_of_[manifold.first_point + k] = index;
    }
  }
  SortByPatch();
}

// A patch has the manifolds of all geometries of its bodies.
void HeldContacts::SortByPatch() {
  for (std::vector<int>& held : by_patch_) held.clear();
  for (const std::vector<int>& held : by_manifold_) {
    for (const int i : held) by_patch_[patch_of_[i]].push_back(i);
  }
  for (std::vector<int>& held : by_patch_) std::ranges::sort(held);
}

// A bit deeper, or what is squeezed from both sides would have no inside: by a
// share of the gap that a contact at rest hovers by (kappa.h), so that each
// side bears some times the weight of the other body.
bool HeldContacts::StayDeep(const FoundContacts& found,
                            std::span<const int> patches) {
  bool any = false;
  const double gravity =
      std::max(found.model.gravity_W().norm(), kLeastGravity);
  const double slack = kSqueeze * gravity * found.h * found.h;
  for (const int patch : patches) {
    for (const int i : by_patch_[patch]) {
      const double gap = CalcGapAt(features_[i], found.model, found.position);
      if (gap >= 0 || features_[i].least_gap.value <= gap) continue;
      features_[i].least_gap = {.value = gap - slack, .rate = 1};
      any = true;
    }
  }
  return any;
}

// The nearest by where their c_B are.
void HeldContacts::GiveToPoints(std::vector<Vector3d>* impulses_W) const {
  for (std::size_t i = num_points_; i < features_.size(); ++i) {
    int nearest = -1;
    double least = kInfinity;
    for (int k = 0; k < num_points_; ++k) {
      if (manifold_of_[k] != manifold_of_[i]) continue;
      const double d = (features_[k].c_b - features_[i].c_b).norm();
      if (nearest < 0 || d < least) {
        least = d;
        nearest = k;
      }
    }
    (*impulses_W)[nearest] += (*impulses_W)[i];
  }
  impulses_W->resize(num_points_);
}

bool HeldContacts::Review(const FoundContacts& found, const End& end) {
  is_changed_.assign(is_changed_.size(), false);
  num_before_ = features_.size();
  if (num_reviews_ == kMostReviews) return false;
  ++num_reviews_;
  bool any = false;
  const int num_manifolds = static_cast<int>(found.contacts.manifolds.size());
  for (int i = 0; i < num_manifolds; ++i) {
    if (!ReviewPair(found, end, i)) continue;
    is_changed_[patch_of_[found.contacts.manifolds[i].first_point]] = true;
    any = true;
  }
  if (any) SortByPatch();
  return any;
}

HeldContacts::Pair HeldContacts::MakePair(const FoundContacts& found,
                                          const End& end, int manifold) const {
  const contact::Manifold& m = found.contacts.manifolds[manifold];
  const Geometry& a = found.model.geometries()[m.geometry_a];
  const Geometry& b = found.model.geometries()[m.geometry_b];
  Pair pair{.manifold = manifold,
            .patch = patch_of_[m.first_point],
            .point = m.first_point,
            .of = m,
            .model = found.model,
            .a = a,
            .b = b,
            .start = found.position,
            .end = end.position,
            .size = CalcSize(a, b),
            .margin = 0,
            .h = found.h};
  for (const contact::Geometry* g : {&a, &b}) {
    const contact::Bounds bounds =
        contact::CalcBounds(g->shape, RigidTransform::Identity());
    if (bounds.half_extents.allFinite())
      pair.margin += 4 * bounds.half_extents.norm();
  }
  return pair;
}

bool HeldContacts::ReviewPair(const FoundContacts& found, const End& end,
                              int manifold) {
  if (found.contacts.manifolds[manifold].is_patch) return false;
  const Pair pair = MakePair(found, end, manifold);
  if (IsHeldForGood(pair.a.shape, pair.b.shape)) return false;
  const PosedPair at_end = pair.At(end.position, Vector3d::Zero());
  points_.clear();
  contact::AppendManifold(pair.a.shape, at_end.X_WA * pair.a.X_BG, pair.b.shape,
                          at_end.X_WB * pair.b.X_BG, 0, &points_);
  if (DeepestOf(points_) > CalcAllowedOverlap(pair) + kMostOverlap * pair.size)
    return AddMet(pair);

  const double gravity =
      std::max(found.model.gravity_W().norm(), kLeastGravity);
  double mass = kInfinity;
  for (const int body : {pair.a.body, pair.b.body}) {
    if (found.model.bodies()[body].tree >= 0)
      mass = std::min(mass, found.model.bodies()[body].inertia.mass);
  }
  double most = kLeastShare * mass * gravity * found.h;
  int strongest = -1;
  for (const int i : by_manifold_[pair.manifold]) {
    const double impulse = end.impulses_W[i].norm();
    if (impulse <= most) continue;
    most = impulse;
    strongest = i;
  }
  if (strongest < 0) return false;
  return TakePlane(pair, features_[strongest]);
}

// What those that are held let the pair overlap [m].
double HeldContacts::CalcAllowedOverlap(const Pair& pair) const {
  double most = 0;
  for (const int i : by_manifold_[pair.manifold])
    most = std::max(most, -features_[i].least_gap.value);
  return most;
}

// Features of a point that has been found at other poses than at q2.
ContactFeatures HeldContacts::MakeFeatures(const Pair& pair,
                                           const PosedPair& posed,
                                           const ManifoldPoint& point) const {
  ContactFeatures features = features_[pair.point];
  PlaceFeatures(posed, point, &features);
  using Normal = ContactFeatures::Normal;
  const Matrix3d R_WN =
      features.normal == Normal::kCenters ? Matrix3d(Matrix3d::Identity())
      : features.normal == Normal::kOfA   ? Matrix3d(posed.X_WA.linear())
                                          : Matrix3d(posed.X_WB.linear());
  features.frame = contact::MakeContactFrame(R_WN.transpose() * point.normal_W);
  features.least_gap = CalcLeastGap(CalcGapAt(features, pair.model, pair.start),
                                    pair.model.gravity_W().norm(), pair.h);
  return features;
}

void HeldContacts::Add(const Pair& pair, const ContactFeatures& features,
                       const FeatureSlopes& slopes) {
  by_manifold_[pair.manifold].push_back(static_cast<int>(features_.size()));
  features_.push_back(features);
  patch_of_.push_back(pair.patch);
  manifold_of_.push_back(pair.manifold);
  if (wants_slopes()) slopes_.push_back(slopes);
}

// Of points_; none where they are not wanted.
void HeldContacts::FindSlopes(const Pair& pair, const PosedPair& posed) {
  new_slopes_.assign(points_.size(), {});
  if (!wants_slopes()) return;
  CalcEndSlopes(posed, {pair.of.geometry_a, pair.of.geometry_b}, points_,
                parameters_, &new_slopes_);
}

void HeldContacts::ChainSlopes(const multibody::Model& model,
                               const multibody::PositionKinematics& end,
                               const StepJacobian& end_q) {
  for (std::size_t i = num_before_; i < slopes_.size(); ++i) {
    if (slopes_[i].is_of_end)
      SetSlideByStart(model, end, end_q, parameters_, features_[i],
                      &slopes_[i]);
  }
}

// Those that were apart at q2; if none was, that which was least deep.
bool HeldContacts::AddMet(const Pair& pair) {
  const double on_plane = kOnPlane * pair.size;
  const PosedPair posed = pair.At(pair.end, turns_[pair.point]);
  FindSlopes(pair, posed);
  ContactFeatures nearest;
  std::size_t index_of_nearest = 0;
  double most = -kInfinity;
  bool any = false;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const ContactFeatures features = MakeFeatures(pair, posed, points_[i]);
    const double gap = CalcGapAt(features, pair.model, pair.start);
    if (gap >= -on_plane) {
      Add(pair, features, new_slopes_[i]);
      any = true;
    } else if (gap > most) {
      most = gap;
      nearest = features;
      index_of_nearest = i;
    }
  }
  if (!any) Add(pair, nearest, new_slopes_[index_of_nearest]);
  return true;
}

// How far the other geometry is from a plane, and its points in at_plane_, from
// the plane's side.
double HeldContacts::FindAbovePlane(const Pair& pair, const Geometry& plane,
                                    bool is_of_b,
                                    std::span<const RigidTransform> X_WB) {
  const Geometry& other = is_of_b ? pair.a : pair.b;
  const std::array<Geometry, 2> both = {plane, other};
  at_plane_.points.clear();
  at_plane_.manifolds.clear();
  contact::AppendManifold(plane.shape, X_WB[plane.body] * plane.X_BG,
                          other.shape, X_WB[other.body] * other.X_BG,
                          pair.margin, &at_plane_.points);
  if (at_plane_.points.empty()) return kInfinity;
  at_plane_.manifolds.push_back(
      {0, 1, 0, static_cast<int>(at_plane_.points.size())});
  corner_query_.ReplacePoints(
      both, X_WB, [&](const contact::Manifold&) { return pair.margin; },
      &at_plane_);
  return -DeepestOf(at_plane_.points);
}

bool HeldContacts::TakePlane(const Pair& pair, const ContactFeatures& pushing) {
  const double on_plane = kOnPlane * pair.size;
  const Vector3d normal_W = CalcNormal(pushing, pair.model, pair.start);
  bool has_taken = false;
  for (const bool is_of_b : {false, true}) {
    const Geometry& owner = is_of_b ? pair.b : pair.a;
    const Geometry& other = is_of_b ? pair.a : pair.b;
    // What is curved has other nearest points at other poses.
    if (!IsSolid(other.shape) || HasCurves(other.shape)) continue;
    const RigidTransform X_GW =
        (pair.start.X_WB[owner.body] * owner.X_BG).inverse();
    const Vector3d out_G =
        X_GW.linear() * (is_of_b ? Vector3d(-normal_W) : normal_W);
    // Where the other body pushes.
    const Vector3d c = is_of_b ? pushing.c_a : pushing.c_b;
    const double r = is_of_b ? pushing.r_a : pushing.r_b;
    const Vector3d p_BoBcm = pair.model.bodies()[other.body].inertia.p_BoBcm;
    const Vector3d p_GC = X_GW * (pair.start.X_WB[other.body] * (p_BoBcm + c));
    VisitFacePlanes(
        owner.shape, [&](const Matrix3d& axes, const Vector3d& origin) {
          const Vector3d m = axes.col(2);
          if (has_taken || m.dot(out_G) > kSameNormal ||
              m.dot(p_GC - origin) - r < -on_plane)
            return;
          Geometry plane;
          plane.body = owner.body;
          plane.shape = contact::HalfSpace{};
          RigidTransform X_GH = RigidTransform::Identity();
          X_GH.linear() = axes;
          X_GH.translation() = origin;
          plane.X_BG = owner.X_BG * X_GH;
          const auto is_between = [&](const multibody::PositionKinematics& at) {
            return FindAbovePlane(pair, plane, is_of_b, at.X_WB) >= -on_plane;
          };
          if (!is_between(pair.start) || !is_between(pair.end)) return;
          HoldAbove(pair, plane, is_of_b);
          has_taken = true;
        });
  }
  return has_taken;
}

// In place of what is held.
void HeldContacts::HoldAbove(const Pair& pair, const Geometry& plane,
                             bool is_of_b) {
  by_manifold_[pair.manifold].clear();
  const PosedPair posed{.model = pair.model,
                        .a = is_of_b ? pair.a : plane,
                        .b = is_of_b ? plane : pair.b,
                        .X_WA = pair.end.X_WB[pair.a.body],
                        .X_WB = pair.end.X_WB[pair.b.body],
                        .w_AB_W = turns_[pair.point]};
  for (ManifoldPoint point : at_plane_.points) {
    if (is_of_b) {
      std::swap(point.p_WA, point.p_WB);
      point.normal_W *= -1;
    }
    Add(pair, MakeFeatures(pair, posed, point), {});
  }
}

}  // namespace tactus::integrators
