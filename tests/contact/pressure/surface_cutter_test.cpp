#include "tactus/contact/pressure/surface_cutter.h"

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::At;

// contact_surface_test.cpp has what polygons must be.
TEST_CASE("Surface cutter: pairs range by range -> the polygons of all") {
  const Compliance soft{.modulus = 1e5, .resolution_hint = 0.3};
  const PressureSolid ball = MakePressureField(Sphere{1}, soft);
  const PressureSolid rigid = MakeRigidSurface(Ellipsoid{{1, 1.2, 0.8}}, 0.3);
  const RigidTransform X_WA = At(0, 0, 0), X_WB = At(0.9, 0.7, 0.4);
  for (const PressureSolid* b : {&ball, &rigid}) {
    const ContactSurface all = test::FindSurface(ball, X_WA, *b, X_WB);
    const PosedSolids posed(ball, X_WA, *b, X_WB);
    CellPairs pairs;
    posed.CollectPairs(&pairs);
    posed.Sort(&pairs);
    PlanarPolygon polygon, sector;
    std::vector<Vector2d> corners;
    std::vector<Vector3d> points;
    SurfaceCutter cutter({polygon, sector, corners, points});
    ContactSurface surface;
    const std::size_t middle = pairs.size() / 3;
    cutter.AddPolygons(posed, pairs, 0, middle, &surface);
    const std::size_t first = surface.polygons.size();
    cutter.AddPolygons(posed, pairs, middle, pairs.size(), &surface);
    CHECK(first > 0);
    REQUIRE(surface.polygons.size() == all.polygons.size());
    CHECK(surface.vertices == all.vertices);
    for (std::size_t i = 0; i < all.polygons.size(); ++i) {
      const ContactPolygon &p = surface.polygons[i], &q = all.polygons[i];
      CHECK((p.a == q.a && p.b == q.b && p.first_vertex == q.first_vertex));
      CHECK((p.area == q.area && p.pressure == q.pressure));
    }
  }
}

}  // namespace
}  // namespace tactus::contact
