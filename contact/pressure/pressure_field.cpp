#include "tactus/contact/pressure/pressure_field.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

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

struct Interval {
  double min{}, max{};
};

Interval CalcPressures(const ConvexCell& cell) {
  Interval pressures{kInfinity, -kInfinity};
  for (const ConvexCell::Face& face : cell.faces()) {
    for (const Vector3d& p : face.corners) {
      pressures.min = std::min(pressures.min, cell.CalcPressure(p));
      pressures.max = std::max(pressures.max, cell.CalcPressure(p));
    }
  }
  return pressures;
}

/// The corners of the part of a cell that has these pressures, and some points
/// between them.
std::vector<Vector3d> CollectSlab(const ConvexCell& cell,
                                  const Interval& pressures) {
  std::vector<Vector3d> points;
  for (const ConvexCell::Face& face : cell.faces()) {
    const std::size_t count = face.corners.size();
    for (std::size_t k = 0; k < count; ++k) {
      const Vector3d &a = face.corners[k], &b = face.corners[(k + 1) % count];
      const double p_a = cell.CalcPressure(a), p_b = cell.CalcPressure(b);
      if (pressures.min <= p_a && p_a <= pressures.max) points.push_back(a);
      for (const double level : {pressures.min, pressures.max}) {
        if ((p_a < level) == (p_b < level)) continue;
        points.push_back(a + (level - p_a) / (p_b - p_a) * (b - a));
      }
    }
  }
  return points;
}

/// Slabs as thick as the first face's shortest edge is long, some at most.
int CountSlabs(const ConvexCell& cell, const Interval& pressures) {
  constexpr double kMost = 8;
  const std::vector<Vector3d>& corners = cell.faces().front().corners;
  double edge = kInfinity;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vector3d& next = corners[(k + 1) % corners.size()];
    edge = std::min(edge, (next - corners[k]).norm());
  }
  const double depth = (pressures.max - pressures.min) / cell.gradient.norm();
  return static_cast<int>(std::clamp(std::round(depth / edge), 1.0, kMost));
}

/// A box around each of the slabs of a cell between levels of pressure: around
/// the whole of a cell that is long and thin, most of a box is empty.
void AddSlabs(const ConvexCell& cell, std::vector<CellBounds>* bounds) {
  const Interval all = CalcPressures(cell);
  const double room = kFlat * std::abs(all.max);
  const int count = CountSlabs(cell, all);
  const auto level = [&](int k) {
    return k == count ? all.max : all.min + (all.max - all.min) * k / count;
  };
  for (int k = 0; k < count; ++k) {
    const Interval slab{level(k), level(k + 1)};
    bounds->push_back(CalcCellBounds(CollectSlab(cell, slab)));
    bounds->back().min_pressure = slab.min - room;
    bounds->back().max_pressure = slab.max + room;
  }
}

}  // namespace

PressureField::PressureField(std::span<const ConvexCell> cells) {
  Require(!cells.empty(), "A pressure field needs a cell.");
  std::vector<CellBounds> bounds;
  std::vector<int> owners;
  for (const ConvexCell& cell : cells) {
    const int index = static_cast<int>(cells_.size());
    AddCell(cell);
    AddSlabs(cell, &bounds);
    owners.resize(bounds.size(), index);
  }
  tree_ = BoundingTree(bounds, owners);
}

void PressureField::AddCell(const ConvexCell& cell) {
  const std::string name =
      "Cell " + std::to_string(cells_.size()) + " of a pressure field has no ";
  const std::vector<Vector3d> corners = CollectCorners(cell);
  Require(!corners.empty(), name + "volume.");
  const CellBounds bounds = CalcCellBounds(corners);
  const double radius = bounds.half_extents.norm();
  Require(cell.CalcVolume() > kFlat * std::pow(radius, 3), name + "volume.");
  Require(cell.gradient.norm() > 0 && cell.gradient.allFinite(),
          name + "pressure gradient.");
  const Vector3d edge = corners[1] - corners[0];
  cells_.push_back({.gradient = cell.gradient,
                    .slope = cell.gradient.norm(),
                    .offset = cell.offset,
                    .center = bounds.center,
                    .radius = radius,
                    .tangent = cell.gradient.cross(edge).squaredNorm() > 0
                                   ? cell.gradient.cross(edge).normalized()
                                   : cell.gradient.unitOrthogonal(),
                    .first_plane = static_cast<int>(planes_.size()),
                    .num_planes = static_cast<int>(cell.faces().size()),
                    .first_corner = static_cast<int>(corners_.size())});
  for (const ConvexCell::Face& face : cell.faces()) AddPlane(face.plane);
  AddCorners(corners);
}

// Corners that faces share come once, or again where they differ by more than
// round-off.
void PressureField::AddCorners(std::span<const Vector3d> corners) {
  Cell& cell = cells_.back();
  const double same = kFlat * cell.radius;
  for (const Vector3d& p : corners) {
    const auto first = corners_.begin() + cell.first_corner;
    if (std::any_of(first, corners_.end(), [&](const Vector3d& q) {
          return (p - q).squaredNorm() <= same * same;
        }))
      continue;
    corners_.push_back(p);
  }
  cell.num_corners = static_cast<int>(corners_.size()) - cell.first_corner;
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
                          .slope = modulus / thickness,
                          .offset = 0,
                          .center = Vector3d::Zero(),
                          .radius = kInfinity,
                          .tangent = Vector3d::UnitX(),
                          .first_plane = 0,
                          .num_planes = 1,
                          .first_corner = 0,
                          .num_corners = 0});
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
