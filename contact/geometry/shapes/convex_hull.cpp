#include "tactus/contact/geometry/shapes/convex_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "tactus/common/require.h"
#include "tactus/contact/geometry/shapes/mesh_parts.h"
#include "tactus/contact/geometry/shapes/qhull_triangles.h"

namespace tactus::contact {
namespace {

/// Below this thickness over length the points span no volume.
constexpr double kDegenerate = 1e-9;
/// Triangles whose corners are this near to a plane, over length, lie in it;
/// but no nearer than a part of the thickness.
constexpr double kCoplanarOfSize = 1e-6, kCoplanarOfThickness = 1e-3;
/// Cells of the grid of directions, in all and along a side.
constexpr double kCellsPerVertex = 4;
constexpr int kMaxCells = 32;
/// Round-off may keep a vertex from those that are as far, relative to size.
constexpr double kCapSlack = 1e-6;

/// How thick a cloud is: the extents along a line, across it, and across the
/// plane of both, each found from the farthest point. @throws unless each is
/// real.
double CalcThickness(std::span<const Vector3d> points) {
  const auto farthest = [&](const auto& distance) {
    return *std::max_element(points.begin(), points.end(),
                             [&](const Vector3d& a, const Vector3d& b) {
                               return distance(a) < distance(b);
                             });
  };
  const Vector3d a = points[0];
  const Vector3d b =
      farthest([&](const Vector3d& p) { return (p - a).norm(); });
  const double length = (b - a).norm();
  Require(length > 0, "convex hull: all points are one");
  const Vector3d u = (b - a) / length;
  const auto to_line = [&](const Vector3d& p) {
    return (p - a).cross(u).norm();
  };
  const Vector3d c = farthest(to_line);
  Require(to_line(c) > kDegenerate * length,
          "convex hull: the points lie on a line");
  const Vector3d n = u.cross(c - a).normalized();
  const auto to_plane = [&](const Vector3d& p) {
    return std::abs(n.dot(p - a));
  };
  const double thickness = to_plane(farthest(to_plane));
  Require(thickness > kDegenerate * length,
          "convex hull: the points lie in a plane");
  return thickness;
}

/// Of chosen points within `distance` of each other, leaves the first.
void DropNearCopies(const std::vector<Vector3d>& points, double distance,
                    std::vector<bool>* chosen) {
  std::vector<int> by_x;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if ((*chosen)[i]) by_x.push_back(i);
  }
  std::sort(by_x.begin(), by_x.end(), [&](int a, int b) {
    return std::pair(points[a].x(), a) < std::pair(points[b].x(), b);
  });
  for (std::size_t i = 0; i < by_x.size(); ++i) {
    for (std::size_t j = i + 1; j < by_x.size(); ++j) {
      const Vector3d& a = points[by_x[i]];
      const Vector3d& b = points[by_x[j]];
      if (b.x() - a.x() > distance) break;
      if ((b - a).norm() > distance) continue;
      (*chosen)[std::max(by_x[i], by_x[j])] = false;
    }
  }
}

std::array<Vector3d, 8> CollectBoxCorners(const HeightGrid& field) {
  std::array<Vector3d, 8> corners;
  for (int i = 0; i < 8; ++i) {
    const double x = (i & 1) != 0 ? 1 : -1, y = (i & 2) != 0 ? 1 : -1;
    corners[i] << field.half_extents().cwiseProduct(Vector2d(x, y)),
        (i & 4) != 0 ? field.most_height() : -field.base();
  }
  return corners;
}

}  // namespace

ConvexHull::ConvexHull(std::span<const Vector3d> points) {
  Require(points.size() >= 4,
          "convex hull: at least four points are needed, not " +
              std::to_string(points.size()));
  for (const Vector3d& p : points) {
    Require(p.allFinite(), "convex hull: a coordinate is not finite");
  }
  const double thickness = CalcThickness(points);
  FindTriangles(points);
  // Points within the slack of a face are corners of none, and of corners
  // within the slack of each other one is enough: again, without the rest.
  for (;;) {
    const double slack = std::min(kCoplanarOfSize * half_extents_.maxCoeff(),
                                  kCoplanarOfThickness * thickness);
    surface_ = MergeTriangles(vertices_, triangles_, slack);
    const std::vector<Vector3d> corners = CollectCorners(slack);
    if (corners.size() == vertices_.size()) break;
    FindTriangles(corners);
  }
  face_tree_ = FaceTree(vertices_, faces());
  ConnectVertices();
  GroupVertices();
  FindStarts();
}

ConvexHull::ConvexHull(std::shared_ptr<const TriangleMesh> solid)
    : ConvexHull(std::span<const Vector3d>(solid->vertices)) {
  if (!solid->triangles.empty() && !IsConvex(*solid, *this))
    solid_ = std::move(solid);
}

ConvexHull::ConvexHull(std::shared_ptr<const HeightGrid> field)
    : ConvexHull(std::span<const Vector3d>(CollectBoxCorners(*field))) {
  solid_ = std::make_shared<const TriangleMesh>(field->MakeSurface());
  field_ = std::move(field);
}

ConvexHull ConvexHull::WithoutSolid() const {
  ConvexHull hull = *this;
  if (field_ == nullptr) hull.solid_ = nullptr;
  return hull;
}

void ConvexHull::FindTriangles(std::span<const Vector3d> points) {
  triangles_ = CalcHullTriangles(points);
  // Keep the points that are used, in their order.
  std::vector<int> renumbered(points.size(), -1);
  for (const auto& t : triangles_) {
    for (const int v : t) renumbered[v] = 0;
  }
  std::vector<Vector3d> used;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (renumbered[i] < 0) continue;
    renumbered[i] = static_cast<int>(used.size());
    used.push_back(points[i]);
  }
  vertices_ = std::move(used);
  CalcExtents();

  // The orientations agree with each other; outward is what makes the enclosed
  // volume positive.
  double volume = 0;
  for (auto& t : triangles_) {
    for (int& v : t) v = renumbered[v];
    const Vector3d a = vertices_[t[0]] - center_, b = vertices_[t[1]] - center_;
    volume += a.cross(b).dot(vertices_[t[2]] - center_);
  }
  if (volume < 0) {
    for (auto& t : triangles_) std::swap(t[0], t[1]);
  }
  if (!IsClosed({vertices_, triangles_})) {
    throw std::invalid_argument(
        "convex hull: the points are too nearly degenerate for a closed hull");
  }
}

void ConvexHull::CalcExtents() {
  Vector3d low = vertices_[0], high = vertices_[0];
  inner_point_ = Vector3d::Zero();
  for (const Vector3d& p : vertices_) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
    inner_point_ += p / static_cast<double>(vertices_.size());
  }
  center_ = 0.5 * (low + high);
  half_extents_ = 0.5 * (high - low);
}

std::vector<Vector3d> ConvexHull::CollectCorners(double slack) const {
  std::vector<bool> is_corner(vertices_.size(), false);
  for (const HullFace& face : faces()) {
    for (const int v : face.corners) is_corner[v] = true;
  }
  DropNearCopies(vertices_, slack, &is_corner);
  std::vector<Vector3d> corners;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    if (is_corner[v]) corners.push_back(vertices_[v]);
  }
  return corners;
}

ConvexHull::Lists::Lists(std::vector<std::vector<int>> lists) : first{0} {
  for (std::vector<int>& list : lists) {
    std::sort(list.begin(), list.end());
    all.insert(all.end(), list.begin(), list.end());
    first.push_back(static_cast<int>(all.size()));
  }
}

void ConvexHull::ConnectVertices() {
  std::vector<std::vector<int>> neighbors(vertices_.size());
  std::vector<std::vector<int>> faces_at(vertices_.size());
  for (const auto& t : triangles_) {
    for (int k = 0; k < 3; ++k) neighbors[t[k]].push_back(t[(k + 1) % 3]);
  }
  for (int f = 0; f < static_cast<int>(faces().size()); ++f) {
    for (const int v : faces()[f].corners) faces_at[v].push_back(f);
  }
  neighbors_ = Lists(std::move(neighbors));
  faces_at_ = Lists(std::move(faces_at));
}

// Each new group begins at the vertex farthest from the others' beginnings; a
// vertex belongs to the nearest.
void ConvexHull::GroupVertices() {
  const std::size_t n = vertices_.size();
  std::vector<int> group(n, 0);
  std::vector<double> distance(n);
  for (std::size_t v = 0; v < n; ++v) {
    distance[v] = (vertices_[v] - vertices_[0]).norm();
  }
  for (int g = 1; g < std::min<int>(kMaxGroups, static_cast<int>(n)); ++g) {
    const auto farthest = std::max_element(distance.begin(), distance.end());
    const Vector3d beginning = vertices_[farthest - distance.begin()];
    for (std::size_t v = 0; v < n; ++v) {
      const double d = (vertices_[v] - beginning).norm();
      if (d < distance[v]) distance[v] = d, group[v] = g;
    }
  }
  groups_.resize(std::ranges::max(group) + 1);
  for (std::size_t v = 0; v < n; ++v) {
    groups_[group[v]].vertices.push_back(static_cast<int>(v));
  }
  for (VertexGroup& g : groups_) {
    g.center.setZero();
    for (const int v : g.vertices) g.center += vertices_[v];
    g.center /= static_cast<double>(g.vertices.size());
    for (const int v : g.vertices) {
      g.radius = std::max(g.radius, (vertices_[v] - g.center).norm());
    }
  }
}

void ConvexHull::FindStarts() {
  const double per_side =
      std::sqrt(kCellsPerVertex * static_cast<double>(vertices_.size()) / 6);
  grid_ = DirectionGrid(std::clamp(static_cast<int>(per_side), 1, kMaxCells));
  int last = 0;
  for (int cell = 0; cell < grid_.num_cells(); ++cell) {
    last = FindSupport(grid_.MiddleOf(cell), last);
    starts_.push_back(last);
  }
}

int ConvexHull::FindSupport(const Vector3d& direction, int start) const {
  int best = start;
  double highest = direction.dot(vertices_[best]);
  for (bool climbing = true; climbing;) {
    climbing = false;
    for (const int v : neighbors(best)) {
      const double height = direction.dot(vertices_[v]);
      if (height > highest) {
        highest = height;
        best = v;
        climbing = true;
      }
    }
  }
  return best;
}

bool ConvexHull::FindCap(const Vector3d& direction, double distance,
                         Cap* cap) const {
  const double least = distance - kCapSlack * half_extents_.maxCoeff();
  const auto is_far = [&](int v) {
    return direction.dot(vertices_[v]) > least;
  };
  cap->size = 0;
  const int farthest = FindSupport(direction);
  if (!is_far(farthest)) return true;
  cap->vertices[cap->size++] = farthest;
  for (int i = 0; i < cap->size; ++i) {
    for (const int v : neighbors(cap->vertices[i])) {
      const auto found = cap->all();
      if (!is_far(v) || std::ranges::find(found, v) != found.end()) continue;
      if (cap->size == Cap::kCapacity) return false;
      cap->vertices[cap->size++] = v;
    }
  }
  return true;
}

}  // namespace tactus::contact
