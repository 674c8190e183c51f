#include "tactus/recording/simplify_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include <Eigen/Eigenvalues>

namespace tactus::recording {
namespace {

using contact::TriangleMesh;
using Triangle = std::array<int, 3>;

// The cells that hold vertices, numbered as vertices come.
struct Clusters {
  int count{};
  std::vector<int> cluster_of;  // By vertex.
};

// With 2^20 cells along each axis, at most.
Clusters MakeClusters(const TriangleMesh& mesh, const Vector3d& origin,
                      double size) {
  constexpr double kMost = (1 << 20) - 1;
  Clusters clusters;
  std::unordered_map<std::uint64_t, int> numbers;
  for (const Vector3d& p : mesh.vertices) {
    std::uint64_t key = 0;
    for (int i = 0; i < 3; ++i) {
      const double cell = std::floor((p[i] - origin[i]) / size);
      key = key << 20 | static_cast<std::uint64_t>(std::clamp(cell, 0., kMost));
    }
    const auto [entry, is_new] = numbers.try_emplace(key, clusters.count);
    if (is_new) ++clusters.count;
    clusters.cluster_of.push_back(entry->second);
  }
  return clusters;
}

// The triangles between three clusters, each once and from its least corner.
std::vector<Triangle> FindTriangles(const TriangleMesh& mesh,
                                    const Clusters& clusters) {
  std::set<Triangle> found;
  for (const Triangle& triangle : mesh.triangles) {
    Triangle t;
    for (int i = 0; i < 3; ++i) t[i] = clusters.cluster_of[triangle[i]];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    std::rotate(t.begin(), std::ranges::min_element(t), t.end());
    found.insert(t);
  }
  return {found.begin(), found.end()};
}

// The squared distances of x to planes n . x = d, in sum: x' A x - 2 b' x + c.
struct Quadric {
  Matrix3d A = Matrix3d::Zero();
  Vector3d b = Vector3d::Zero();
  Vector3d sum = Vector3d::Zero();  // Of the vertices.
  int count{};
};

std::vector<Quadric> SumQuadrics(const TriangleMesh& mesh,
                                 const Clusters& clusters) {
  std::vector<Quadric> quadrics(clusters.count);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    Quadric& quadric = quadrics[clusters.cluster_of[v]];
    quadric.sum += mesh.vertices[v];
    ++quadric.count;
  }
  for (const Triangle& t : mesh.triangles) {
    const Vector3d& p = mesh.vertices[t[0]];
    const Vector3d n = (mesh.vertices[t[1]] - p).cross(mesh.vertices[t[2]] - p);
    for (const int corner : t) {
      Quadric& quadric = quadrics[clusters.cluster_of[corner]];
      quadric.A += n * n.transpose();
      quadric.b += n.dot(p) * n;
    }
  }
  return quadrics;
}

// The least of a quadric that is nearest to the mean m of the vertices,
// x = m + A^+ (b - A m), with the pseudoinverse of the eigenvalues that are not
// small; the mean itself if that is more than a cell away.
Vector3d FindLeast(const Quadric& quadric, double size) {
  constexpr double kSmall = 1e-3;
  const Vector3d mean = quadric.sum / quadric.count;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(quadric.A);
  const Vector3d residual = quadric.b - quadric.A * mean;
  Vector3d x = mean;
  for (int i = 0; i < 3; ++i) {
    const double value = eigen.eigenvalues()[i];
    if (value <= kSmall * eigen.eigenvalues()[2]) continue;
    const Vector3d axis = eigen.eigenvectors().col(i);
    x += axis * (axis.dot(residual) / value);
  }
  return x.allFinite() && (x - mean).norm() < size ? x : mean;
}

double CalcArea(const TriangleMesh& mesh) {
  double twice = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vector3d& p = mesh.vertices[a];
    twice += (mesh.vertices[b] - p).cross(mesh.vertices[c] - p).norm();
  }
  return twice / 2;
}

}  // namespace

contact::TriangleMesh SimplifyMesh(const contact::TriangleMesh& mesh,
                                   int max_triangles) {
  const auto budget = static_cast<std::size_t>(max_triangles);
  if (mesh.triangles.size() <= budget) return mesh;
  Vector3d origin = mesh.vertices.front();
  for (const Vector3d& p : mesh.vertices) origin = origin.cwiseMin(p);

  // Two triangles for each cell that the surface passes through; where folds
  // need more, the cells grow.
  constexpr double kGrowth = 1.15;
  double size = std::sqrt(2 * CalcArea(mesh) / max_triangles);
  if (size == 0) return {};
  Clusters clusters = MakeClusters(mesh, origin, size);
  TriangleMesh coarse;
  coarse.triangles = FindTriangles(mesh, clusters);
  while (coarse.triangles.size() > budget) {
    size *= kGrowth;
    clusters = MakeClusters(mesh, origin, size);
    coarse.triangles = FindTriangles(mesh, clusters);
  }
  for (const Quadric& quadric : SumQuadrics(mesh, clusters))
    coarse.vertices.push_back(FindLeast(quadric, size));
  return coarse;
}

}  // namespace tactus::recording
