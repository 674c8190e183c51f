#include "tactus/contact/geometry/shapes/face_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tactus::contact {
namespace {

constexpr std::size_t kFacesPerLeaf = 4;
constexpr double kNodeRoom = 1 + 1e-9;  ///< For round-off.

/// Orders `part` by the component of the normals that differs most, so that
/// either half has a narrower cone.
void SortByNormals(std::span<const HullFace> faces, std::span<int> part) {
  Vector3d low = faces[part[0]].normal, high = low;
  for (const int f : part) {
    low = low.cwiseMin(faces[f].normal);
    high = high.cwiseMax(faces[f].normal);
  }
  int axis;
  (high - low).maxCoeff(&axis);
  std::sort(part.begin(), part.end(), [&](int a, int b) {
    const double x = faces[a].normal[axis], y = faces[b].normal[axis];
    return x != y ? x < y : a < b;
  });
}

}  // namespace

FaceTree::FaceTree(std::span<const Vector3d> vertices,
                   std::span<const HullFace> faces) {
  std::vector<int> order(faces.size());
  std::iota(order.begin(), order.end(), 0);
  planes_.reserve(faces.size());
  if (!order.empty()) Add(vertices, faces, order);
  places_.resize(faces.size());
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    places_[planes_[i].face] = static_cast<int>(i);
  }
}

int FaceTree::Add(std::span<const Vector3d> vertices,
                  std::span<const HullFace> faces, std::span<int> part) {
  Node node;
  node.axis = node.center = Vector3d::Zero();
  double corners = 0;
  for (const int f : part) {
    node.axis += faces[f].normal;
    for (const int v : faces[f].corners) node.center += vertices[v], ++corners;
  }
  node.center /= corners;
  const double length = node.axis.norm();
  node.axis = length > 0 ? Vector3d(node.axis / length) : Vector3d::UnitZ();
  node.cosine = length > 0 ? 1 : -1;
  node.radius = node.thickness = 0;
  node.inside = std::numeric_limits<double>::infinity();
  for (const int f : part) {
    const HullFace& face = faces[f];
    node.cosine = std::min(node.cosine, node.axis.dot(face.normal));
    node.inside =
        std::min(node.inside, face.offset - face.normal.dot(node.center));
    for (const int v : face.corners) {
      const Vector3d p = vertices[v] - node.center;
      node.radius = std::max(node.radius, kNodeRoom * p.norm());
      node.thickness =
          std::max(node.thickness, kNodeRoom * std::abs(node.axis.dot(p)));
    }
  }
  node.sine = std::sqrt(std::max(0.0, 1 - node.cosine * node.cosine));
  node.begin = static_cast<int>(planes_.size());
  node.end = node.begin + static_cast<int>(part.size());

  const int id = static_cast<int>(nodes_.size());
  nodes_.push_back(node);
  if (part.size() <= kFacesPerLeaf) {
    for (const int f : part) {
      const HullFace& face = faces[f];
      planes_.push_back(
          {face.normal, face.origin, face.offset, face.radius, f});
    }
  } else {
    SortByNormals(faces, part);
    const std::size_t half = part.size() / 2;
    Add(vertices, faces, part.first(half));
    Add(vertices, faces, part.subspan(half));
  }
  nodes_[id].next = static_cast<int>(nodes_.size());
  return id;
}

double FaceTree::CalcMost(const Node& node, const Vector3d& v) {
  const double along = node.axis.dot(v), length2 = v.squaredNorm();
  const double length = std::sqrt(length2);
  if (along >= length * node.cosine) return length;
  const double across = std::sqrt(std::max(0.0, length2 - along * along));
  return along * node.cosine + across * node.sine;
}

FaceTree::Height FaceTree::FindHighest(const Vector3d& x) const {
  Height best{-1, -std::numeric_limits<double>::infinity()};
  SearchHighest(0, x, &best);
  return best;
}

void FaceTree::SearchHighest(int i, const Vector3d& x, Height* best) const {
  const Node& node = nodes_[i];
  if (is_leaf(i)) {
    for (int k = node.begin; k < node.end; ++k) {
      const double height = HeightOver(planes_[k], x);
      const bool first = height == best->height && planes_[k].face < best->face;
      if (height > best->height || first) *best = {planes_[k].face, height};
    }
    return;
  }
  int near = i + 1, far = nodes_[i + 1].next;
  double most = CalcBound(nodes_[near], x), less = CalcBound(nodes_[far], x);
  if (less > most) std::swap(near, far), std::swap(most, less);
  if (most >= best->height) SearchHighest(near, x, best);
  if (less >= best->height) SearchHighest(far, x, best);
}

}  // namespace tactus::contact
