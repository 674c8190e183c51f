#include "tactus/contact/pressure/make_pressure_solid.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "tactus/common/require.h"
#include "tactus/contact/geometry/round_facets.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/pressure/face_cells.h"
#include "tactus/contact/pressure/round_cells.h"
#include "tactus/contact/pressure/volume/volume_mesh.h"
#include "tactus/contact/pressure/volume_cells.h"

namespace tactus::contact {
namespace {

void RequirePositive(double value, const std::string& what) {
  Require(value > 0 && std::isfinite(value), what);
}

/// Of a shape with so many facets per square of a circle's edges.
int CountEdges(double radius, double hint, double facets) {
  RequirePositive(hint, "A round shape needs a positive resolution hint.");
  const int edges = CountCircleEdges(radius, hint);
  const double count = facets * edges * edges;
  Require(count <= kMaxCells, "The resolution hint makes " +
                                  std::to_string(static_cast<long>(count)) +
                                  " cells of a shape, more than " +
                                  std::to_string(kMaxCells) + ".");
  return edges;
}

std::vector<CellPlane> CollectFaces(const ConvexHull& hull) {
  Require(hull.faces().size() <= kMaxMeshFaces,
          "A convex mesh of " + std::to_string(hull.faces().size()) +
              " faces has more than " + std::to_string(kMaxMeshFaces) +
              ", the most that a pressure field takes.");
  std::vector<CellPlane> planes;
  for (const HullFace& face : hull.faces()) {
    planes.push_back({face.normal, face.offset});
  }
  return planes;
}

std::vector<CellPlane> MakeBoxPlanes(const Vector3d& half_extents) {
  std::vector<CellPlane> planes;
  for (int i = 0; i < 3; ++i) {
    planes.push_back({Vector3d::Unit(i), half_extents[i]});
    planes.push_back({-Vector3d::Unit(i), half_extents[i]});
  }
  return planes;
}

/// The cells of every bounded shape.
class CellMaker {
 public:
  CellMaker(double modulus, double hint) : modulus_(modulus), hint_(hint) {}

  std::vector<ConvexCell> operator()(const Sphere& s) const {
    return (*this)(Ellipsoid{Vector3d::Constant(s.radius)});
  }
  std::vector<ConvexCell> operator()(const Ellipsoid& s) const {
    RequirePositive(s.radii.minCoeff(), "A radius must be positive.");
    return MakeEllipsoidCells(
        s.radii, CountEdges(s.radii.maxCoeff(), hint_, 0.5), modulus_);
  }
  std::vector<ConvexCell> operator()(const Capsule& s) const {
    RequirePositive(s.radius, "A radius must be positive.");
    if (s.half_length == 0) return (*this)(Sphere{s.radius});
    RequirePositive(s.half_length, "A capsule's length must be positive.");
    return MakeCapsuleCells(s.radius, s.half_length,
                            CountEdges(s.radius, hint_, 1), modulus_);
  }
  std::vector<ConvexCell> operator()(const Cylinder& s) const {
    RequirePositive(s.radius, "A radius must be positive.");
    RequirePositive(s.half_length, "A cylinder's length must be positive.");
    const int edges = CountEdges(s.radius, hint_, 1);
    return MakeFaceCells(MakePrismPlanes(s.radius, s.half_length, edges),
                         Vector3d::Zero(), {s.radius, s.radius, s.half_length},
                         modulus_);
  }
  std::vector<ConvexCell> operator()(const Box& s) const {
    RequirePositive(s.half_extents.minCoeff(),
                    "A box's size must be positive.");
    return MakeFaceCells(MakeBoxPlanes(s.half_extents), Vector3d::Zero(),
                         s.half_extents, modulus_);
  }
  std::vector<ConvexCell> operator()(const ConvexMesh& s) const {
    if (s.hull->solid() != nullptr) {
      const VolumeMesh mesh =
          MakeVolumeMesh(*s.hull->solid(), {.max_edge = hint_});
      return MakeVolumeCells(mesh.nodes, mesh.tetrahedra, modulus_, mesh.edge);
    }
    return MakeFaceCells(CollectFaces(*s.hull), s.hull->center(),
                         s.hull->half_extents(), modulus_);
  }

 private:
  double modulus_, hint_;
};

}  // namespace

PressureField MakePressureField(const Shape& shape,
                                const Compliance& compliance) {
  RequirePositive(compliance.modulus,
                  "A compliant solid needs a positive modulus.");
  return std::visit(
      [&]<class S>(const S& s) {
        if constexpr (std::is_same_v<S, HalfSpace>) {
          return PressureField::MakeHalfSpace(compliance.modulus,
                                              compliance.slab_thickness);
        } else {
          return PressureField(
              CellMaker(compliance.modulus, compliance.resolution_hint)(s));
        }
      },
      shape);
}

RigidSurface MakeRigidSurface(const Shape& shape, double resolution_hint) {
  return std::visit(
      [&]<class S>(const S& s) {
        if constexpr (std::is_same_v<S, HalfSpace>) {
          return RigidSurface::MakeHalfSpace();
        } else if constexpr (std::is_same_v<S, ConvexMesh>) {
          if (s.hull->solid() != nullptr) return RigidSurface(*s.hull->solid());
          return RigidSurface({s.hull->vertices(), s.hull->triangles()});
        } else {
          return RigidSurface(CellMaker(1, resolution_hint)(s));
        }
      },
      shape);
}

bool HasOwnSurface(const Shape& shape) {
  const auto* mesh = std::get_if<ConvexMesh>(&shape);
  return mesh != nullptr && mesh->hull->solid() != nullptr;
}

std::optional<OwnSurface> ExamineSolid(const Shape& shape) {
  if (!HasOwnSurface(shape)) return std::nullopt;
  OwnSurface own;
  try {
    const VolumeMesh closed =
        ForeseeVolumeMesh(*std::get<ConvexMesh>(shape).hull->solid());
    own.num_open = closed.num_open;
    own.num_holes = closed.num_holes;
  } catch (const std::invalid_argument& error) {
    own.flaw = error.what();
  }
  return own;
}

PressureField MakePressureField(std::span<const Vector3d> vertices,
                                std::span<const std::array<int, 4>> tetrahedra,
                                double modulus) {
  RequirePositive(modulus, "A compliant solid needs a positive modulus.");
  Require(tetrahedra.size() <= kMaxCells / 4,
          "A volume mesh of " + std::to_string(tetrahedra.size()) +
              " tetrahedra has more than " + std::to_string(kMaxCells / 4) +
              ".");
  return PressureField(MakeVolumeCells(vertices, tetrahedra, modulus));
}

}  // namespace tactus::contact
