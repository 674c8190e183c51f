#include "tactus/contact/pressure/volume/wall_thickness.h"

#include <algorithm>
#include <cmath>

namespace tactus::contact {
namespace {

constexpr int kRays = 1000;
constexpr double kQuantile = 0.1;
constexpr double kParallel = 0.87;  ///< A cosine.
constexpr double kNear = 1e-6;  ///< Of the surface's size: the triangle itself.

struct Ray {
  Vector3d from, direction;  ///< Unit.
};

/// As dense on all of the surface: of triangles with more area than the rays'
/// share, several, spread over them.
std::vector<Ray> MakeRays(const TriangleMesh& mesh) {
  double total = 0;
  std::vector<double> until;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vector3d u = mesh.vertices[b] - mesh.vertices[a];
    total += u.cross(mesh.vertices[c] - mesh.vertices[a]).norm();
    until.push_back(total);
  }
  std::vector<Ray> rays;
  for (int k = 0; k < kRays; ++k) {
    const double place = (k + 0.5) / kRays * total;
    const auto it = std::ranges::upper_bound(until, place);
    if (it == until.end()) break;
    const auto& [a, b, c] = mesh.triangles[it - until.begin()];
    const Vector3d &p = mesh.vertices[a], &q = mesh.vertices[b],
                   &r = mesh.vertices[c];
    // Weights that golden ratios spread.
    double s = std::fmod(0.5 + k * 0.7548776662466927, 1.0);
    double t = std::fmod(0.5 + k * 0.5698402909980532, 1.0);
    if (s + t > 1) s = 1 - s, t = 1 - t;
    const Vector3d normal = (q - p).cross(r - p);
    rays.push_back({p + s * (q - p) + t * (r - p), -normal.normalized()});
  }
  return rays;
}

}  // namespace

double CalcWallThickness(const TriangleTree& surface) {
  const TriangleMesh& mesh = surface.mesh();
  const double size = CalcCellBounds(mesh.vertices).half_extents.norm() * 2;
  std::vector<double> depths;
  std::vector<TriangleTree::Crossing> crossings;
  for (const Ray& ray : MakeRays(mesh)) {
    surface.FindCrossings(ray.from, ray.from + size * ray.direction,
                          &crossings);
    TriangleTree::Crossing exit{.t = 1, .rise = 0};
    for (const TriangleTree::Crossing& each : crossings) {
      if (each.is_exit() && each.t > kNear && each.t < exit.t) exit = each;
    }
    depths.push_back(exit.rise > kParallel * size ? exit.t * size : size);
  }
  if (depths.empty()) return size;
  std::ranges::sort(depths);
  return depths[static_cast<std::size_t>(kQuantile *
                                         static_cast<double>(depths.size()))];
}

}  // namespace tactus::contact
