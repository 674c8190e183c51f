#include "tactus/contact/pressure/pressure_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFlat = 1e-12;  ///< Volume over radius cubed.

/// Of a plane and its negative, true for one.
bool IsPositive(const Vector3d& normal) {
  for (const double x : normal) {
    if (x != 0) return x > 0;
  }
  return false;
}

std::vector<Vector3d> CollectCorners(const ConvexCell& cell) {
  std::vector<Vector3d> corners;
  for (const ConvexCell::Face& face : cell.faces()) {
    corners.insert(corners.end(), face.corners.begin(), face.corners.end());
  }
  return corners;
}

/// The bounds of a cell, with the pressures at its corners.
CellBounds CalcBounds(const ConvexCell& cell,
                      std::span<const Vector3d> corners) {
  CellBounds bounds = CalcCellBounds(corners);
  bounds.min_pressure = kInfinity;
  bounds.max_pressure = -kInfinity;
  for (const Vector3d& p : corners) {
    const double pressure = cell.CalcPressure(p);
    bounds.min_pressure = std::min(bounds.min_pressure, pressure);
    bounds.max_pressure = std::max(bounds.max_pressure, pressure);
  }
  const double room = kFlat * std::abs(bounds.max_pressure);
  bounds.min_pressure -= room;
  bounds.max_pressure += room;
  return bounds;
}

}  // namespace

PressureField::PressureField(std::span<const ConvexCell> cells) {
  Require(!cells.empty(), "A pressure field needs a cell.");
  std::vector<CellBounds> bounds;
  for (const ConvexCell& cell : cells) {
    const std::string name = "Cell " + std::to_string(cells_.size()) +
                             " of a pressure field has no ";
    const std::vector<Vector3d> corners = CollectCorners(cell);
    Require(!corners.empty(), name + "volume.");
    bounds.push_back(CalcBounds(cell, corners));
    const double radius = bounds.back().half_extents.norm();
    Require(cell.CalcVolume() > kFlat * std::pow(radius, 3), name + "volume.");
    Require(cell.gradient.norm() > 0 && cell.gradient.allFinite(),
            name + "pressure gradient.");
    const Vector3d edge = corners[1] - corners[0];
    cells_.push_back({.gradient = cell.gradient,
                      .offset = cell.offset,
                      .center = bounds.back().center,
                      .radius = radius,
                      .tangent = cell.gradient.cross(edge).squaredNorm() > 0
                                     ? cell.gradient.cross(edge).normalized()
                                     : cell.gradient.unitOrthogonal(),
                      .first_plane = static_cast<int>(planes_.size()),
                      .num_planes = static_cast<int>(cell.faces().size())});
    for (const ConvexCell::Face& face : cell.faces()) AddPlane(face.plane);
  }
  tree_ = BoundingTree(bounds);
}

void PressureField::AddPlane(const CellPlane& plane) {
  planes_.push_back({plane, IsPositive(plane.normal)});
}

PressureField PressureField::MakeHalfSpace(double modulus, double thickness) {
  Require(modulus > 0 && std::isfinite(modulus),
          "A compliant half-space needs a positive modulus.");
  Require(thickness > 0 && std::isfinite(thickness),
          "A compliant half-space needs the thickness of its slab.");
  PressureField field;
  field.cells_.push_back({.gradient = -modulus / thickness * Vector3d::UnitZ(),
                          .offset = 0,
                          .center = Vector3d::Zero(),
                          .radius = kInfinity,
                          .tangent = Vector3d::UnitX(),
                          .first_plane = 0,
                          .num_planes = 1});
  field.AddPlane({Vector3d::UnitZ(), 0});
  return field;
}

RigidSurface::RigidSurface(const TriangleMesh& mesh) {
  RequireValid(mesh);
  if (IsClosed(mesh)) CalcSolidIntegrals(mesh);
  std::vector<CellBounds> bounds;
  for (const auto& triangle : mesh.triangles) {
    std::array<Vector3d, 3> p;
    for (int k = 0; k < 3; ++k) p[k] = mesh.vertices[triangle[k]];
    const Vector3d area = (p[1] - p[0]).cross(p[2] - p[0]);
    if (area.squaredNorm() > 0) Add(p, area.normalized(), &bounds);
  }
  Require(!facets_.empty(), "A rigid surface has no triangle with an area.");
  tree_ = BoundingTree(bounds);
}

RigidSurface::RigidSurface(std::span<const ConvexCell> cells) {
  std::vector<CellBounds> bounds;
  for (const ConvexCell& cell : cells) {
    const ConvexCell::Face& face = cell.faces().front();
    Add(face.corners, face.plane.normal, &bounds);
  }
  Require(!facets_.empty(), "A rigid surface needs a facet.");
  tree_ = BoundingTree(bounds);
}

void RigidSurface::Add(std::span<const Vector3d> corners,
                       const Vector3d& normal,
                       std::vector<CellBounds>* bounds) {
  Facet facet{.origin = Vector3d::Zero(),
              .axes = Matrix3d::Identity(),
              .radius = 0,
              .first_corner = static_cast<int>(corners_.size()),
              .num_corners = static_cast<int>(corners.size())};
  for (const Vector3d& p : corners) facet.origin += p;
  facet.origin /= static_cast<double>(corners.size());
  const Vector3d edge = corners[1] - corners[0];
  const Vector3d x = (edge - normal.dot(edge) * normal).normalized();
  facet.axes << x, normal.cross(x), normal;
  for (const Vector3d& p : corners) {
    const Vector3d r = p - facet.origin;
    corners_.emplace_back(facet.axes.leftCols<2>().transpose() * r);
    facet.radius = std::max(facet.radius, (1 + 1e-9) * r.norm());
  }
  // Corners that run clockwise about the normal are turned.
  const auto first = corners_.begin() + facet.first_corner;
  const Vector2d u = first[1] - first[0], v = first[2] - first[0];
  if (u.x() * v.y() < u.y() * v.x()) std::reverse(first, corners_.end());
  facets_.push_back(facet);
  bounds->push_back(CalcCellBounds(corners));
}

RigidSurface RigidSurface::MakeHalfSpace() {
  RigidSurface surface;
  surface.facets_.push_back({.origin = Vector3d::Zero(),
                             .axes = Matrix3d::Identity(),
                             .radius = kInfinity});
  return surface;
}

}  // namespace tactus::contact
