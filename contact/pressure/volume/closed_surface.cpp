#include "tactus/contact/pressure/volume/closed_surface.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

using Side = std::pair<int, int>;

constexpr double kNoVolume = 1e-9;  ///< Of the area to the power of 3/2.

/// The triangles' sides that no other side runs against, sorted.
std::vector<Side> FindOpenSides(const TriangleMesh& mesh) {
  std::vector<Side> forward, backward, open;
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      forward.emplace_back(t[k], t[(k + 1) % 3]);
      backward.emplace_back(t[(k + 1) % 3], t[k]);
    }
  }
  std::ranges::sort(forward);
  std::ranges::sort(backward);
  std::ranges::set_difference(forward, backward, std::back_inserter(open));
  return open;
}

/// Closed walks along the open sides, each once. As many of them end at a
/// vertex as begin there, for the rim of a surface has no ends.
std::vector<std::vector<int>> FindRims(const std::vector<Side>& open) {
  std::multimap<int, int> next(open.begin(), open.end());
  std::vector<std::vector<int>> rims;
  while (!next.empty()) {
    std::vector<int> rim;
    int v = next.begin()->first;
    for (auto it = next.begin(); it != next.end(); it = next.find(v)) {
      rim.push_back(v);
      v = it->second;
      next.erase(it);
    }
    rims.push_back(std::move(rim));
  }
  return rims;
}

double CalcArea(const TriangleMesh& mesh, std::size_t first) {
  double area = 0;
  for (std::size_t i = first; i < mesh.triangles.size(); ++i) {
    const auto& [a, b, c] = mesh.triangles[i];
    const Vector3d u = mesh.vertices[b] - mesh.vertices[a];
    area += u.cross(mesh.vertices[c] - mesh.vertices[a]).norm() / 2;
  }
  return area;
}

/// A triangle against each side of the rim.
void AddCap(const std::vector<int>& rim, TriangleMesh* mesh) {
  Vector3d mean = Vector3d::Zero();
  for (const int v : rim) mean += mesh->vertices[v];
  const int center = static_cast<int>(mesh->vertices.size());
  mesh->vertices.push_back(mean / static_cast<double>(rim.size()));
  for (std::size_t k = 0; k < rim.size(); ++k) {
    mesh->triangles.push_back({rim[(k + 1) % rim.size()], rim[k], center});
  }
}

/// sum (a x b) . c / 6, from a vertex.
double CalcSignedVolume(const TriangleMesh& mesh) {
  const Vector3d o = mesh.vertices[mesh.triangles[0][0]];
  double volume = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d a = mesh.vertices[i] - o, b = mesh.vertices[j] - o,
                   c = mesh.vertices[k] - o;
    volume += a.cross(b).dot(c) / 6;
  }
  return volume;
}

std::string Count(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

}  // namespace

ClosedSurface CloseSurface(const TriangleMesh& mesh) {
  RequireValid(mesh);
  ClosedSurface closed{.mesh = MergeEqualVertices(mesh)};
  Require(!closed.mesh.triangles.empty(), "the mesh has no triangles");
  const std::vector<Side> open = FindOpenSides(closed.mesh);
  const std::vector<std::vector<int>> rims = FindRims(open);
  const std::size_t given = closed.mesh.triangles.size();
  const double area = CalcArea(closed.mesh, 0);
  for (const auto& rim : rims) AddCap(rim, &closed.mesh);
  closed.num_open = static_cast<int>(open.size());
  closed.num_holes = static_cast<int>(rims.size());
  const double share = CalcArea(closed.mesh, given) / area;
  Require(share <= kMostOfHoles,
          "the mesh is open at " + Count(open.size(), "edge") + ": " +
              Count(rims.size(), "hole") + " of " +
              std::to_string(std::lround(100 * share)) +
              " % of its area; close them (up to " +
              std::to_string(std::lround(100 * kMostOfHoles)) +
              " % would be closed here), or make it rigid, or use its convex "
              "hull");
  closed.volume = CalcSignedVolume(closed.mesh);
  Require(std::abs(closed.volume) > kNoVolume * std::pow(area, 1.5),
          "the mesh is flat: it encloses no volume; make it rigid");
  Require(closed.volume > 0,
          "the mesh is inside out: its triangles run clockwise seen from "
          "outside; turn them round");
  return closed;
}

}  // namespace tactus::contact
