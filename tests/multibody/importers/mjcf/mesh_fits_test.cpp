#include "tactus/multibody/importers/mjcf/mesh_fits.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

// A pyramid of height 4 over a square of side 2 with its base at z = 0: its
// inertia box and its bounding box differ. Its principal axes are those of the
// file, and z is the longest edge of the inertia box.
std::string Pyramid(const std::string& type, const std::string& compiler,
                    const std::string& geom) {
  return "<compiler " + compiler +
         "/><asset><mesh name='pyramid' vertex='-1 -1 0  1 -1 0  1 1 0  "
         "-1 1 0  0 0 4'/></asset><worldbody><body><geom type='" +
         type + "' mesh='pyramid' pos='7 0 0' " + geom +
         "/></body></worldbody>";
}

Parsed FitAabb(const std::string& type, const std::string& geom = "") {
  return Parse(Pyramid(type, "fitaabb='true'", geom));
}

template <typename Shape>
Shape ShapeOf(const Parsed& p) {
  return std::get<Shape>(p.geometry(0).shape);
}

// Moments m (2^2 / 20 + 3 h^2 / 80), twice, and m 2^2 / 10 about z, at
// h = 4, m = 1: 0.8, 0.8, 0.4.
TEST_CASE("MJCF mesh fit: the inertia's box -> size and centre") {
  const Parsed p = Parse(Pyramid("box", "fitaabb='false'", ""));
  const Vector3d h = ShapeOf<contact::Box>(p).half_extents;
  CHECK(h.x() == Approx(std::sqrt(1.5 * 0.4)));
  CHECK(h.z() == Approx(std::sqrt(1.5 * 1.2)));
  CHECK((p.geometry(0).X_BG.translation() - Vector3d(7, 0, 1)).norm() < 1e-12);
}

TEST_CASE("MJCF mesh fit: fitaabb -> the box around the vertices") {
  const Parsed p = FitAabb("box");
  const Vector3d h = ShapeOf<contact::Box>(p).half_extents;
  CHECK((h - Vector3d(1, 1, 2)).norm() < 1e-12);
  CHECK((p.geometry(0).X_BG.translation() - Vector3d(7, 0, 2)).norm() < 1e-12);
  CHECK(p.report.CountPhysics() == 0);
  CHECK((ShapeOf<contact::Ellipsoid>(FitAabb("ellipsoid")).radii - h).norm() <
        1e-12);
}

TEST_CASE("MJCF mesh fit: fitaabb -> round shapes hold all vertices") {
  CHECK(ShapeOf<contact::Sphere>(FitAabb("sphere")).radius ==
        Approx(std::sqrt(6.0)));
  const auto cylinder = ShapeOf<contact::Cylinder>(FitAabb("cylinder"));
  CHECK(cylinder.radius == Approx(std::sqrt(2.0)));
  CHECK(cylinder.half_length == Approx(2));
  // The corners of the base are at the rim, the tip is below its cap.
  const auto capsule = ShapeOf<contact::Capsule>(FitAabb("capsule"));
  CHECK(capsule.radius == Approx(std::sqrt(2.0)));
  CHECK(capsule.half_length == Approx(2));
}

TEST_CASE("MJCF mesh fit: a cap over a vertex -> shorter capsule") {
  const std::vector<Vector3d> points = {{1, 0, 0.5}, {0, 0, -3}};
  const Vector3d size = mjcf::FitAround(mjcf::GeomSpec::Type::kCapsule, points,
                                        Vector3d(0.5, 0, 1.75));
  CHECK(size == Vector3d(1, 2, 0));
}

TEST_CASE("MJCF mesh fit: fitscale -> size multiplied, place unchanged") {
  for (const bool aabb : {false, true}) {
    const std::string compiler = aabb ? "fitaabb='true'" : "";
    const Parsed one = Parse(Pyramid("box", compiler, ""));
    const Parsed two = Parse(Pyramid("box", compiler, "fitscale='2'"));
    CHECK((ShapeOf<contact::Box>(two).half_extents -
           2 * ShapeOf<contact::Box>(one).half_extents)
              .norm() < 1e-12);
    CHECK(two.geometry(0).X_BG.isApprox(one.geometry(0).X_BG));
  }
  CHECK_THAT(FailureOf(Pyramid("box", "", "fitscale='0'")),
             Contains("'fitscale' must be positive"));
}

}  // namespace
}  // namespace tactus::multibody
