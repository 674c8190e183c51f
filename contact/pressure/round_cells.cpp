#include "tactus/contact/pressure/round_cells.h"

#include <cmath>
#include <numbers>

#include "tactus/contact/geometry/round_facets.h"

namespace tactus::contact {
namespace {

/// Pyramids over the facets of both halves, scaled by `radii`, the apices at
/// z = +-shift.
std::vector<ConvexCell> MakeCaps(const FacetedHemisphere& half,
                                 const Vector3d& radii, double shift,
                                 double modulus) {
  std::vector<ConvexCell> cells;
  for (const int side : {1, -1}) {
    const Vector3d apex(0, 0, side * shift);
    const Vector3d scale = radii.cwiseProduct(Vector3d(1, 1, side));
    for (const FacetedHemisphere::Facet& facet : half.facets()) {
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

}  // namespace

std::vector<ConvexCell> MakeEllipsoidCells(const Vector3d& radii, int edges,
                                           double modulus) {
  const FacetedHemisphere half(edges);
  return MakeCaps(half, CalcSphereScale(half) * radii, 0, modulus);
}

std::vector<ConvexCell> MakeCapsuleCells(double radius, double half_length,
                                         int edges, double modulus) {
  const FacetedHemisphere half(edges);
  const double r = CalcCapsuleCornerRadius(half, radius, half_length);
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

std::vector<CellPlane> MakePrismPlanes(double radius, double half_length,
                                       int edges) {
  const double angle = std::numbers::pi / edges;
  const double side = CalcPrismInnerRadius(radius, edges);
  std::vector<CellPlane> planes{{Vector3d::UnitZ(), half_length},
                                {-Vector3d::UnitZ(), half_length}};
  for (int k = 0; k < edges; ++k) {
    const double phi = (2 * k + 1) * angle;
    planes.push_back({{std::cos(phi), std::sin(phi), 0}, side});
  }
  return planes;
}

}  // namespace tactus::contact
