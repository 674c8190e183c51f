#include "tactus/contact/geometry/round_facets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::contact {
namespace {

constexpr double kPi = std::numbers::pi;

/// Finer facets than these reach out less; these are few to make.
constexpr int kMostEdges = 64;

/// The area of a regular polygon in the unit circle, n/2 sin(2 pi / n).
double CalcPolygonArea(int edges) {
  return edges / 2.0 * std::sin(2 * kPi / edges);
}

/// Of round shapes; others have none.
class OverhangOf {
 public:
  explicit OverhangOf(double hint) : hint_(hint) {}

  double operator()(const Sphere& s) const { return OfBall(s.radius); }
  double operator()(const Ellipsoid& s) const {
    return OfBall(s.radii.maxCoeff());
  }
  double operator()(const Capsule& s) const {
    const FacetedHemisphere half(CountEdges(s.radius));
    return CalcCapsuleCornerRadius(half, s.radius, s.half_length) - s.radius;
  }
  double operator()(const Cylinder& s) const {
    const int edges = CountEdges(s.radius);
    return CalcPrismInnerRadius(s.radius, edges) / std::cos(kPi / edges) -
           s.radius;
  }
  template <class Other>
  double operator()(const Other&) const {
    return 0;
  }

 private:
  int CountEdges(double radius) const {
    return std::min(CountCircleEdges(radius, hint_), kMostEdges);
  }
  // An ellipsoid's corners lie on one that is as many times as large.
  double OfBall(double radius) const {
    const FacetedHemisphere half(CountEdges(radius));
    return (CalcSphereScale(half) - 1) * radius;
  }

  double hint_;
};

}  // namespace

double CalcResolutionHint(const Shape& shape, const Compliance& compliance) {
  if (compliance.resolution_hint != 0) return compliance.resolution_hint;
  const Bounds bounds = CalcBounds(shape, RigidTransform::Identity());
  return bounds.half_extents.maxCoeff() / 4;
}

int CountCircleEdges(double radius, double hint) {
  const double edges = std::ceil(2 * kPi * radius / hint / 4);
  return 4 * static_cast<int>(std::clamp(edges, 1.0, 1e6));
}

FacetedHemisphere::FacetedHemisphere(int edges) : num_rings_(edges / 4) {
  for (int r = 0; r < num_rings_; ++r) {
    for (int quarter = 0; quarter < 4; ++quarter) AddStrip(r, quarter);
  }
}

// sum a x b . c / 6
double FacetedHemisphere::CalcVolume() const {
  double volume = 0;
  for (const Facet& f : facets_) volume += f[0].cross(f[1]).dot(f[2]) / 6;
  return volume;
}

Vector3d FacetedHemisphere::Point(int ring, int k) const {
  if (ring == 0) return Vector3d::UnitZ();
  const int count = 4 * ring;
  const double phi = 2 * kPi * (k % count) / count;
  const double theta = kPi / 2 * ring / num_rings_;
  const double z = ring == num_rings_ ? 0 : std::cos(theta);
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), z};
}

// Between rings r and r + 1, a quarter turn.
void FacetedHemisphere::AddStrip(int r, int quarter) {
  const int inner = quarter * r, outer = quarter * (r + 1);
  for (int m = 0; m <= r; ++m) {
    facets_.push_back({Point(r, inner + m), Point(r + 1, outer + m),
                       Point(r + 1, outer + m + 1)});
    if (m == r) break;
    facets_.push_back({Point(r, inner + m), Point(r + 1, outer + m + 1),
                       Point(r, inner + m + 1)});
  }
}

// (4 pi / 3) a b c = s^3 2 V_half a b c
double CalcSphereScale(const FacetedHemisphere& half) {
  return std::cbrt(2 * kPi / 3 / half.CalcVolume());
}

// 4/3 pi R^3 + pi R^2 L = 2 V_half r^3 + A r^2 L, solved by Newton's method
// from R, where the right side is too small.
double CalcCapsuleCornerRadius(const FacetedHemisphere& half, double radius,
                               double half_length) {
  const double length = 2 * half_length;
  const double cubic = 2 * half.CalcVolume();
  const double square = CalcPolygonArea(half.num_edges()) * length;
  const double volume = kPi * radius * radius * (4 * radius / 3 + length);
  double r = radius;
  for (int i = 0; i < 20; ++i) {
    const double excess = (cubic * r + square) * r * r - volume;
    r -= excess / ((3 * cubic * r + 2 * square) * r);
  }
  return r;
}

// pi R^2 = n a^2 tan(pi / n)
double CalcPrismInnerRadius(double radius, int edges) {
  const double angle = kPi / edges;
  return radius * std::sqrt(angle / std::tan(angle));
}

double CalcFacetOverhang(const Shape& shape, const Compliance& compliance) {
  if (compliance.kind == Compliance::Kind::kPoint) return 0;
  if (std::holds_alternative<HalfSpace>(shape) ||
      std::holds_alternative<ConvexMesh>(shape))
    return 0;
  const double hint = CalcResolutionHint(shape, compliance);
  if (!(hint > 0)) return 0;
  return std::visit(OverhangOf(hint), shape);
}

}  // namespace tactus::contact
