#include "tactus/contact/geometry/round_facets.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace tactus::contact {
namespace {

constexpr double kPi = std::numbers::pi;

/// Facets of finer ones are worked out from these, which are few to make.
constexpr int kMostEdges = 64;
/// Of the largest circle of a round shape without a hint: 28 edges.
constexpr double kHintPerRadius = 0.25;

/// The area of a regular polygon in the unit circle, n/2 sin(2 pi / n).
double CalcPolygonArea(int edges) {
  return edges / 2.0 * std::sin(2 * kPi / edges);
}

/// The distance from the centre of the nearest facet.
double CalcInnerRadius(const FacetedHemisphere& half) {
  double nearest = 1;
  for (const auto& [a, b, c] : half.facets()) {
    const Vector3d normal = (b - a).cross(c - a).normalized();
    nearest = std::min(nearest, normal.dot(a));
  }
  return nearest;
}

/// The radius of the largest circle of a round shape; 0 for others [m].
struct RadiusOf {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Ellipsoid& s) const { return s.radii.maxCoeff(); }
  double operator()(const Capsule& s) const { return s.radius; }
  double operator()(const Cylinder& s) const { return s.radius; }
  template <class Other>
  double operator()(const Other&) const {
    return 0;
  }
};

/// How far facets lie from their round shape: corners outside, the nearest
/// facet to the centre inside [m].
struct Reach {
  double out{}, in{};
};

/// Of a shape whose largest circle has so many edges; none of other shapes.
class ReachOf {
 public:
  explicit ReachOf(int edges) : edges_(edges) {}

  Reach operator()(const Sphere& s) const { return OfBall(s.radius); }
  Reach operator()(const Ellipsoid& s) const {
    return OfBall(s.radii.maxCoeff());
  }
  Reach operator()(const Capsule& s) const {
    const FacetedHemisphere half(edges_);
    const double corner =
        CalcCapsuleCornerRadius(half, s.radius, s.half_length);
    const double inner =
        std::min(CalcInnerRadius(half), std::cos(kPi / edges_));
    return {corner - s.radius, s.radius - corner * inner};
  }
  Reach operator()(const Cylinder& s) const {
    const double inner = CalcPrismInnerRadius(s.radius, edges_);
    return {inner / std::cos(kPi / edges_) - s.radius, s.radius - inner};
  }
  template <class Other>
  Reach operator()(const Other&) const {
    return {};
  }

 private:
  // An ellipsoid's corners lie on one that is as many times as large.
  Reach OfBall(double radius) const {
    const FacetedHemisphere half(edges_);
    const double scale = CalcSphereScale(half);
    return {(scale - 1) * radius, (1 - scale * CalcInnerRadius(half)) * radius};
  }

  int edges_;
};

/// Whether it is a round shape that touches by a pressure field, of which there
/// is a hint.
bool HasFacets(const Shape& shape, const Compliance& compliance) {
  return compliance.kind != Compliance::Kind::kPoint &&
         std::visit(RadiusOf(), shape) > 0 &&
         CalcResolutionHint(shape, compliance) > 0;
}

int CountEdgesOf(const Shape& shape, const Compliance& compliance) {
  return CountCircleEdges(std::visit(RadiusOf(), shape),
                          CalcResolutionHint(shape, compliance));
}

}  // namespace

double CalcResolutionHint(const Shape& shape, const Compliance& compliance) {
  if (compliance.resolution_hint != 0) return compliance.resolution_hint;
  return kHintPerRadius * std::visit(RadiusOf(), shape);
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
  if (!HasFacets(shape, compliance)) return 0;
  const int edges = std::min(CountEdgesOf(shape, compliance), kMostEdges);
  return std::visit(ReachOf(edges), shape).out;
}

std::optional<FacetFit> CalcFacetFit(const Shape& shape,
                                     const Compliance& compliance) {
  if (!HasFacets(shape, compliance)) return std::nullopt;
  const int edges = CountEdgesOf(shape, compliance);
  const int few = std::min(edges, kMostEdges);
  const Reach reach = std::visit(ReachOf(few), shape);
  const double finer = static_cast<double>(few) / edges;
  const double radius = std::visit(RadiusOf(), shape);
  return FacetFit{.num_edges = edges,
                  .error = std::max(reach.out, reach.in) * finer * finer,
                  .radius = radius};
}

}  // namespace tactus::contact
