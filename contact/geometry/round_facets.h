#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tactus/contact/geometry/compliance.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

// The flat facets that stand for round shapes where these touch by pressure
// fields. Their volume is the shape's, so that corners stand out of it and
// facets lie inside.

/// The resolution hint of a round shape: its own or, where that is 0, a quarter
/// of the radius of its largest circle, however long it is: 28 edges. 0 for
/// other shapes, which do not need one [m].
double CalcResolutionHint(const Shape& shape, const Compliance& compliance);

/// How many edges a circle has: a multiple of four, at most `hint` long each.
int CountCircleEdges(double radius, double hint);

/// The upper half of the unit sphere: rings of 4 r points at the polar angles
/// (pi / 2) r / n, r = 0 ... n. The equator has the given number of edges.
class FacetedHemisphere {
 public:
  using Facet = std::array<Vector3d, 3>;

  explicit FacetedHemisphere(int edges);

  const std::vector<Facet>& facets() const { return facets_; }
  int num_edges() const { return 4 * num_rings_; }  ///< Of the equator.
  /// Between the facets and the centre.
  double CalcVolume() const;
  Vector3d EquatorPoint(int k) const { return Point(num_rings_, k); }

 private:
  Vector3d Point(int ring, int k) const;
  void AddStrip(int r, int quarter);

  int num_rings_;
  std::vector<Facet> facets_;
};

/// By how much a faceted sphere's corners are farther from the centre than the
/// sphere of the same volume.
double CalcSphereScale(const FacetedHemisphere& half);
/// The distance of a faceted capsule's corners from its axis [m].
double CalcCapsuleCornerRadius(const FacetedHemisphere& half, double radius,
                               double half_length);
/// The distance from its axis of the sides of a regular prism with a cylinder's
/// volume [m].
double CalcPrismInnerRadius(double radius, int edges);

/// How far a solid's facets reach out of its shape, at most [m]: 0 for what
/// touches at points alone, for boxes, half-spaces and meshes, whose faces are
/// the shape's own, and for a hint that is not one.
double CalcFacetOverhang(const Shape& shape, const Compliance& compliance);

/// How well facets stand for a round shape.
struct FacetFit {
  int num_edges{};  ///< Of its largest circle.
  double error{};   ///< How far they lie from it at most, out or in [m].
  double radius{};  ///< Of that circle [m].
};
/// Of round shapes that touch by a pressure field. From 64 edges on the error
/// is that of 64, of second order in the edge.
std::optional<FacetFit> CalcFacetFit(const Shape& shape,
                                     const Compliance& compliance);

}  // namespace tactus::contact
