#include "tactus/contact/geometry/shapes/mesh_parts.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

// Of the volume, what rounding may take away from a convex part.
constexpr double kConvexSlack = 1e-3;

// Of the tetrahedra from a point to each triangle.
double SumVolumes(const TriangleMesh& mesh, const Vector3d& o) {
  double volume = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d a = mesh.vertices[i] - o, b = mesh.vertices[j] - o,
                   c = mesh.vertices[k] - o;
    volume += a.cross(b).dot(c) / 6;
  }
  return volume;
}

// The hull of a part that is convex; of any other, none.
std::shared_ptr<const ConvexHull> HullOfConvex(const TriangleMesh& mesh) {
  if (!IsClosed(mesh)) return nullptr;
  try {
    auto hull = std::make_shared<const ConvexHull>(mesh.vertices);
    return IsConvex(mesh, *hull) ? hull : nullptr;
  } catch (const std::invalid_argument&) {  // Flat.
    return nullptr;
  }
}

}  // namespace

TriangleMesh JoinParts(std::span<const MeshPart> parts) {
  TriangleMesh joined;
  for (const MeshPart& part : parts) {
    const int first = static_cast<int>(joined.vertices.size());
    joined.vertices.insert(joined.vertices.end(), part.mesh.vertices.begin(),
                           part.mesh.vertices.end());
    for (const auto& [i, j, k] : part.mesh.triangles) {
      joined.triangles.push_back({first + i, first + j, first + k});
    }
  }
  return MergeEqualVertices(joined);
}

TriangleMesh ScaleMesh(const TriangleMesh& mesh, const Vector3d& scale) {
  Require(scale.allFinite() && (scale.array() != 0).all(),
          "a mesh needs a finite scale that is not zero");
  TriangleMesh scaled = mesh;
  for (Vector3d& vertex : scaled.vertices) {
    vertex = vertex.cwiseProduct(scale).eval();
  }
  if (scale.prod() < 0) {
    for (auto& triangle : scaled.triangles) {
      std::swap(triangle[1], triangle[2]);
    }
  }
  return scaled;
}

bool IsConvex(const TriangleMesh& mesh) {
  return HullOfConvex(mesh) != nullptr;
}

// The volume first: it is a sum, and tells most of those that are not.
bool IsConvex(const TriangleMesh& mesh, const ConvexHull& hull) {
  RequireValid(mesh);
  const double filled =
      SumVolumes({hull.vertices(), hull.triangles()}, hull.center());
  const double volume = std::abs(SumVolumes(mesh, hull.center()));
  return volume >= (1 - kConvexSlack) * filled && IsClosed(mesh);
}

ConvexParts MakeConvexParts(std::span<const MeshPart> parts) {
  ConvexParts convex{.exact = !parts.empty()};
  for (const MeshPart& part : parts) {
    convex.hulls.push_back(HullOfConvex(part.mesh));
    convex.exact &= convex.hulls.back() != nullptr;
  }
  if (!convex.exact) {
    convex.hulls = {std::make_shared<const ConvexHull>(
        std::make_shared<const TriangleMesh>(JoinParts(parts)))};
  }
  return convex;
}

}  // namespace tactus::contact
