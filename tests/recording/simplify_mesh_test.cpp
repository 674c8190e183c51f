#include "tactus/recording/simplify_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

namespace tactus::recording {
namespace {

using contact::TriangleMesh;

// A torus of n x n squares, of radii 1 and 0.4 m.
TriangleMesh MakeTorus(int n) {
  TriangleMesh mesh;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double u = 2 * std::numbers::pi * i / n;
      const double v = 2 * std::numbers::pi * j / n;
      const double r = 1 + 0.4 * std::cos(v);
      mesh.vertices.emplace_back(r * std::cos(u), r * std::sin(u),
                                 0.4 * std::sin(v));
      const auto at = [&](int a, int b) {
        return a % n * n + b % n;
      };
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

double DistanceToTorus(const Vector3d& p) {
  return std::abs(std::hypot(std::hypot(p.x(), p.y()) - 1, p.z()) - 0.4);
}

TEST_CASE("SimplifyMesh: no more triangles than allowed -> the mesh itself") {
  const TriangleMesh torus = MakeTorus(10);
  CHECK(SimplifyMesh(torus, 200).triangles == torus.triangles);
  CHECK(SimplifyMesh(torus, 200).vertices == torus.vertices);
}

TEST_CASE("SimplifyMesh: a fine torus -> few triangles, near to its surface") {
  const TriangleMesh torus = MakeTorus(200);
  const TriangleMesh coarse = SimplifyMesh(torus, 4000);
  CHECK(coarse.triangles.size() <= 4000);
  CHECK(coarse.triangles.size() > 2000);
  double worst = 0;
  for (const Vector3d& p : coarse.vertices)
    worst = std::max(worst, DistanceToTorus(p));
  CHECK(worst < 0.02);
  // The volume within, 2 pi^2 R r^2, is that of a surface turned outwards.
  const double volume = contact::CalcVolumeIntegrals(torus).volume;
  double sum = 0;
  for (const auto& [a, b, c] : coarse.triangles) {
    sum += coarse.vertices[a].dot(coarse.vertices[b].cross(coarse.vertices[c]));
  }
  CHECK(sum / 6 == Approx(volume).epsilon(0.02));
}

TEST_CASE("SimplifyMesh: a cube of many squares -> its corners stay sharp") {
  TriangleMesh cube;
  constexpr int n = 30;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const int first = static_cast<int>(cube.vertices.size());
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) {
          Vector3d p;
          p[axis] = side;
          p[(axis + 1) % 3] = 2.0 * i / n - 1;
          p[(axis + 2) % 3] = 2.0 * j / n - 1;
          cube.vertices.push_back(p);
        }
      }
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const int a = first + i * (n + 1) + j, b = a + n + 1;
          cube.triangles.push_back({a, b, b + 1});
          cube.triangles.push_back({a, b + 1, a + 1});
        }
      }
    }
  }
  const TriangleMesh coarse = SimplifyMesh(cube, 1000);
  CHECK(coarse.triangles.size() <= 1000);
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) {
        double nearest = 1;
        for (const Vector3d& p : coarse.vertices)
          nearest = std::min(nearest, (p - Vector3d(x, y, z)).norm());
        CHECK(nearest < 1e-6);
      }
    }
  }
}

TEST_CASE("SimplifyMesh: triangles without area -> nothing to draw") {
  TriangleMesh flat;
  flat.vertices.assign(3, Vector3d::Ones());
  flat.triangles.assign(5, {0, 1, 2});
  CHECK(SimplifyMesh(flat, 2).triangles.empty());
}

}  // namespace
}  // namespace tactus::recording
