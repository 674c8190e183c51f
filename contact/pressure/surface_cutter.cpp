#include "tactus/contact/pressure/surface_cutter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tactus/contact/pressure/way_out.h"

namespace tactus::contact {
namespace {

// A polygon with more corners comes in sectors.
constexpr int kMostCorners = 8, kNumSectors = 6;

/// 3 x^2 - 2 x^3 in [0, 1].
double SmoothStep(double x) {
  x = std::clamp(x, 0.0, 1.0);
  return x * x * (3 - 2 * x);
}

/// w1 = s(1 + cos / sin(22.5 deg)), cos = slope / |gradient|.
double CalcAngleWeight(double slope, double gradient_norm) {
  constexpr double kSine = 0.38268343236508977;
  return SmoothStep(1 + slope / (kSine * gradient_norm));
}

/// w2 = s((rho - 1/sqrt(2)) / (sqrt(3)/2 - 1/sqrt(2)))
double CalcContrastWeight(double rho) {
  return SmoothStep((rho - std::numbers::sqrt2 / 2) /
                    (std::numbers::sqrt3 / 2 - std::numbers::sqrt2 / 2));
}

/// f = s(2 c), c the cosine between one gradient and the other's opposite.
double CalcFacing(const Vector3d& grad_a, const Vector3d& grad_b) {
  return SmoothStep(-2 * grad_a.dot(grad_b) / (grad_a.norm() * grad_b.norm()));
}

/// g = 1 / (1/g_a + 1/g_b), 0 if one of them is not positive.
double CombineSlopes(double g_a, double g_b) {
  return g_a > 0 && g_b > 0 ? 1 / (1 / g_a + 1 / g_b) : 0;
}

/// Columns x, y, n of a polygon's plane, x along the tangent as far as that is
/// in the plane.
Matrix3d MakeAxes(const Vector3d& tangent, const Vector3d& n) {
  Vector3d x = tangent - n.dot(tangent) * n;
  const double length = x.norm();
  x = length > 1e-8 ? Vector3d(x / length) : n.unitOrthogonal();
  Matrix3d axes;
  axes << x, n.cross(x), n;
  return axes;
}

// What is apart by more than this share of its size is not worth cutting.
constexpr double kCutRoom = 1e-9;

/// Whether points are all on one side of a plane through a cell of this size,
/// clear of it.
bool AreOnOneSide(std::span<const Vector3d> points, const Vector3d& normal,
                  double offset, double size) {
  if (points.empty()) return false;
  double low = kInfinity, high = -kInfinity;
  for (const Vector3d& p : points) {
    const double height = normal.dot(p) - offset;
    low = std::min(low, height);
    high = std::max(high, height);
  }
  return low > kCutRoom * size || high < -kCutRoom * size;
}

/// Whether a cell's face parts it from points of another cell.
bool IsParted(std::span<const PressureField::Plane> planes,
              std::span<const Vector3d> points, double size) {
  if (points.empty()) return false;
  return std::ranges::any_of(planes, [&](const PressureField::Plane& plane) {
    return std::ranges::all_of(points, [&](const Vector3d& p) {
      return plane.HeightOf(p) > kCutRoom * size;
    });
  });
}

/// Whether a cell's face parts it from a ball.
bool IsParted(std::span<const PressureField::Plane> planes,
              const Vector3d& center, double radius) {
  return std::ranges::any_of(planes, [&](const PressureField::Plane& plane) {
    return plane.HeightOf(center) > radius;
  });
}

/// Whether it has hardly a width, as where a side overlaps by round-off: its
/// moments are round-off, too.
bool IsSliver(const PlanarPolygon& polygon, double area) {
  constexpr double kNarrow = 1e-12;
  double squared_length = 0;
  for (const Vector2d& p : polygon.corners()) {
    squared_length =
        std::max(squared_length, (p - polygon.corners().front()).squaredNorm());
  }
  return area <= kNarrow * squared_length;
}

}  // namespace

/// A polygon's plane in the frame of the second solid, with all that does not
/// depend on where it is cut.
struct SurfaceCutter::Sheet {
  int a{}, b{};
  Vector3d origin;
  Matrix3d axes;      ///< Columns x, y, n.
  Vector3d gradient;  ///< Of the pressure, of which only x and y are used.
  double pressure_at_origin{};
  double slope{}, weight{}, facing = 1;
  const PressureField::Cell* rim{};  ///< Where one is rigid, the other's cell.
};

void SurfaceCutter::AddPolygons(const PosedSolids& solids,
                                const CellPairs& pairs, std::size_t begin,
                                std::size_t end, ContactSurface* surface) {
  surface_ = surface;
  for (std::size_t k = begin; k < end; ++k) {
    const auto [i, j] = pairs[k];
    if (solids.soft() != nullptr) {
      AddCells(solids, i, j);
    } else {
      AddFacet(solids, i, j);
    }
  }
}

void SurfaceCutter::AddFacet(const PosedSolids& solids, int facet, int cell) {
  const RigidSurface& a = *solids.rigid();
  const PressureField& b = solids.second();
  const RigidSurface::Facet& f = a.facets()[facet];
  const PressureField::Cell& c = b.cells()[cell];
  const Vector3d origin = solids.X_SF() * f.origin;
  if (f.num_corners > 0 && IsParted(b.planes(c), origin, f.radius)) return;
  const Matrix3d axes = solids.X_SF().linear() * f.axes;
  const double slope = c.gradient.dot(axes.col(2));
  const double weight = CalcAngleWeight(slope, c.slope);
  if (weight == 0) return;

  Sheet sheet{.a = facet,
              .b = cell,
              .origin = origin,
              .axes = axes,
              .gradient = c.gradient,
              .pressure_at_origin = 0,
              .slope = CombineSlopes(kInfinity, slope),
              .weight = weight,
              .rim = &c};
  const double height = axes.col(2).dot(c.center - sheet.origin);
  if (std::abs(height) > c.radius) return;
  if (f.num_corners > 0) {
    if ((sheet.origin - c.center).norm() > f.radius + c.radius) return;
    polygon_.Assign(a.corners(f));
  } else {
    sheet.origin = c.center - height * axes.col(2);
    polygon_.AssignSquare(c.radius);
  }
  sheet.pressure_at_origin = c.offset + c.gradient.dot(sheet.origin);
  Cut(sheet, b.planes(c));
  AddSheet(solids, sheet);
}

void SurfaceCutter::AddCells(const PosedSolids& solids, int cell_a,
                             int cell_b) {
  const PressureField &a = *solids.soft(), &b = solids.second();
  const PressureField::Cell &ca = a.cells()[cell_a], &cb = b.cells()[cell_b];
  const Vector3d grad_a = solids.X_SF().linear() * ca.gradient;
  const Vector3d difference = cb.gradient - grad_a;
  const double norm = difference.norm();
  double weight = CalcContrastWeight(norm / (ca.slope + cb.slope));
  if (weight == 0) return;
  const Vector3d n = difference / norm;
  const double slope_a = -grad_a.dot(n), slope_b = cb.gradient.dot(n);
  weight *=
      CalcAngleWeight(slope_a, ca.slope) * CalcAngleWeight(slope_b, cb.slope);
  if (weight == 0) return;

  // On the plane, p_b - p_a = difference . x + constant is zero.
  const Vector3d center_a = solids.X_SF() * ca.center;
  const double offset_a = ca.offset - grad_a.dot(solids.X_SF().translation());
  const double constant = cb.offset - offset_a;
  const bool about_a = ca.radius < cb.radius;
  const Vector3d center = about_a ? center_a : cb.center;
  const double radius = std::min(ca.radius, cb.radius);
  const double height = n.dot(center) + constant / norm;
  if (std::abs(height) > radius) return;
  if (std::abs(n.dot(cb.center) + constant / norm) > cb.radius) return;
  if (std::abs(n.dot(center_a) + constant / norm) > ca.radius) return;
  if (AreApart(solids, ca, cb, n, -constant / norm)) return;

  Sheet sheet{.a = cell_a,
              .b = cell_b,
              .origin = center - height * n,
              .axes = MakeAxes(cb.tangent, n),
              .gradient = cb.gradient,
              .pressure_at_origin = 0,
              .slope = CombineSlopes(slope_a, slope_b),
              .weight = weight,
              .facing = CalcFacing(grad_a, cb.gradient)};
  sheet.pressure_at_origin = cb.offset + cb.gradient.dot(sheet.origin);
  CutByCells(solids, ca, cb, radius, sheet);
  AddSheet(solids, sheet);
}

// Of a square about the sheet's origin, what is in both cells.
void SurfaceCutter::CutByCells(const PosedSolids& solids,
                               const PressureField::Cell& cell_a,
                               const PressureField::Cell& cell_b, double radius,
                               const Sheet& sheet) {
  polygon_.AssignSquare(radius);
  Cut(sheet, solids.second().planes(cell_b));
  Sheet in_a = sheet;
  in_a.origin = solids.R_FS() * (sheet.origin - solids.X_SF().translation());
  in_a.axes = solids.R_FS() * sheet.axes;
  Cut(in_a, solids.soft()->planes(cell_a));
}

/// Whether one of the cells does not reach the plane n . x = offset, in B, or a
/// face parts them.
bool SurfaceCutter::AreApart(const PosedSolids& solids,
                             const PressureField::Cell& cell_a,
                             const PressureField::Cell& cell_b,
                             const Vector3d& n, double offset) {
  const PressureField &a = *solids.soft(), &b = solids.second();
  const double size = std::min(cell_a.radius, cell_b.radius);
  if (AreOnOneSide(b.corners(cell_b), n, offset, size)) return true;
  posed_.clear();
  for (const Vector3d& p : a.corners(cell_a))
    posed_.push_back(solids.X_SF() * p);
  if (AreOnOneSide(posed_, n, offset, size)) return true;
  if (IsParted(b.planes(cell_b), posed_, size)) return true;
  posed_.clear();
  for (const Vector3d& p : b.corners(cell_b)) {
    posed_.push_back(solids.R_FS() * (p - solids.X_SF().translation()));
  }
  return IsParted(a.planes(cell_a), posed_, size);
}

/// Only the sheet's origin and axes count, in the frame of the planes.
void SurfaceCutter::Cut(const Sheet& sheet,
                        std::span<const PressureField::Plane> planes) {
  for (const PressureField::Plane& plane : planes) {
    if (polygon_.is_empty()) return;
    polygon_.Clip(sheet.axes.leftCols<2>().transpose() * plane.normal,
                  -plane.HeightOf(sheet.origin), plane.is_closed);
  }
}

void SurfaceCutter::AddSheet(const PosedSolids& solids, const Sheet& sheet) {
  const int num_corners = static_cast<int>(polygon_.corners().size());
  if (num_corners <= kMostCorners) return AddPolygon(solids, sheet, polygon_);
  const Vector2d center = polygon_.CalcMoments().centroid;
  for (int i = 0; i < kNumSectors; ++i) {
    const int first = i * num_corners / kNumSectors;
    const int last = (i + 1) * num_corners / kNumSectors;
    corners_.assign({center});
    for (int k = first; k <= last; ++k)
      corners_.push_back(polygon_.corners()[k % num_corners]);
    sector_.Assign(corners_);
    AddPolygon(solids, sheet, sector_);
  }
}

void SurfaceCutter::AddPolygon(const PosedSolids& solids, const Sheet& sheet,
                               const PlanarPolygon& part) {
  const PlanarPolygon::Moments moments = part.CalcMoments();
  if (IsSliver(part, moments.area)) return;
  const Vector2d gradient =
      sheet.axes.leftCols<2>().transpose() * sheet.gradient;
  ContactPolygon polygon{
      .a = solids.exchanged() ? sheet.b : sheet.a,
      .b = solids.exchanged() ? sheet.a : sheet.b,
      .area = moments.area,
      .centroid = {},
      .axes = solids.X_WS().linear() * sheet.axes,
      .covariance = moments.covariance,
      .pressure = sheet.pressure_at_origin + gradient.dot(moments.centroid),
      .pressure_gradient = gradient,
      .slope = sheet.slope,
      .weight = sheet.weight,
      .facing = sheet.facing,
      .rim_slope = sheet.rim == nullptr
                       ? 0
                       : CalcRimSlope(solids.second(), *sheet.rim,
                                      sheet.origin + sheet.axes.leftCols<2>() *
                                                         moments.centroid,
                                      sheet.axes.col(2)),
      .first_vertex = static_cast<int>(surface_->vertices.size()),
      .num_vertices = static_cast<int>(part.corners().size())};
  const Vector3d origin = solids.X_WS() * sheet.origin;
  const auto lift = [&](const Vector2d& p) -> Vector3d {
    return origin + polygon.axes.leftCols<2>() * p;
  };
  for (const Vector2d& p : part.corners()) {
    surface_->vertices.push_back(lift(p));
  }
  polygon.centroid = lift(moments.centroid);
  if (solids.exchanged()) {
    // About x by half a turn.
    polygon.axes.rightCols<2>() *= -1;
    polygon.pressure_gradient.y() *= -1;
    polygon.covariance(0, 1) *= -1;
    polygon.covariance(1, 0) *= -1;
    std::reverse(surface_->vertices.begin() + polygon.first_vertex,
                 surface_->vertices.end());
  }
  surface_->polygons.push_back(polygon);
}

}  // namespace tactus::contact
