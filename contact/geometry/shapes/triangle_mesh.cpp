#include "tactus/contact/geometry/shapes/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

struct LessByCoordinates {
  bool operator()(const Vector3d& a, const Vector3d& b) const {
    return std::tuple(a.x(), a.y(), a.z()) < std::tuple(b.x(), b.y(), b.z());
  }
};

// Integrals about a point o, before they are referred to the centroid.
struct IntegralsAbout {
  Vector3d o;
  double volume = 0;
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();

  void AddTetrahedron(const Vector3d& p, const Vector3d& q, const Vector3d& r) {
    const Vector3d a = p - o, b = q - o, c = r - o;
    const double v = a.cross(b).dot(c) / 6;
    const Vector3d s = a + b + c;
    volume += v;
    first += v / 4 * s;
    second += v / 20 *
              (s * s.transpose() + a * a.transpose() + b * b.transpose() +
               c * c.transpose());
  }
};

std::pair<int, int> Reversed(const std::pair<int, int>& side) {
  return {side.second, side.first};
}

// The triangles' sides that no other side runs against.
int CountOpenSides(const TriangleMesh& mesh) {
  std::vector<std::pair<int, int>> forward, backward, open;
  forward.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    for (int i = 0; i < 3; ++i) {
      forward.emplace_back(triangle[i], triangle[(i + 1) % 3]);
    }
  }
  std::transform(forward.begin(), forward.end(), std::back_inserter(backward),
                 Reversed);
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  std::set_difference(forward.begin(), forward.end(), backward.begin(),
                      backward.end(), std::back_inserter(open));
  return static_cast<int>(open.size());
}

IntegralsAbout Integrate(const TriangleMesh& mesh) {
  RequireValid(mesh);
  Require(!mesh.triangles.empty(), "the mesh has no triangles");
  const int num_open = CountOpenSides(mesh);
  Require(num_open == 0,
          "the mesh is not closed (no triangle lies against " +
              std::to_string(num_open) + " of its " +
              std::to_string(3 * mesh.triangles.size()) +
              " sides), so that it encloses no volume: close its holes and "
              "make its triangles run one way, or state mass and inertia, or "
              "use its convex hull");
  IntegralsAbout about{.o = mesh.vertices[mesh.triangles[0][0]]};
  double scale = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    about.AddTetrahedron(mesh.vertices[i], mesh.vertices[j], mesh.vertices[k]);
    scale = std::max(scale, (mesh.vertices[i] - about.o).norm());
  }
  Require(std::abs(about.volume) > 1e-12 * scale * scale * scale,
          "the mesh is flat: it encloses no volume; state mass and inertia");
  return about;
}

// V, c and S of a surface inside out have the signs -, +, -.
VolumeIntegrals ReferToCentroid(const IntegralsAbout& about) {
  const double sign = about.volume > 0 ? 1 : -1;
  const Vector3d centroid = about.first / about.volume;
  const Matrix3d second =
      about.second - about.volume * centroid * centroid.transpose();
  return {sign * about.volume, about.o + centroid, sign * second};
}

}  // namespace

Matrix3d VolumeIntegrals::CalcUnitDensityInertia() const {
  return second_moment.trace() * Matrix3d::Identity() - second_moment;
}

bool IsClosed(const TriangleMesh& mesh) {
  return !mesh.triangles.empty() && CountOpenSides(mesh) == 0;
}

VolumeIntegrals CalcVolumeIntegrals(const TriangleMesh& mesh) {
  return ReferToCentroid(Integrate(mesh));
}

VolumeIntegrals CalcSolidIntegrals(const TriangleMesh& mesh) {
  const IntegralsAbout about = Integrate(mesh);
  Require(about.volume > 0,
          "the mesh is inside out: its triangles run clockwise seen from "
          "outside; turn them round, or state mass and inertia");
  return ReferToCentroid(about);
}

TriangleMesh MergeEqualVertices(const TriangleMesh& mesh) {
  TriangleMesh merged;
  std::map<Vector3d, int, LessByCoordinates> index_of;
  std::vector<int> new_index(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const auto [it, is_new] = index_of.try_emplace(
        mesh.vertices[i], static_cast<int>(merged.vertices.size()));
    if (is_new) merged.vertices.push_back(mesh.vertices[i]);
    new_index[i] = it->second;
  }
  for (const auto& [i, j, k] : mesh.triangles) {
    const int a = new_index[i], b = new_index[j], c = new_index[k];
    if (a != b && b != c && c != a) merged.triangles.push_back({a, b, c});
  }
  return merged;
}

void RequireValid(const TriangleMesh& mesh) {
  for (const Vector3d& vertex : mesh.vertices) {
    Require(vertex.allFinite(), "a vertex of the mesh is not finite");
  }
  const int num_vertices = static_cast<int>(mesh.vertices.size());
  for (const auto& triangle : mesh.triangles) {
    for (const int i : triangle) {
      Require(0 <= i && i < num_vertices,
              "triangle index " + std::to_string(i) + " is no vertex (0 ... " +
                  std::to_string(num_vertices - 1) + ")");
    }
  }
}

}  // namespace tactus::contact
