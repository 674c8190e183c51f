#pragma once

#include <span>
#include <variant>
#include <vector>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/contact/pressure/convex_cell.h"
#include "tactus/contact/pressure/trees/bounding_tree.h"

namespace tactus::contact {

/// The pressure in a compliant solid [Elandt19]: convex cells, each with a
/// linear pressure
///
///     p(x) = offset + gradient . x,
///
/// zero on the surface of the solid, rising inwards, and equal to the modulus
/// where it is deepest. All in the solid's own frame.
class PressureField {
 public:
  struct Plane : CellPlane {
    bool is_closed{};  ///< Of two cells that share a face, one has its points.
  };
  struct Cell {
    Vector3d gradient;  ///< [Pa/m]
    double slope{};     ///< Of the pressure along its gradient [Pa/m].
    double offset{};    ///< [Pa]
    Vector3d center;    ///< Of a ball with the cell in it [m].
    double radius{};    ///< Infinite for a half-space [m].
    Vector3d tangent;   ///< Unit, normal to the gradient.
    int first_plane{}, num_planes{};
    int first_corner{}, num_corners{};
  };

  /// @throws std::invalid_argument for no cell, and, naming the cell, for one
  /// without volume or without a pressure gradient.
  explicit PressureField(std::span<const ConvexCell> cells);
  /// z <= 0, with p = -z modulus / thickness.
  /// @throws std::invalid_argument unless both are positive and finite.
  static PressureField MakeHalfSpace(double modulus, double thickness);

  const std::vector<Cell>& cells() const { return cells_; }
  std::span<const Plane> planes(const Cell& cell) const {
    return std::span(planes_).subspan(cell.first_plane, cell.num_planes);
  }
  /// Each of them once; of a half-space none [m].
  std::span<const Vector3d> corners(const Cell& cell) const {
    return std::span(corners_).subspan(cell.first_corner, cell.num_corners);
  }
  bool is_half_space() const { return tree_.nodes().empty(); }
  /// Of a half-space, empty.
  const BoundingTree& tree() const { return tree_; }

 private:
  PressureField() = default;
  void AddCell(const ConvexCell& cell);
  void AddPlane(const CellPlane& plane);
  void AddCorners(std::span<const Vector3d> corners);

  std::vector<Cell> cells_;
  std::vector<Plane> planes_;
  std::vector<Vector3d> corners_;
  BoundingTree tree_;
};

/// The surface of a rigid solid: flat convex facets without a field,
/// counter-clockwise seen from outside. It need not be closed.
class RigidSurface {
 public:
  struct Facet {
    Vector3d origin;  ///< The mean of the corners [m].
    Matrix3d axes;    ///< Columns x, y and the outward normal.
    double radius{};  ///< Of a ball about the origin; infinite: a plane [m].
    int first_corner{}, num_corners{};
  };

  /// @throws std::invalid_argument for a mesh that is not valid, has no facet
  /// with an area, or is closed and inside out. Triangles without area are left
  /// out.
  explicit RigidSurface(const TriangleMesh& mesh);
  /// The first faces of a solid's cells.
  explicit RigidSurface(std::span<const ConvexCell> cells);
  /// z <= 0.
  static RigidSurface MakeHalfSpace();

  const std::vector<Facet>& facets() const { return facets_; }
  /// In the facet's axes about its origin.
  std::span<const Vector2d> corners(const Facet& facet) const {
    return std::span(corners_).subspan(facet.first_corner, facet.num_corners);
  }
  bool is_half_space() const { return tree_.nodes().empty(); }
  /// Of a half-space, empty.
  const BoundingTree& tree() const { return tree_; }

 private:
  RigidSurface() = default;
  void Add(std::span<const Vector3d> corners, const Vector3d& normal,
           std::vector<CellBounds>* bounds);

  std::vector<Facet> facets_;
  std::vector<Vector2d> corners_;
  BoundingTree tree_;
};

/// What makes a contact surface: a compliant solid or a rigid one.
using PressureSolid = std::variant<PressureField, RigidSurface>;

}  // namespace tactus::contact
