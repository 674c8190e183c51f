#include "tactus/multibody/mesh_inertia.h"

#include <cmath>

#include "tactus/common/require.h"

namespace tactus::multibody {
namespace {

// The mean of the triangles' middles, by area.
Vector3d CalcSurfaceCentroid(const contact::TriangleMesh& mesh) {
  Vector3d sum = Vector3d::Zero();
  double area = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d &a = mesh.vertices[i], &b = mesh.vertices[j],
                   &c = mesh.vertices[k];
    const double twice = (b - a).cross(c - a).norm();
    area += twice;
    sum += twice * (a + b + c) / 3;
  }
  return area > 0 ? Vector3d(sum / area) : Vector3d(Vector3d::Zero());
}

// Q = s s' + a a' + b b' + c c', s = a + b + c. The second moment about the
// origin of a triangle of area A and corners a, b, c is A / 12 Q, that of the
// tetrahedron of volume V from it to the origin V / 20 Q.
Matrix3d SumSquares(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d s = a + b + c;
  return s * s.transpose() + a * a.transpose() + b * b.transpose() +
         c * c.transpose();
}

// I = tr(S) 1 - S of the second moment S = sum of m p p'.
Matrix3d MakeRotationalInertia(const Matrix3d& second) {
  return second.trace() * Matrix3d::Identity() - second;
}

struct Moments {
  double volume{};
  Vector3d centroid = Vector3d::Zero();
  Matrix3d second_about_point = Matrix3d::Zero();
};

// The tetrahedra from the triangles to a point, all positive.
Moments SumTetrahedra(const contact::TriangleMesh& mesh,
                      const Vector3d& point) {
  Moments sum;
  Vector3d first = Vector3d::Zero();
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d a = mesh.vertices[i] - point, b = mesh.vertices[j] - point,
                   c = mesh.vertices[k] - point;
    const double volume = std::abs(a.dot(b.cross(c))) / 6;
    sum.volume += volume;
    first += volume * (a + b + c) / 4;
    sum.second_about_point += volume / 20 * SumSquares(a, b, c);
  }
  if (sum.volume > 0) sum.centroid = point + first / sum.volume;
  return sum;
}

}  // namespace

SpatialInertia MakeMeshInertia(const contact::TriangleMesh& mesh,
                               double density) {
  Require(std::isfinite(density) && density >= 0,
          "the density of a mesh must be finite and not negative");
  const contact::VolumeIntegrals solid = contact::CalcSolidIntegrals(mesh);
  return {density * solid.volume, solid.centroid,
          density * solid.CalcUnitDensityInertia()};
}

SpatialInertia MakeUnsignedInertia(const contact::TriangleMesh& mesh) {
  const Vector3d point =
      SumTetrahedra(mesh, CalcSurfaceCentroid(mesh)).centroid;
  const Moments moments = SumTetrahedra(mesh, point);
  return {moments.volume, point,
          MakeRotationalInertia(moments.second_about_point)};
}

SpatialInertia MakeShellInertia(const contact::TriangleMesh& mesh) {
  const Vector3d centroid = CalcSurfaceCentroid(mesh);
  double area = 0;
  Matrix3d second = Matrix3d::Zero();
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d a = mesh.vertices[i] - centroid,
                   b = mesh.vertices[j] - centroid,
                   c = mesh.vertices[k] - centroid;
    const double triangle = (b - a).cross(c - a).norm() / 2;
    area += triangle;
    second += triangle / 12 * SumSquares(a, b, c);
  }
  return {area, centroid, MakeRotationalInertia(second)};
}

}  // namespace tactus::multibody
