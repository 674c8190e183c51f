#include "tactus/contact/pressure/round_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tactus::contact {
namespace {

constexpr double kPi = std::numbers::pi;

/// The upper half of the unit sphere: rings of 4 r points at the polar angles
/// (pi / 2) r / n, r = 0 ... n.
class Hemisphere {
 public:
  using Facet = std::array<Vector3d, 3>;

  explicit Hemisphere(int edges) : num_rings_(edges / 4) {
    for (int r = 0; r < num_rings_; ++r) {
      for (int quarter = 0; quarter < 4; ++quarter) AddStrip(r, quarter);
    }
  }

  const std::vector<Facet>& facets() const { return facets_; }
  /// The volume between the facets and the centre, sum a x b . c / 6.
  double CalcVolume() const {
    double volume = 0;
    for (const Facet& f : facets_) volume += f[0].cross(f[1]).dot(f[2]) / 6;
    return volume;
  }
  Vector3d EquatorPoint(int k) const { return Point(num_rings_, k); }

 private:
  Vector3d Point(int ring, int k) const {
    if (ring == 0) return Vector3d::UnitZ();
    const int count = 4 * ring;
    const double phi = 2 * kPi * (k % count) / count;
    const double theta = kPi / 2 * ring / num_rings_;
    const double z = ring == num_rings_ ? 0 : std::cos(theta);
    return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
            z};
  }
  /// Between rings r and r + 1, a quarter turn.
  void AddStrip(int r, int quarter) {
    const int inner = quarter * r, outer = quarter * (r + 1);
    for (int m = 0; m <= r; ++m) {
      facets_.push_back({Point(r, inner + m), Point(r + 1, outer + m),
                         Point(r + 1, outer + m + 1)});
      if (m == r) break;
      facets_.push_back({Point(r, inner + m), Point(r + 1, outer + m + 1),
                         Point(r, inner + m + 1)});
    }
  }

  int num_rings_;
  std::vector<Facet> facets_;
};

/// Pyramids over the facets of both halves, scaled by `radii`, the apices at
/// z = +-shift.
std::vector<ConvexCell> MakeCaps(const Hemisphere& half, const Vector3d& radii,
                                 double shift, double modulus) {
  std::vector<ConvexCell> cells;
  for (const int side : {1, -1}) {
    const Vector3d apex(0, 0, side * shift);
    const Vector3d scale = radii.cwiseProduct(Vector3d(1, 1, side));
    for (const Hemisphere::Facet& facet : half.facets()) {
      std::vector<Vector3d> base;
      for (const Vector3d& p : facet) {
        base.emplace_back(apex + scale.cwiseProduct(p));
      }
      cells.push_back(ConvexCell::MakePyramid(apex, base));
      cells.back().SetPressure(apex, modulus);
    }
  }
  return cells;
}

/// The area of a regular polygon in the unit circle, n/2 sin(2 pi / n).
double CalcPolygonArea(int edges) {
  return edges / 2.0 * std::sin(2 * kPi / edges);
}

}  // namespace

int CountCircleEdges(double radius, double hint) {
  const double edges = std::ceil(2 * kPi * radius / hint / 4);
  return 4 * static_cast<int>(std::clamp(edges, 1.0, 1e6));
}

// (4 pi / 3) a b c = s^3 2 V_half a b c
std::vector<ConvexCell> MakeEllipsoidCells(const Vector3d& radii, int edges,
                                           double modulus) {
  const Hemisphere half(edges);
  const double scale = std::cbrt(2 * kPi / 3 / half.CalcVolume());
  return MakeCaps(half, scale * radii, 0, modulus);
}

// 4/3 pi R^3 + pi R^2 L = 2 V_half r^3 + A r^2 L, solved by Newton's method
// from R, where the right side is too small.
std::vector<ConvexCell> MakeCapsuleCells(double radius, double half_length,
                                         int edges, double modulus) {
  const Hemisphere half(edges);
  const double length = 2 * half_length;
  const double cubic = 2 * half.CalcVolume();
  const double square = CalcPolygonArea(edges) * length;
  const double volume = kPi * radius * radius * (4 * radius / 3 + length);
  double r = radius;
  for (int i = 0; i < 20; ++i) {
    const double excess = (cubic * r + square) * r * r - volume;
    r -= excess / ((3 * cubic * r + 2 * square) * r);
  }

  std::vector<ConvexCell> cells =
      MakeCaps(half, Vector3d::Constant(r), half_length, modulus);
  const Vector3d low(0, 0, -half_length), high(0, 0, half_length);
  for (int k = 0; k < edges; ++k) {
    const Vector3d a = r * half.EquatorPoint(k);
    const Vector3d b = r * half.EquatorPoint(k + 1);
    cells.push_back(ConvexCell({{low + a, low + b, high + b, high + a},
                                {low, low + a, high + a, high},
                                {low, high, high + b, low + b},
                                {low, low + b, low + a},
                                {high, high + a, high + b}}));
    cells.back().SetPressure(Vector3d::Zero(), modulus);
  }
  return cells;
}

// pi R^2 = n a^2 tan(pi / n), a the distance of the sides from the axis.
std::vector<CellPlane> MakePrismPlanes(double radius, double half_length,
                                       int edges) {
  const double angle = kPi / edges;
  const double side = radius * std::sqrt(angle / std::tan(angle));
  std::vector<CellPlane> planes{{Vector3d::UnitZ(), half_length},
                                {-Vector3d::UnitZ(), half_length}};
  for (int k = 0; k < edges; ++k) {
    const double phi = (2 * k + 1) * angle;
    planes.push_back({{std::cos(phi), std::sin(phi), 0}, side});
  }
  return planes;
}

}  // namespace tactus::contact
