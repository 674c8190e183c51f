#include "tactus/contact/geometry/shapes_on_faces.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "tactus/contact/geometry/advance_to_touch.h"
#include "tactus/contact/geometry/narrow_phase/falling_root.h"
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/narrow_phase/surface_point.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

using EdgeNodes = std::array<int, 2>;
using FaceNodes = std::array<int, 3>;

/// How much farther the farthest corner is where the skin begins, in skins, and
/// how fast it grows from there.
constexpr double kFlat = 0.25, kSlope = 10;
/// From which weight on a point is at a node, which carries it where it is as
/// near, but for so much of the skin.
constexpr double kAtNode = 0.95, kLike = 0.05;

// A half-space touches a face nowhere before its corners, and of a height field
// no distance is known.
bool TouchesFaces(const Shape& shape) {
  if (std::holds_alternative<HalfSpace>(shape)) return false;
  const auto* mesh = std::get_if<ConvexMesh>(&shape);
  return mesh == nullptr || mesh->hull->field() == nullptr;
}

std::vector<EdgeNodes> FindEdges(std::span<const FaceNodes> faces) {
  std::vector<EdgeNodes> edges;
  for (const FaceNodes& face : faces) {
    for (int k = 0; k < 3; ++k) {
      const auto [a, b] = std::minmax(face[k], face[(k + 1) % 3]);
      edges.push_back({a, b});
    }
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// The barycentric coordinates of x, seen along the triangle's normal.
Vector3d CalcBarycentric(const std::array<Vector3d, 3>& corners,
                         const Vector3d& x) {
  const Vector3d ab = corners[1] - corners[0], ac = corners[2] - corners[0];
  const Vector3d n = ab.cross(ac), ax = x - corners[0];
  const double square = n.squaredNorm();
  const double b = ax.cross(ac).dot(n) / square;
  const double c = ab.cross(ax).dot(n) / square;
  return {1 - b - c, b, c};
}

// z along the normal of a triangle, from its first corner.
RigidTransform MakePlane(const std::array<Vector3d, 3>& corners) {
  const Vector3d ab = corners[1] - corners[0], ac = corners[2] - corners[0];
  RigidTransform X_WP = RigidTransform::Identity();
  X_WP.translation() = corners[0];
  X_WP.linear().col(0) = ab.normalized();
  X_WP.linear().col(2) = ab.cross(ac).normalized();
  X_WP.linear().col(1) =
      X_WP.linear().col(2).cross(Vector3d(X_WP.linear().col(0)));
  return X_WP;
}

}  // namespace

ShapesOnFaces::ShapesOnFaces(std::span<const ElasticSurface> surfaces,
                             const CollisionEngine& engine,
                             std::span<const int> geometry_of_node)
    : geometries_(engine.geometries().begin(), engine.geometries().end()) {
  std::vector<bool> is_ball(geometries_.size());
  for (const int geometry : geometry_of_node) {
    if (geometry >= 0) is_ball[geometry] = true;
  }
  for (const ElasticSurface& surface : surfaces) {
    const int index = static_cast<int>(skins_.size());
    skins_.push_back(surface.skin);
    std::vector<int>& nodes = nodes_.emplace_back(surface.nodes);
    for (int& node : nodes) node += surface.first_node;
    for (int g = 0; g < std::ssize(geometries_); ++g) {
      if (is_ball[g] || !TouchesFaces(geometries_[g].shape)) continue;
      Pair pair{.geometry = g, .surface = index, .faces = {}, .edges = {}};
      for (FaceNodes face : surface.faces) {
        for (int& node : face) node += surface.first_node;
        if (std::ranges::all_of(face, [&](int node) {
              return geometry_of_node[node] >= 0 &&
                     engine.MayTouch(geometry_of_node[node], g);
            }))
          pair.faces.push_back(face);
      }
      pair.edges = FindEdges(pair.faces);
      if (!pair.faces.empty()) pairs_.push_back(std::move(pair));
    }
  }
}

/// A box along the world's axes, empty yet.
struct ShapesOnFaces::Extents {
  Vector3d lower = Vector3d::Constant(kInfinity);
  Vector3d upper = Vector3d::Constant(-kInfinity);

  void Cover(const Vector3d& p) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  void Cover(const Extents& other) {
    Cover(other.lower);
    Cover(other.upper);
  }
  /// Or is nearer than `distance`.
  bool Overlaps(const Extents& other, double distance) const {
    return (lower.array() <= other.upper.array() + distance).all() &&
           (other.lower.array() <= upper.array() + distance).all();
  }
};

/// One shape and the features of a surface near it.
class ShapesOnFaces::Search {
 public:
  Search(const State& state, const ElasticSurfaces::Reach& reach,
         const Geometry& geometry, int index, double skin)
      : state_(state),
        reach_(reach),
        geometry_(geometry),
        index_(index),
        skin_(skin),
        X_WB_(state.X_WB[geometry.body]),
        V_WB_(state.V_WB[geometry.body]) {
    const Bounds bounds = CalcBounds(geometry.shape, PoseAt(0));
    radius_ = bounds.half_extents.norm();
    v_Center_ = VelocityOf(bounds.center);
    turning_speed_ = V_WB_.head<3>().norm() * radius_;
    own_speed_ = v_Center_.norm() + turning_speed_;
    const double h = reach.duration;
    // A turn takes the centre off its straight path by so much.
    const double turn = h * V_WB_.head<3>().norm();
    const double off = (bounds.center - X_WB_.translation()).norm() *
                       std::min(2.0, turn * turn / 2);
    slack_ = skin + reach.margin + h * h * reach.gravity.norm() + off;
    for (const double t : {0.0, h}) {
      const Vector3d center = bounds.center + t * v_Center_;
      const Vector3d half =
          t == 0 ? bounds.half_extents : Vector3d(Vector3d::Constant(radius_));
      near_.Cover(center - half);
      near_.Cover(center + half);
    }
  }

  /// Whether what moves within `extents`, no faster than `speed`, may come
  /// near.
  bool IsNear(const Extents& extents, double speed) const {
    // 0.2 of 1.2 h vn is beyond where the paths end.
    return extents.Overlaps(
        near_, slack_ + 0.2 * reach_.duration * (speed + own_speed_));
  }

  void LookAt(const FaceNodes& face, std::vector<ShapeOnFace>* contacts) {
    SetSpeed(face);
    Sweep(face, [&](double t) { return FindOnFace(face, t); });
    Keep(contacts);
  }
  void LookAt(const EdgeNodes& edge, std::vector<ShapeOnFace>* contacts) {
    SetSpeed(edge);
    Sweep(edge, [&](double t) { return FindOnEdge(edge, t); });
    Keep(contacts);
  }

 private:
  Vector3d VelocityAt(int node) const { return state_.v.segment<3>(3 * node); }
  Vector3d PlaceOf(int node, double t) const {
    return state_.x.segment<3>(3 * node) + t * VelocityAt(node);
  }
  Vector3d VelocityOf(const Vector3d& p_W) const {
    return V_WB_.tail<3>() + V_WB_.head<3>().cross(p_W - X_WB_.translation());
  }

  // X_WG, the body turned and moved by t V_WB.
  RigidTransform PoseAt(double t) const {
    const Vector3d turn = t * V_WB_.head<3>();
    const double angle = turn.norm();
    RigidTransform X_WB = X_WB_;
    if (angle > 0) {
      X_WB.linear() =
          Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() *
          X_WB_.linear();
    }
    X_WB.translation() += t * V_WB_.tail<3>();
    return X_WB * geometry_.X_BG;
  }

  // Between a point at the time t and the shape, in its frame.
  SurfacePoint NearestTo(const Vector3d& p_W,
                         const RigidTransform& X_WG) const {
    const Vector3d p_G = X_WG.linear().transpose() * (p_W - X_WG.translation());
    return std::visit(
        [&](const auto& shape) { return NearestSurfacePoint(shape, p_G); },
        geometry_.shape);
  }

  void SetSpeed(std::span<const int> nodes) {
    double fastest = 0;
    for (const int node : nodes)
      fastest = std::max(fastest, (VelocityAt(node) - v_Center_).norm());
    speed_ = fastest + turning_speed_;
  }
  // Where nothing is found, what is nearest is not above the feature, or far:
  // no nearer than its middle less its radius. (A skin that grows on the way
  // may be seen late, by as much as it is thick.)
  template <class Look>
  void Sweep(std::span<const int> nodes, const Look& look) {
    const auto bounded = [&](double t) {
      const double depth = look(t);
      return depth > -kInfinity ? depth : BoundDepth(nodes, t);
    };
    AdvanceToTouch(reach_.duration, 2 * speed_, skin_, bounded(0), bounded);
  }
  // At most 0.
  double BoundDepth(std::span<const int> nodes, double t) const {
    Vector3d middle = Vector3d::Zero();
    for (const int node : nodes)
      middle += PlaceOf(node, t) / static_cast<double>(nodes.size());
    double radius = 0;
    for (const int node : nodes)
      radius = std::max(radius, (PlaceOf(node, t) - middle).norm());
    const double distance = NearestTo(middle, PoseAt(t)).distance - radius;
    return std::min(0.0, skin_ - distance);
  }
  // At which two may meet within the step [m].
  double farthest() const { return slack_ + 1.2 * reach_.duration * speed_; }

  // What can meet within the step.
  void Keep(std::vector<ShapeOnFace>* contacts) const {
    const double h = reach_.duration;
    for (const ShapeOnFace& each : found_) {
      const double vn =
          each.normal_W.dot(VelocityOf(each.p_WB) - PointAt(each.at, state_.v));
      const bool can_meet =
          -each.depth < 1.2 * h * std::max(-vn, 0.0) +
                            h * h * std::abs(each.normal_W.dot(reach_.gravity));
      if (each.depth > -reach_.margin || can_meet) contacts->push_back(each);
    }
  }

  // The points of a half-space in the plane of the face that are within it.
  // What is deeper than the skin is on the other side of something thin.
  double FindOnFace(const FaceNodes& face, double t) {
    found_.clear();
    std::array<Vector3d, 3> corners;
    for (int k = 0; k < 3; ++k) corners[k] = PlaceOf(face[k], t);
    const RigidTransform X_WG = PoseAt(t), X_WP = MakePlane(corners);
    if (!X_WP.matrix().allFinite()) return -kInfinity;
    points_.clear();
    AppendManifold(HalfSpace{}, X_WP, geometry_.shape, X_WG, farthest(),
                   &points_);
    double deepest = -kInfinity;
    for (const ManifoldPoint& point : points_) {
      const Vector3d weights = CalcBarycentric(corners, point.p_WB);
      if (!(weights.minCoeff() > 0) || point.depth > skin_) continue;
      Vector3d distances;
      for (int k = 0; k < 3; ++k)
        distances[k] = NearestTo(corners[k], X_WG).distance;
      Add(t, MakeFacePoint(face, weights), weights, distances, -point.depth,
          {.p_W = point.p_WB,
           .normal_W = point.normal_W,
           .weight = point.weight},
          &deepest);
    }
    return deepest;
  }

  // d falls from both ends to a point within: d'(s) = n . (b - a) changes sign.
  double FindOnEdge(const EdgeNodes& edge, double t) {
    found_.clear();
    const RigidTransform X_WG = PoseAt(t);
    const Vector3d a = PlaceOf(edge[0], t), b = PlaceOf(edge[1], t);
    const Vector3d along_G = X_WG.linear().transpose() * (b - a);
    const SurfacePoint at_a = NearestTo(a, X_WG), at_b = NearestTo(b, X_WG);
    const double slope_a = at_a.normal.dot(along_G);
    const double slope_b = at_b.normal.dot(along_G);
    if (!(slope_a < 0 && slope_b > 0)) return -kInfinity;
    // d is above its tangents at the ends, which meet at
    //     (d_a d'_b - d_b d'_a + d'_a d'_b) / (d'_b - d'_a) .
    const double least = (at_a.distance * slope_b - at_b.distance * slope_a +
                          slope_a * slope_b) /
                         (slope_b - slope_a);
    if (least > farthest()) return -kInfinity;
    const double s = FallingRoot(
        [&](double u) {
          return -NearestTo(a + u * (b - a), X_WG).normal.dot(along_G);
        },
        0, 1);
    const Vector3d p_W = a + s * (b - a);
    const SurfacePoint nearest = NearestTo(p_W, X_WG);
    // At the least distance the normal is across the edge; inside of a corner
    // it is one of several, and the part across is taken.
    const Vector3d along = (b - a).normalized();
    Vector3d normal_W = X_WG.linear() * nearest.normal;
    normal_W = (normal_W - along.dot(normal_W) * along).normalized();
    if (!normal_W.allFinite()) return -kInfinity;
    double deepest = -kInfinity;
    Add(t, MakeFacePoint({edge[0], edge[1], edge[0]}, {1 - s, s, 0}),
        {1 - s, s, 0}, {at_a.distance, at_b.distance, 0}, nearest.distance,
        {.p_W = p_W - nearest.distance * normal_W,
         .normal_W = -normal_W,
         .weight = 1},
        &deepest);
    return deepest;
  }

  struct OnShape {
    Vector3d p_W, normal_W;
    double weight = 1;
  };
  // With d there and at the corners; found_ has it as it is at the start.
  void Add(double t, const FacePoint& at, const Vector3d& weights,
           const Vector3d& distances, double distance, const OnShape& on_shape,
           double* deepest) {
    double farther = 0;
    for (int k = 0; k < 3; ++k) {
      if (weights[k] > 0) farther = std::max(farther, distances[k] - distance);
    }
    const double skin =
        std::clamp(kSlope * (farther - kFlat * skin_), 0.0, skin_);
    const double depth = skin - distance;
    bool is_first = false;  // Before one of its corners.
    for (int k = 0; k < 3; ++k) {
      is_first = is_first || (weights[k] > 0 && depth > skin_ - distances[k]);
      // Nodes carry what is at them.
      if (weights[k] > kAtNode && skin_ - distances[k] > depth - kLike * skin_)
        return;
    }
    if (!is_first) return;
    *deepest = std::max(*deepest, depth);
    ShapeOnFace found{.geometry = index_,
                      .at = at,
                      .p_WA = on_shape.p_W + depth * on_shape.normal_W,
                      .p_WB = on_shape.p_W,
                      .normal_W = on_shape.normal_W,
                      .depth = depth,
                      .weight = on_shape.weight};
    if (t > 0) MoveToStart(t, &found);
    found_.push_back(found);
  }

  // As ElasticSurfaces does, but that bodies turn: the point is carried back
  // with the body's origin, and J v is of its place then. A ball that rolls is
  // pushed through its centre.
  void MoveToStart(double t, ShapeOnFace* contact) const {
    contact->p_WB -= t * V_WB_.tail<3>();
    const Vector3d v_A = PointAt(contact->at, state_.v);
    const Vector3d v_B = VelocityOf(contact->p_WB);
    contact->depth =
        std::min(contact->depth + t * contact->normal_W.dot(v_B - v_A),
                 std::max(contact->depth, 0.0));
    contact->p_WA = contact->p_WB + contact->depth * contact->normal_W;
  }

  const State& state_;
  const ElasticSurfaces::Reach& reach_;
  const Geometry& geometry_;
  int index_;
  double skin_;
  RigidTransform X_WB_;
  Vector6d V_WB_;
  Vector3d v_Center_;
  double turning_speed_{}, own_speed_{};
  double radius_{};  // Of a ball around the shape [m].
  double slack_{};   // Within which, without speed, two may meet [m].
  double speed_{};   // Of the nodes looked at, relative to the shape [m/s].
  Extents near_;
  std::vector<ShapeOnFace> found_;
  std::vector<ManifoldPoint> points_;
};

void ShapesOnFaces::FindContacts(const State& state,
                                 const ElasticSurfaces::Reach& reach,
                                 std::vector<ShapeOnFace>* contacts) const {
  contacts->clear();
  std::vector<Extents> of_nodes(state.x.size() / 3);
  double speed = 0;
  for (int i = 0; i < std::ssize(of_nodes); ++i) {
    const Vector3d p = state.x.segment<3>(3 * i), v = state.v.segment<3>(3 * i);
    of_nodes[i].Cover(p);
    of_nodes[i].Cover(p + reach.duration * v);
    speed = std::max(speed, v.norm());
  }
  const auto cover = [&](std::span<const int> nodes) {
    Extents extents;
    for (const int node : nodes) extents.Cover(of_nodes[node]);
    return extents;
  };
  std::vector<Extents> of_surfaces;
  for (const std::vector<int>& nodes : nodes_)
    of_surfaces.push_back(cover(nodes));
  for (const Pair& pair : pairs_) {
    Search search(state, reach, geometries_[pair.geometry], pair.geometry,
                  skins_[pair.surface]);
    if (!search.IsNear(of_surfaces[pair.surface], speed)) continue;
    const auto look_at = [&](const auto& feature) {
      if (search.IsNear(cover(feature), speed))
        search.LookAt(feature, contacts);
    };
    std::ranges::for_each(pair.faces, look_at);
    std::ranges::for_each(pair.edges, look_at);
  }
}

}  // namespace tactus::contact
