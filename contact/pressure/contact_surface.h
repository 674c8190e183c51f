#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/contact/pressure/cell_pairs.h"
#include "tactus/contact/pressure/planar_polygon.h"
#include "tactus/contact/pressure/pressure_field.h"

namespace tactus::contact {

/// A polygon of the surface where two solids' pressures are equal [Elandt19].
/// Of cells a and b with pressures p_a and p_b it is a part of a plane,
///
///     n = (grad p_b - grad p_a) / |grad p_b - grad p_a|,   p_a = p_b,
///
/// cut by both cells; of a rigid facet and a cell, the facet cut by the cell.
/// With depth the pressure rises [Masterjohn22] by
///
///     g = 1 / (1 / g_a + 1 / g_b),   g_a = -grad p_a . n,  g_b = grad p_b . n,
///
/// infinite where rigid; g is 0 if one of them is not positive.
///
/// The weight w takes what would come and go at a jump out of the sum smoothly.
/// It is a product of steps s(x), smooth from 0 at x <= 0 to 1 at x >= 1:
///
///     w1 = s(1 + cos / sin(22.5 deg)) of each gradient: cos is that of the
///          angle between it and the solid's inward normal. Full up to 90
///          degrees, none at 112.5.
///     w2 = s((rho - 1/sqrt(2)) / (sqrt(3)/2 - 1/sqrt(2))) of two cells,
///          rho = |grad p_b - grad p_a| / (|grad p_b| + |grad p_a|).
///
/// Where gradients are alike (boxes of one outline, side against side), the
/// surface leaves one solid's sides for the other's as they shift by nothing,
/// along sheets across the rim between them whose gradients stand at a right
/// angle: rho = 1/sqrt(2) if they are as long.
///
/// The pressure rises by g where both gradients are along the normal. At a rim,
/// where the side of one solid meets the face of another, they stand at a right
/// angle, and what slides takes the polygon along with its pressure: it has a
/// force, but approach along its normal adds none. The stiffness is w f g A,
///
///     f = s(2 c),   c = -grad p_a . grad p_b / (|grad p_a| |grad p_b|),
///
/// full up to 60 degrees between one gradient and the other's opposite, none at
/// a right angle; f is 1 where one is rigid. (With f = 1 a box of 10 cm that
/// slides on a soft slab was braked by five times its friction in steps of 10
/// ms.) Where one is rigid, steps take w A times the slope of a rim at least
/// (way_out.h).
struct ContactPolygon {
  int a{}, b{};       ///< Cells or facets of A and B.
  double area{};      ///< [m^2]
  Vector3d centroid;  ///< [m]
  /// Columns x, y and the normal n, from A into B. They move with the solids.
  Matrix3d axes;
  /// (1 / area) int (x - c) (x - c)' dA in x and y [m^2].
  Eigen::Matrix2d covariance;
  double pressure{};           ///< At the centroid [Pa].
  Vector2d pressure_gradient;  ///< Along x and y [Pa/m].
  double slope{};              ///< g [Pa/m]
  double weight{};             ///< w
  double facing = 1;           ///< f
  double rim_slope = 0;        ///< CalcRimSlope() [Pa/m].
  int first_vertex{}, num_vertices{};

  Vector3d normal() const { return axes.col(2); }
  /// w int p dA, along the normal on B [N].
  double force() const { return weight * area * pressure; }
  /// Of the force by approach along the normal, w f g A [N/m].
  double stiffness() const { return weight * facing * area * slope; }
};

/// A point of a polygon's quadrature.
struct PressurePoint {
  Vector3d position;       ///< [m]
  double force{};          ///< On B along the normal [N].
  double stiffness{};      ///< The force's derivative by approach [N/m].
  double rim_stiffness{};  ///< Of the way out at a rim; 0 elsewhere [N/m].
};

/// Three points with a third of the area each, with Q Q = covariance, Q
/// symmetric:
///
///     x_k = c + sqrt(2) Q (cos a_k, sin a_k),   a_k = 2 pi k / 3.
///
/// They integrate quadratic functions exactly, so that the pressure's force and
/// moment are exact, and they lie in the polygon.
std::array<PressurePoint, 3> CalcPressurePoints(const ContactPolygon& polygon);

/// The centroid with the whole area. Its force is exact, and its moment is not:
/// it lacks that of the pressure's gradient, by which the polygon resists tilt.
PressurePoint CalcCentroidPoint(const ContactPolygon& polygon);

/// All in the world, by cells of A, then of B. A polygon of many corners, as
/// the end of a cylinder, comes in sectors about its centroid: the pressure's
/// force and moment are exact either way, but friction against spin is not
/// linear in x, and 6 % off for three points on a whole disk.
struct ContactSurface {
  std::vector<ContactPolygon> polygons;
  std::vector<Vector3d> vertices;  ///< [m]

  std::span<const Vector3d> VerticesOf(const ContactPolygon& polygon) const {
    return std::span(vertices).subspan(polygon.first_vertex,
                                       polygon.num_vertices);
  }
};

/// The force on B and its moment about the world's origin. On A it is the
/// opposite.
struct SurfaceForce {
  Vector3d force = Vector3d::Zero();   ///< [N]
  Vector3d moment = Vector3d::Zero();  ///< [N m]
};
SurfaceForce CalcForce(const ContactSurface& surface);

/// Finds contact surfaces. What it keeps from call to call is memory alone.
class ContactSurfaceFinder {
 public:
  /// @throws std::invalid_argument for two rigid solids and two half-spaces,
  /// which have no contact surface.
  void Find(const PressureSolid& a, const RigidTransform& X_WA,
            const PressureSolid& b, const RigidTransform& X_WB,
            ContactSurface* surface);

 private:
  CellPairs pairs_;
  PlanarPolygon polygon_, sector_;
  std::vector<Vector2d> corners_;
  std::vector<Vector3d> posed_;
};

}  // namespace tactus::contact
