#pragma once

#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// The plane of a cell's face: normal . x <= offset in the cell.
struct CellPlane {
  Vector3d normal;  ///< Unit, outward.
  double offset{};  ///< [m]

  double HeightOf(const Vector3d& x) const { return normal.dot(x) - offset; }
};

/// The plane through the corners of a triangle or a parallelogram, outward as
/// seen from `inside`. Two cells that share the face get planes that are each
/// other's negative to the last bit, in whichever order they list its corners:
/// whatever one of them cuts off, the other keeps.
CellPlane MakePlane(std::vector<Vector3d> corners, const Vector3d& inside);

/// A convex polyhedron while a pressure field is made of it: faces with their
/// corners, the first one on the surface of the solid.
class ConvexCell {
 public:
  struct Face {
    CellPlane plane;
    std::vector<Vector3d> corners;  ///< In order around the face [m].
  };

  /// Of the corners of its faces.
  explicit ConvexCell(const std::vector<std::vector<Vector3d>>& faces);
  /// The convex hull of an apex and a flat face, which becomes the first.
  static ConvexCell MakePyramid(const Vector3d& apex,
                                const std::vector<Vector3d>& base);
  /// A box along the axes; none of its faces is a surface.
  static ConvexCell MakeBox(const Vector3d& center,
                            const Vector3d& half_extents);

  /// Keeps what is below the plane, whose face becomes the last. A plane that
  /// cuts less than 1e-12 of the cell's size off is passed over.
  void Clip(const CellPlane& plane);

  bool is_empty() const { return faces_.empty(); }
  const std::vector<Face>& faces() const { return faces_; }
  /// Brings the face of a plane that was clipped with to the front.
  /// Returns whether it is left.
  bool MakeFirst(const CellPlane& plane);

  /// The linear pressure, p(x) = offset + gradient . x [Pa].
  Vector3d gradient = Vector3d::Zero();  ///< [Pa/m]
  double offset{};                       ///< [Pa]
  double CalcPressure(const Vector3d& x) const {
    return offset + gradient.dot(x);
  }
  /// Sets it to zero on the first face, and to `pressure` at x.
  void SetPressure(const Vector3d& x, double pressure);

  double CalcVolume() const;  ///< [m^3]

 private:
  ConvexCell() = default;

  std::vector<Face> faces_;
  double size_{};  ///< Of the box around the first corners [m].
};

}  // namespace tactus::contact
