#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// A part of a mesh file, under the name that it has there: an object or group
/// of an OBJ file, a solid of an STL file, a node of a scene.
struct MeshPart {
  std::string name;
  TriangleMesh mesh;
};

/// The parts as one surface, each position stored once.
TriangleMesh JoinParts(std::span<const MeshPart> parts);

/// Every coordinate times that of `scale`. A scale that mirrors turns the
/// triangles round, so that they still run counter-clockwise seen from outside.
/// @throws std::invalid_argument for a scale that is zero or not finite.
TriangleMesh ScaleMesh(const TriangleMesh& mesh, const Vector3d& scale);

/// True for a closed surface that encloses as much as its convex hull, but for
/// a share of 1e-3: what a convex decomposition writes after rounding.
bool IsConvex(const TriangleMesh& mesh);
/// The same, of a mesh and its hull.
bool IsConvex(const TriangleMesh& mesh, const ConvexHull& hull);

/// What collides of a mesh file.
struct ConvexParts {
  std::vector<std::shared_ptr<const ConvexHull>> hulls = {};
  /// True when the hulls are the surface itself, false when a hull fills it up.
  bool exact = false;
};

/// A file of several parts, each of them convex, is a convex decomposition: its
/// parts stay apart. Of every other file there is one hull, around all of it,
/// which keeps the surface (ConvexHull::solid()).
/// @throws std::invalid_argument for vertices that span no volume.
ConvexParts MakeConvexParts(std::span<const MeshPart> parts);

}  // namespace tactus::contact
