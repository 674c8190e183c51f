#include "tactus/contact/geometry/corner_query.h"

#include <algorithm>
#include <variant>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

using Corners = std::vector<Vector3d>;

// Centres, with a ball of the radius that is returned about each, in the axes
// of the shape; false: it has other contacts with a plane.
bool FindCorners(const Box& box, const Vector3d&, Corners* corners, double*) {
  for (const double x : {-1., 1.}) {
    for (const double y : {-1., 1.}) {
      for (const double z : {-1., 1.})
        corners->push_back(box.half_extents.cwiseProduct(Vector3d(x, y, z)));
    }
  }
  return true;
}

bool FindCorners(const Capsule& capsule, const Vector3d&, Corners* corners,
                 double* radius) {
  *radius = capsule.radius;
  for (const double end : {-1., 1.})
    corners->emplace_back(0, 0, end * capsule.half_length);
  return true;
}

bool FindCorners(const ConvexMesh& mesh, const Vector3d& down, Corners* corners,
                 double*) {
  const auto& vertices = mesh.hull->vertices();
  for (const ConvexHull::VertexGroup& group : mesh.hull->groups()) {
    corners->push_back(vertices[*std::ranges::max_element(
        group.vertices, {}, [&](int v) { return down.dot(vertices[v]); })]);
  }
  return true;
}

template <class Shape>
bool FindCorners(const Shape&, const Vector3d&, Corners*, double*) {
  return false;
}

}  // namespace

void CornerQuery::ReplacePoints(const CollisionEngine& engine,
                                std::span<const RigidTransform> X_WB,
                                double margin, ContactSet* contacts) {
  const auto margin_of = [&](const Manifold& manifold) {
    return engine.PairMargin(manifold.geometry_a, manifold.geometry_b, margin);
  };
  ReplacePoints(engine.geometries(), X_WB, margin_of, contacts);
}

void CornerQuery::ReplacePoints(
    std::span<const Geometry> geometries, std::span<const RigidTransform> X_WB,
    const std::function<double(const Manifold&)>& margin_of,
    ContactSet* contacts) {
  points_.clear();
  manifolds_.clear();
  for (Manifold manifold : contacts->manifolds) {
    const int first = static_cast<int>(points_.size());
    const Geometry& a = geometries[manifold.geometry_a];
    const Geometry& b = geometries[manifold.geometry_b];
    const bool is_b_plane = std::holds_alternative<HalfSpace>(b.shape);
    const Geometry& plane = is_b_plane ? b : a;
    const Geometry& solid = is_b_plane ? a : b;
    const RigidTransform X_WS = X_WB[solid.body] * solid.X_BG;
    const RigidTransform X_WH = X_WB[plane.body] * plane.X_BG;
    const Vector3d normal_W = X_WH.linear().col(2);
    const Vector3d down = -(X_WS.linear().transpose() * normal_W);
    double radius = 0;
    corners_.clear();
    const bool has_corners =
        std::holds_alternative<HalfSpace>(plane.shape) && !manifold.is_patch &&
        std::visit(
            [&](const auto& shape) {
              return FindCorners(shape, down, &corners_, &radius);
            },
            solid.shape);
    const double reach = margin_of(manifold);
    for (const Vector3d& corner : corners_) {
      const Vector3d p_W = X_WS * corner - radius * normal_W;
      const double height = normal_W.dot(p_W - X_WH.translation());
      if (!(height < reach)) continue;
      const Vector3d on_plane = p_W - height * normal_W;
      points_.push_back({.p_WA = is_b_plane ? p_W : on_plane,
                         .p_WB = is_b_plane ? on_plane : p_W,
                         .normal_W = is_b_plane ? -normal_W : normal_W,
                         .depth = -height});
    }
    if (!has_corners) {
      const auto begin = contacts->points.begin() + manifold.first_point;
      points_.insert(points_.end(), begin, begin + manifold.num_points);
    }
    manifold.first_point = first;
    manifold.num_points = static_cast<int>(points_.size()) - first;
    if (manifold.num_points > 0) manifolds_.push_back(manifold);
  }
  contacts->points.swap(points_);
  contacts->manifolds.swap(manifolds_);
}

}  // namespace tactus::contact
