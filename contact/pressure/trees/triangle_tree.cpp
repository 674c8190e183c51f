#include "tactus/contact/pressure/trees/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

constexpr double kPi = std::numbers::pi;

double CalcSquaredSegmentDistance(const Vector3d& x, const Vector3d& a,
                                  const Vector3d& b) {
  const Vector3d ab = b - a, ax = x - a;
  const double length2 = ab.squaredNorm();
  const double t =
      length2 > 0 ? std::clamp(ab.dot(ax) / length2, 0.0, 1.0) : 0.0;
  return (ax - t * ab).squaredNorm();
}

/// Omega of a triangle with its corners at a, b and c from the point.
double CalcSolidAngle(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  const double over = a.dot(b.cross(c));
  const double under =
      la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
  return 2 * std::atan2(over, under);
}

}  // namespace

TriangleTree::TriangleTree(TriangleMesh mesh) : mesh_(std::move(mesh)) {
  RequireValid(mesh_);
  Require(!mesh_.triangles.empty(), "the mesh has no triangles");
  std::vector<CellBounds> bounds;
  for (const auto& t : mesh_.triangles) {
    Triangle triangle;
    for (int k = 0; k < 3; ++k) triangle.p[k] = mesh_.vertices[t[k]];
    const auto& p = triangle.p;
    triangle.normal = (p[1] - p[0]).cross(p[2] - p[0]);
    if (triangle.normal.squaredNorm() > 0) triangle.normal.normalize();
    bounds.push_back(CalcCellBounds(p));
    triangles_.push_back(triangle);
  }
  tree_ = BoundingTree(bounds);
  clusters_.resize(tree_.nodes().size());
  MakeCluster(0);
}

std::vector<int> TriangleTree::CollectTriangles(int node) const {
  std::vector<int> all;
  const BoundingTree::Node& n = tree_.nodes()[node];
  for (int k = 0; k < n.num_children; ++k) {
    if (n.children[k] < 0) {
      all.push_back(~n.children[k]);
      continue;
    }
    const std::vector<int> below = CollectTriangles(n.children[k]);
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

void TriangleTree::MakeCluster(int node) {
  Cluster& cluster = clusters_[node];
  const std::vector<int> all = CollectTriangles(node);
  for (const int i : all) {
    const auto& p = triangles_[i].p;
    const Vector3d area = (p[1] - p[0]).cross(p[2] - p[0]) / 2;
    cluster.area += area;
    cluster.size += area.norm();
    cluster.center += area.norm() / 3 * (p[0] + p[1] + p[2]);
  }
  cluster.center = cluster.size > 0 ? Vector3d(cluster.center / cluster.size)
                                    : triangles_[all.front()].p[0];
  for (const int i : all) {
    for (const Vector3d& p : triangles_[i].p) {
      cluster.radius = std::max(cluster.radius, (p - cluster.center).norm());
    }
  }
  const BoundingTree::Node& n = tree_.nodes()[node];
  for (int k = 0; k < n.num_children; ++k) {
    if (n.children[k] >= 0) MakeCluster(n.children[k]);
  }
}

// To the plane where x is above or below the triangle, or to a side.
double TriangleTree::CalcSquaredDistance(const Triangle& triangle,
                                         const Vector3d& x) {
  const Vector3d& normal = triangle.normal;
  bool is_over = !normal.isZero(0);
  for (int k = 0; k < 3; ++k) {
    const Vector3d &a = triangle.p[k], &b = triangle.p[(k + 1) % 3];
    is_over = is_over && normal.cross(b - a).dot(x - a) >= 0;
  }
  if (is_over) {
    const double height = normal.dot(x - triangle.p[0]);
    return height * height;
  }
  double distance2 = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    distance2 = std::min(
        distance2,
        CalcSquaredSegmentDistance(x, triangle.p[k], triangle.p[(k + 1) % 3]));
  }
  return distance2;
}

BoundingTree::Lanes TriangleTree::CalcSquaredDistances(
    const BoundingTree::Node& node, const Vector3d& x) {
  Lanes sum = Lanes::Zero();
  for (int i = 0; i < 3; ++i) {
    const Lanes gap =
        ((node.center[i] - x[i]).abs() - node.half_extents[i]).max(0.0);
    sum += gap * gap;
  }
  return sum;
}

// The nearest child first.
void TriangleTree::SearchNearest(int node, const Vector3d& x, double enough,
                                 double* best) const {
  const BoundingTree::Node& n = tree_.nodes()[node];
  Lanes distances = CalcSquaredDistances(n, x);
  for (int done = 0; done < n.num_children; ++done) {
    int k = 0;
    for (int i = 1; i < n.num_children; ++i) {
      if (distances[i] < distances[k]) k = i;
    }
    if (distances[k] >= *best || *best <= enough) return;
    distances[k] = std::numeric_limits<double>::infinity();
    const int child = n.children[k];
    if (child < 0) {
      *best = std::min(*best, CalcSquaredDistance(triangles_[~child], x));
    } else {
      SearchNearest(child, x, enough, best);
    }
  }
}

double TriangleTree::CalcDistance(const Vector3d& x) const {
  double best = std::numeric_limits<double>::infinity();
  SearchNearest(0, x, 0, &best);
  return std::sqrt(best);
}

bool TriangleTree::IsWithin(const Vector3d& x, double distance) const {
  const double enough = distance * distance;
  double best = std::nextafter(enough, 2 * enough + 1);
  SearchNearest(0, x, enough, &best);
  return best <= enough;
}

double TriangleTree::SumAngles(int node, const Vector3d& x) const {
  const Cluster& cluster = clusters_[node];
  const Vector3d r = cluster.center - x;
  const double distance2 = r.squaredNorm(), far = kFar * cluster.radius;
  if (distance2 > far * far)
    return cluster.area.dot(r) / (distance2 * std::sqrt(distance2));
  const BoundingTree::Node& n = tree_.nodes()[node];
  double sum = 0;
  for (int k = 0; k < n.num_children; ++k) {
    if (n.children[k] >= 0) {
      sum += SumAngles(n.children[k], x);
      continue;
    }
    const auto& p = triangles_[~n.children[k]].p;
    sum += CalcSolidAngle(p[0] - x, p[1] - x, p[2] - x);
  }
  return sum;
}

double TriangleTree::CalcWindingNumber(const Vector3d& x) const {
  return SumAngles(0, x) / (4 * kPi);
}

void TriangleTree::FindCrossings(const Vector3d& from, const Vector3d& to,
                                 std::vector<Crossing>* crossings) const {
  crossings->clear();
  SearchCrossings(0, from, to, crossings);
}

namespace {

// How far apart a segment and the boxes of a node's children are along axes
// that may part them: the boxes' own, and their products with the segment's.
// The latter are not of unit length: only the sign counts.
BoundingTree::Lanes CalcGaps(const BoundingTree::Node& node,
                             const Vector3d& from, const Vector3d& to) {
  using Lanes = BoundingTree::Lanes;
  const Vector3d middle = (from + to) / 2, half = (to - from) / 2;
  std::array<Lanes, 3> d;
  Lanes gaps = Lanes::Constant(-std::numeric_limits<double>::infinity());
  for (int i = 0; i < 3; ++i) {
    d[i] = node.center[i] - middle[i];
    gaps = gaps.max(d[i].abs() - node.half_extents[i] - std::abs(half[i]));
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    gaps = gaps.max((d[j] * half[k] - d[k] * half[j]).abs() -
                    node.half_extents[j] * std::abs(half[k]) -
                    node.half_extents[k] * std::abs(half[j]));
  }
  return gaps;
}

// Whether the line from one point to another passes all sides of a triangle on
// one side of it.
bool PassesThrough(const std::array<Vector3d, 3>& p, const Vector3d& from,
                   const Vector3d& to) {
  int left = 0, right = 0;
  for (int k = 0; k < 3; ++k) {
    const Vector3d a = p[k] - from, b = p[(k + 1) % 3] - from;
    const double volume = a.cross(b).dot(to - from);
    left += volume >= 0;
    right += volume <= 0;
  }
  return left == 3 || right == 3;
}

}  // namespace

void TriangleTree::SearchCrossings(int node, const Vector3d& from,
                                   const Vector3d& to,
                                   std::vector<Crossing>* crossings) const {
  const BoundingTree::Node& n = tree_.nodes()[node];
  const auto gaps = CalcGaps(n, from, to);
  for (int lane = 0; lane < n.num_children; ++lane) {
    if (gaps[lane] > 0) continue;
    const int child = n.children[lane];
    if (child >= 0) {
      SearchCrossings(child, from, to, crossings);
      continue;
    }
    const Triangle& triangle = triangles_[~child];
    const double begin = triangle.normal.dot(from - triangle.p[0]);
    const double end = triangle.normal.dot(to - triangle.p[0]);
    if ((begin < 0) == (end < 0)) continue;
    if (PassesThrough(triangle.p, from, to))
      crossings->push_back({begin / (begin - end), end - begin});
  }
}

}  // namespace tactus::contact
