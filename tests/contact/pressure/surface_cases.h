#pragma once

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact::test {

inline double CalcEnclosed(const TriangleMesh& mesh) {
  double volume = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    volume +=
        mesh.vertices[i].cross(mesh.vertices[j]).dot(mesh.vertices[k]) / 6;
  }
  return volume;
}

inline TriangleMesh TurnRound(TriangleMesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

inline TriangleMesh Moved(TriangleMesh mesh, const RigidTransform& X) {
  for (Vector3d& p : mesh.vertices) p = X * p;
  return mesh;
}

inline TriangleMesh Joined(TriangleMesh a, const TriangleMesh& b) {
  const int first = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles)
    a.triangles.push_back({first + i, first + j, first + k});
  return a;
}

/// What (r, z) points sweep about z in `count` steps, outward: points on the
/// axis are one vertex, and a profile that has none there is a ring.
inline TriangleMesh Revolve(const std::vector<Vector2d>& profile, int count) {
  TriangleMesh mesh;
  std::vector<std::vector<int>> rings;
  for (const Vector2d& p : profile) {
    std::vector<int> ring;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * k / count;
      if (p.x() > 0 || k == 0) {
        mesh.vertices.emplace_back(p.x() * std::cos(angle),
                                   p.x() * std::sin(angle), p.y());
      }
      ring.push_back(static_cast<int>(mesh.vertices.size()) - 1);
    }
    rings.push_back(ring);
  }
  const bool is_ring = profile.front().x() > 0;
  const std::size_t sides = profile.size() - (is_ring ? 0 : 1);
  for (std::size_t i = 0; i < sides; ++i) {
    const auto &a = rings[i], &b = rings[(i + 1) % rings.size()];
    for (int k = 0; k < count; ++k) {
      const int next = (k + 1) % count;
      if (a[k] != a[next]) mesh.triangles.push_back({a[k], a[next], b[next]});
      if (b[k] != b[next]) mesh.triangles.push_back({a[k], b[next], b[k]});
    }
  }
  return CalcEnclosed(mesh) > 0 ? mesh : TurnRound(mesh);
}

/// Their facets are chords: a little less than the smooth solids.
inline TriangleMesh MakeBall(double radius, int count) {
  std::vector<Vector2d> profile;
  for (int k = 0; k <= count / 2; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    const bool at_pole = k == 0 || 2 * k == count;
    profile.emplace_back(at_pole ? 0 : radius * std::sin(angle),
                         radius * std::cos(angle));
  }
  return Revolve(profile, count);
}

inline TriangleMesh MakeTorus(double major, double minor, int count) {
  std::vector<Vector2d> profile;
  for (int k = 0; k < count / 2; ++k) {
    const double angle = 4 * std::numbers::pi * k / count;
    profile.emplace_back(major + minor * std::cos(angle),
                         minor * std::sin(angle));
  }
  return Revolve(profile, count);
}

/// A round cup that stands on z = 0, its floor as thick as its wall.
inline TriangleMesh MakeCup(double radius, double height, double wall,
                            int count) {
  return Revolve({{0, 0},
                  {radius, 0},
                  {radius, height},
                  {radius - wall, height},
                  {radius - wall, wall},
                  {0, wall}},
                 count);
}

/// Half a ball without a smaller one, open to z > 0; the rim is at z = 0.
inline TriangleMesh MakeBowl(double radius, double wall, int count) {
  std::vector<Vector2d> profile;
  for (int side = 0; side < 2; ++side) {
    const double r = side == 0 ? radius : radius - wall;
    for (int k = 0; k <= count / 4; ++k) {
      const int step = side == 0 ? k : count / 4 - k;
      const double angle = 2 * std::numbers::pi * step / count;
      profile.emplace_back(step == 0 ? 0 : r * std::sin(angle),
                           4 * step == count ? 0 : -r * std::cos(angle));
    }
  }
  return Revolve(profile, count);
}

inline TriangleMesh MakeCube(double side) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(
        side / 2 * Vector3d(i % 2 * 2 - 1, i / 2 % 2 * 2 - 1, i / 4 * 2 - 1));
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

}  // namespace tactus::contact::test
