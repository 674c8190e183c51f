#include "tactus/contact/geometry/round_facets.h"

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

constexpr double kPi = std::numbers::pi;

Compliance WithHint(double hint) {
  return {.kind = Compliance::Kind::kCompliant,
          .modulus = 1,
          .resolution_hint = hint};
}

// However long it is: by its length a rod would be a square bar.
TEST_CASE("Resolution hint: none given -> 28 edges around the largest circle") {
  for (const Shape& shape :
       {Shape(Sphere{0.1}), Shape(Ellipsoid{{0.1, 0.03, 0.1}}),
        Shape(Capsule{.radius = 0.1, .half_length = 7}),
        Shape(Cylinder{.radius = 0.1, .half_length = 1e3}),
        Shape(Cylinder{.radius = 0.1, .half_length = 1e-3})}) {
    CHECK(CalcResolutionHint(shape, WithHint(0)) == 0.1 / 4);
    CHECK(CalcResolutionHint(shape, WithHint(0.02)) == 0.02);
  }
  CHECK(CountCircleEdges(0.1, 0.1 / 4) == 28);
  CHECK(CalcResolutionHint(Box{Vector3d::Ones()}, WithHint(0)) == 0);
}

TEST_CASE("Circle edges: hints -> a multiple of four, no edge longer") {
  CHECK(CountCircleEdges(1, 100) == 4);
  CHECK(CountCircleEdges(1, kPi / 4) == 8);
  CHECK(CountCircleEdges(1, kPi / 4.1) == 12);
}

// An octahedron has the volume 4/3 r^3.
TEST_CASE("Faceted hemisphere: four edges -> half an octahedron") {
  const FacetedHemisphere half(4);
  CHECK(half.facets().size() == 4);
  CHECK(half.num_edges() == 4);
  CHECK(half.CalcVolume() == Approx(2.0 / 3));
  CHECK(CalcSphereScale(half) == Approx(std::cbrt(kPi)));
  CHECK(half.EquatorPoint(1).isApprox(Vector3d::UnitY()));
}

TEST_CASE("Facet overhang: four edges -> squares and octahedra") {
  const Compliance coarse = WithHint(100);
  CHECK(CalcFacetOverhang(Sphere{0.1}, coarse) ==
        Approx(0.1 * (std::cbrt(kPi) - 1)));
  CHECK(CalcFacetOverhang(Ellipsoid{{0.1, 0.3, 0.2}}, coarse) ==
        Approx(0.3 * (std::cbrt(kPi) - 1)));
  // A square of the area pi R^2 has corners at sqrt(pi / 2) R.
  const double corner = 0.1 * (std::sqrt(kPi / 2) - 1);
  CHECK(CalcFacetOverhang(Cylinder{.radius = 0.1, .half_length = 0.2},
                          coarse) == Approx(corner));
  CHECK(CalcFacetOverhang(Capsule{.radius = 0.1, .half_length = 1e5}, coarse) ==
        Approx(corner).epsilon(1e-5));
}

TEST_CASE("Facet overhang: half the hint -> a quarter, and never less") {
  const Capsule capsule{.radius = 1, .half_length = 2};
  double last = std::numeric_limits<double>::infinity();
  for (const int edges : {8, 16, 32, 64}) {
    const double overhang =
        CalcFacetOverhang(capsule, WithHint(2 * kPi / edges));
    if (edges > 8) CHECK(overhang == Approx(last / 4).epsilon(0.05));
    last = overhang;
  }
  CHECK(CalcFacetOverhang(capsule, WithHint(1e-9)) == last);
}

TEST_CASE("Facet overhang: flat faces, points, no hint at all -> none") {
  const Compliance soft = WithHint(1);
  CHECK(CalcFacetOverhang(Box{Vector3d::Ones()}, soft) == 0);
  CHECK(CalcFacetOverhang(HalfSpace{}, soft) == 0);
  const auto hull = std::make_shared<ConvexHull>(
      std::vector<Vector3d>{Vector3d::Zero(), Vector3d::UnitX(),
                            Vector3d::UnitY(), Vector3d::UnitZ()});
  CHECK(CalcFacetOverhang(ConvexMesh{hull}, soft) == 0);
  CHECK(CalcFacetOverhang(Sphere{1}, {}) == 0);
  for (const double hint : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK(CalcFacetOverhang(Sphere{1}, WithHint(hint)) == 0);
}

// A prism's corners lie a third of theta^2 outside, its sides a sixth inside,
// theta = pi / n.
TEST_CASE("Facet fit: a rod of n sides -> theta^2 / 3 of its radius") {
  const Cylinder rod{.radius = 0.02, .half_length = 0.15};
  for (const int edges : {28, 64, 200, 4000}) {
    const auto fit =
        CalcFacetFit(rod, WithHint(2 * kPi * 0.02 / edges * (1 + 1e-9)));
    REQUIRE(fit);
    CHECK(fit->num_edges == edges);
    CHECK(fit->radius == 0.02);
    const double theta = kPi / edges;
    CHECK(fit->error == Approx(0.02 * theta * theta / 3).epsilon(0.01));
  }
  // A square's corners are at sqrt(pi / 2).
  CHECK(CalcFacetFit(rod, WithHint(1))->error ==
        Approx(0.02 * (std::sqrt(kPi / 2) - 1)));
}

// An octahedron's corners are at cbrt(pi), its faces at 1 / sqrt(3) of that.
TEST_CASE("Facet fit: balls -> what lies farthest, corners or faces") {
  const double corner = std::cbrt(kPi);
  const double error = std::max(corner - 1, 1 - corner / std::sqrt(3.0));
  CHECK(CalcFacetFit(Sphere{0.1}, WithHint(1))->error == Approx(0.1 * error));
  CHECK(CalcFacetFit(Ellipsoid{{0.1, 0.3, 0.2}}, WithHint(1))->error ==
        Approx(0.3 * error));
  CHECK(CalcFacetFit(Capsule{0.1, 0}, WithHint(1))->error ==
        Approx(0.1 * error));
  double last = std::numeric_limits<double>::infinity();
  for (const int edges : {16, 32, 64, 128}) {
    const double fit =
        CalcFacetFit(Sphere{1}, WithHint(2 * kPi / edges * (1 + 1e-9)))->error;
    if (edges > 16) CHECK(fit == Approx(last / 4).epsilon(0.1));
    last = fit;
  }
}

TEST_CASE("Facet fit: flat faces, points -> none") {
  CHECK_FALSE(CalcFacetFit(Box{Vector3d::Ones()}, WithHint(1)));
  CHECK_FALSE(CalcFacetFit(HalfSpace{}, WithHint(1)));
  CHECK_FALSE(CalcFacetFit(Sphere{1}, {}));
  CHECK(
      CalcFacetFit(Sphere{1}, {.kind = Compliance::Kind::kRigid})->num_edges ==
      28);
}

}  // namespace
}  // namespace tactus::contact
