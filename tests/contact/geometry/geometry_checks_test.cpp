#include "tactus/contact/geometry/geometry_checks.h"

#include <functional>
#include <limits>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("Geometry checks: what makes no sense -> refused by name") {
  const auto check = [](const std::function<void(Geometry*)>& change) {
    Geometry geometry;
    geometry.name = "g";
    geometry.body = 1;
    geometry.shape = Sphere{0.1};
    change(&geometry);
    RequireValidGeometry(geometry, 2);
  };
  const auto message = Catch::Matchers::StartsWith("geometry \"g\": ");
  CHECK_NOTHROW(check([](Geometry*) {}));
  CHECK_THROWS_WITH(check([](Geometry* g) { g->body = 2; }), message);
  CHECK_THROWS_WITH(check([](Geometry* g) { g->body = -1; }), message);
  CHECK_THROWS_WITH(check([](Geometry* g) { g->margin = -1; }), message);
  CHECK_THROWS_WITH(check([](Geometry* g) { g->margin = kNan; }), message);
  CHECK_THROWS_WITH(check([](Geometry* g) { g->X_BG.linear() *= 2; }), message);
  CHECK_THROWS_WITH(check([](Geometry* g) { g->X_BG.linear() *= -1; }),
                    message);
  CHECK_THROWS_WITH(check([](Geometry* g) { g->X_BG.translation()[1] = kNan; }),
                    message);
  for (const Shape& shape :
       {Shape(Sphere{0}), Shape(Sphere{kNan}), Shape(Box{Vector3d(1, -1, 1)}),
        Shape(Capsule{1, 0}), Shape(Cylinder{0, 1}),
        Shape(Ellipsoid{Vector3d(1, 1, 0)}), Shape(ConvexMesh{})}) {
    CHECK_THROWS_WITH(check([&](Geometry* g) { g->shape = shape; }), message);
  }
  CHECK_NOTHROW(check([](Geometry* g) { g->shape = HalfSpace{}; }));
}

}  // namespace
}  // namespace tactus::contact
