#include "tactus/contact/geometry/shapes/hull_faces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace tactus::contact {
namespace {

/// Cut by as many sides of another, a polygon still fits a ClippedPolygon.
constexpr std::size_t kMaxPolygon = ClippedPolygon::kMaxCorners / 2;

constexpr double kFaceRoom = 1 + 1e-9;  ///< For round-off.

using Triangle = std::array<int, 3>;

/// Twice the area of the triangle (a, b, c): positive for a turn to the left.
double CalcTurn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  const Vector2d ab = b - a, ac = c - a;
  return ab.x() * ac.y() - ab.y() * ac.x();
}

/// Takes corners out of a convex polygon, the one that sticks out least first,
/// as long as it does so by no more than `slack` or there are more than
/// `limit`. `at(corner)` is a corner's position.
template <class Corner, class Position>
void Simplify(double slack, std::size_t limit, const Position& at,
              std::vector<Corner>* polygon) {
  const auto bulge = [&](std::size_t k) {
    const std::size_t n = polygon->size();
    const Vector2d before = at((*polygon)[(k + n - 1) % n]);
    const Vector2d after = at((*polygon)[(k + 1) % n]);
    return CalcTurn(before, at((*polygon)[k]), after) /
           std::max((after - before).norm(), 1e-300);
  };
  while (polygon->size() > 3) {
    std::size_t least = 0;
    for (std::size_t k = 1; k < polygon->size(); ++k) {
      if (bulge(k) < bulge(least)) least = k;
    }
    if (bulge(least) > slack && polygon->size() <= limit) break;
    polygon->erase(polygon->begin() + static_cast<std::ptrdiff_t>(least));
  }
}

/// The convex hull of points in a plane, counter-clockwise: a chain along the
/// lower side, from left to right, and one back along the upper side. Each
/// position is calculated once: one that is calculated anew may be rounded
/// otherwise (fused multiply-add), and then there is no order to sort by.
template <class Position>
std::vector<int> FindPlanarHull(std::vector<int> points, const Position& at) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<std::tuple<double, double, int>> placed;
  for (const int v : points) {
    const Vector2d p = at(v);
    placed.emplace_back(p.x(), p.y(), v);
  }
  std::sort(placed.begin(), placed.end());

  const auto position = [&placed](int i) {
    return Vector2d(std::get<0>(placed[i]), std::get<1>(placed[i]));
  };
  std::vector<int> chain;  // Indices in `placed`.
  const auto extend = [&](int i, std::size_t base) {
    while (chain.size() >= base + 2 &&
           CalcTurn(position(chain[chain.size() - 2]), position(chain.back()),
                    position(i)) <= 0) {
      chain.pop_back();
    }
    chain.push_back(i);
  };
  const int n = static_cast<int>(placed.size());
  for (int i = 0; i < n; ++i) extend(i, 0);
  const std::size_t right_end = chain.size() - 1;
  for (int i = n - 2; i >= 0; --i) extend(i, right_end);
  chain.pop_back();  // The left end, for the second time.
  for (int& i : chain) i = std::get<2>(placed[i]);
  return chain;
}

/// The polygon of a face whose corners are known, in axes of its own.
void MakePolygon(std::span<const Vector3d> vertices, HullFace* face) {
  face->origin = Vector3d::Zero();
  for (const int v : face->corners) face->origin += vertices[v];
  face->origin /= static_cast<double>(face->corners.size());
  const Vector3d x = face->normal.unitOrthogonal();
  face->axes << x, face->normal.cross(x), face->normal;
  std::vector<Vector2d> points;
  for (const int v : face->corners) {
    face->radius =
        std::max(face->radius, kFaceRoom * (vertices[v] - face->origin).norm());
    points.push_back(face->axes.leftCols<2>().transpose() *
                     (vertices[v] - face->origin));
  }
  Simplify(
      0, kMaxPolygon, [](const Vector2d& p) { return p; }, &points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vector2d edge = points[(k + 1) % points.size()] - points[k];
    face->polygon.push_back(
        {points[k], Vector2d(edge.y(), -edge.x()).normalized()});
  }
}

class Merger {
 public:
  Merger(std::span<const Vector3d> vertices,
         std::span<const Triangle> triangles, double slack)
      : vertices_(vertices),
        triangles_(triangles),
        slack_(slack),
        face_of_(triangles.size(), -1) {
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
      for (int k = 0; k < 3; ++k) {
        owner_of_side_[{triangles[t][k], triangles[t][(k + 1) % 3]}] = t;
      }
    }
  }

  HullSurface Merge() {
    HullSurface surface;
    for (const int seed : LargestFirst()) {
      if (face_of_[seed] >= 0) continue;
      const int id = static_cast<int>(surface.faces.size());
      surface.faces.push_back(MakeFace(Grow(seed, id)));
    }
    for (const auto& [side, left] : owner_of_side_) {
      const auto& [from, to] = side;
      const int right = owner_of_side_.at({to, from});
      if (from < to && face_of_[left] != face_of_[right]) {
        surface.edges.push_back({from, to, face_of_[left], face_of_[right]});
      }
    }
    return surface;
  }

 private:
  Vector3d AreaVector(int t) const {
    const auto& [a, b, c] = triangles_[t];
    return 0.5 *
           (vertices_[b] - vertices_[a]).cross(vertices_[c] - vertices_[a]);
  }

  std::vector<int> LargestFirst() const {
    std::vector<double> area(triangles_.size());
    for (std::size_t t = 0; t < area.size(); ++t) {
      area[t] = AreaVector(static_cast<int>(t)).norm();
    }
    std::vector<int> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return area[a] > area[b]; });
    return order;
  }

  /// The triangles around the seed, itself included, in its plane.
  std::vector<int> Grow(int seed, int id) {
    const Vector3d normal = AreaVector(seed).normalized();
    const Vector3d& origin = vertices_[triangles_[seed][0]];
    const auto lies_in_plane = [&](int t) {
      return std::all_of(
          triangles_[t].begin(), triangles_[t].end(), [&](int v) {
            return std::abs(normal.dot(vertices_[v] - origin)) <= slack_;
          });
    };
    std::vector<int> members{seed};
    face_of_[seed] = id;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Triangle& t = triangles_[members[i]];
      for (int k = 0; k < 3; ++k) {
        const int neighbor = owner_of_side_.at({t[(k + 1) % 3], t[k]});
        if (face_of_[neighbor] >= 0 || !lies_in_plane(neighbor)) continue;
        face_of_[neighbor] = id;
        members.push_back(neighbor);
      }
    }
    return members;
  }

  HullFace MakeFace(std::span<const int> members) const {
    HullFace face;
    Vector3d area = Vector3d::Zero();
    std::vector<int> corners;
    for (const int t : members) {
      area += AreaVector(t);
      corners.insert(corners.end(), triangles_[t].begin(), triangles_[t].end());
    }
    face.normal = area.normalized();
    const Vector3d x = face.normal.unitOrthogonal();
    const Vector3d y = face.normal.cross(x);
    const auto at = [&](int v) {
      return Vector2d(x.dot(vertices_[v]), y.dot(vertices_[v]));
    };
    face.corners = FindPlanarHull(std::move(corners), at);
    Simplify(slack_, vertices_.size(), at, &face.corners);
    face.offset = face.normal.dot(vertices_[face.corners[0]]);
    for (const int v : face.corners) {
      face.offset = std::max(face.offset, face.normal.dot(vertices_[v]));
    }
    MakePolygon(vertices_, &face);
    return face;
  }

  std::span<const Vector3d> vertices_;
  std::span<const Triangle> triangles_;
  double slack_;
  std::vector<int> face_of_;
  std::map<std::pair<int, int>, int> owner_of_side_;  ///< Directed.
};

}  // namespace

HullSurface MergeTriangles(std::span<const Vector3d> vertices,
                           std::span<const std::array<int, 3>> triangles,
                           double slack) {
  return Merger(vertices, triangles, slack).Merge();
}

}  // namespace tactus::contact
