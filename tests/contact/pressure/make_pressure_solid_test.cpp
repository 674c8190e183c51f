#include "tactus/contact/pressure/make_pressure_solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/round_facets.h"
#include "tactus/contact/pressure/face_cells.h"
#include "tactus/contact/pressure/round_cells.h"
#include "tactus/contact/pressure/volume_cells.h"

namespace tactus::contact {
namespace {

using test::Uniform;

constexpr double kPi = std::numbers::pi;

double SumVolume(const std::vector<ConvexCell>& cells) {
  double volume = 0;
  for (const ConvexCell& cell : cells) volume += cell.CalcVolume();
  return volume;
}

/// The pressure at a point by the cells that have it, within round-off; all of
/// them must agree.
double EvalPressure(const PressureField& field, const Vector3d& x) {
  double pressure = -1;
  for (const PressureField::Cell& cell : field.cells()) {
    const auto planes = field.planes(cell);
    const bool is_inside = std::all_of(
        planes.begin(), planes.end(),
        [&x](const auto& plane) { return plane.HeightOf(x) <= 1e-12; });
    if (!is_inside) continue;
    const double p = cell.offset + cell.gradient.dot(x);
    if (pressure >= 0) CHECK(p == Approx(pressure).margin(1e-9));
    pressure = p;
  }
  return pressure;
}

TEST_CASE("MakeEllipsoidCells: any number of edges -> the ellipsoid's volume") {
  for (const int edges : {4, 8, 20}) {
    const auto cells = MakeEllipsoidCells({0.1, 0.2, 0.3}, edges, 1);
    CHECK(SumVolume(cells) == Approx(4 * kPi / 3 * 0.006).epsilon(1e-12));
    CHECK(cells.size() == static_cast<std::size_t>(edges * edges / 2));
  }
}

TEST_CASE("MakeCapsuleCells: any number of edges -> the capsule's volume") {
  for (const int edges : {4, 8, 20}) {
    CHECK(SumVolume(MakeCapsuleCells(0.1, 0.2, edges, 1)) ==
          Approx(kPi * 0.01 * (0.4 / 3 + 0.4)).epsilon(1e-12));
  }
}

// How far a corner of a field is out of the shape.
struct DistanceOf {
  Vector3d x;
  double operator()(const Sphere& s) const { return x.norm() - s.radius; }
  double operator()(const Capsule& s) const {
    const double z = std::clamp(x.z(), -s.half_length, s.half_length);
    return (x - z * Vector3d::UnitZ()).norm() - s.radius;
  }
  double operator()(const Cylinder& s) const {
    return std::max(x.head<2>().norm() - s.radius,
                    std::abs(x.z()) - s.half_length);
  }
  template <class Other>
  double operator()(const Other&) const {
    return 0;
  }
};

TEST_CASE("Facet overhang: fields of round shapes -> that of their corners") {
  for (const Shape& shape : {Shape(Sphere{0.1}), Shape(Capsule{0.1, 0.2}),
                             Shape(Cylinder{0.1, 0.05})}) {
    for (const double hint : {1.0, 0.1, 0.03}) {
      const Compliance compliance = {.kind = Compliance::Kind::kCompliant,
                                     .modulus = 1,
                                     .resolution_hint = hint};
      const PressureField field = MakePressureField(shape, compliance);
      double most = 0;
      for (const PressureField::Cell& cell : field.cells()) {
        for (const Vector3d& corner : field.corners(cell))
          most = std::max(most, std::visit(DistanceOf{corner}, shape));
      }
      CHECK(most == Approx(CalcFacetOverhang(shape, compliance)));
    }
  }
}

TEST_CASE("MakeFaceCells: a prism -> the cylinder's volume") {
  for (const double half_length : {0.02, 0.1, 0.5}) {
    const auto cells =
        MakeFaceCells(MakePrismPlanes(0.1, half_length, 12), Vector3d::Zero(),
                      {0.1, 0.1, half_length}, 1);
    CHECK(cells.size() == 14);
    CHECK(SumVolume(cells) ==
          Approx(2 * kPi * 0.01 * half_length).epsilon(1e-12));
  }
}

TEST_CASE("MakePressureField: points in a box -> the nearest face's distance") {
  std::mt19937 random(1);
  const Vector3d half(0.1, 0.2, 0.3);
  const PressureField field = MakePressureField(Box{half}, {.modulus = 5});
  CHECK(field.cells().size() == 6);
  for (int trial = 0; trial < 200; ++trial) {
    const Vector3d x = half.cwiseProduct(test::RandomVector(&random));
    const double d = (half - x.cwiseAbs()).minCoeff();
    CHECK(EvalPressure(field, x) == Approx(5 * d / 0.1).margin(1e-12));
  }
}

TEST_CASE(
    "MakePressureField: points in a hull -> the nearest face's distance") {
  std::mt19937 random(2);
  const ConvexMesh mesh = test::RandomHull(&random, 0.1);
  const PressureField field = MakePressureField(mesh, {.modulus = 1});
  CHECK(field.cells().size() == mesh.hull->faces().size());
  // The deepest point has the modulus, and no point has more.
  double scale = 0, highest = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Vector3d x = 0.13 * test::RandomVector(&random);
    double d = 1;
    for (const HullFace& face : mesh.hull->faces()) {
      d = std::min(d, face.offset - face.normal.dot(x));
    }
    if (d < 1e-6) continue;
    const double pressure = EvalPressure(field, x);
    if (scale == 0) scale = pressure / d;
    CHECK(pressure == Approx(scale * d).epsilon(1e-9));
    highest = std::max(highest, pressure);
  }
  CHECK(highest <= 1);
  CHECK(highest > 0.8);
}

/// The unit cube in six tetrahedra about a diagonal, all their corners on its
/// surface.
constexpr std::array<int, 4> kCube[] = {{0, 1, 3, 7}, {0, 1, 5, 7},
                                        {0, 2, 3, 7}, {0, 2, 6, 7},
                                        {0, 4, 5, 7}, {0, 4, 6, 7}};
std::vector<Vector3d> MakeCubeVertices() {
  std::vector<Vector3d> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.emplace_back(i % 2, i / 2 % 2, i / 4);
  }
  return vertices;
}

TEST_CASE(
    "MakeVolumeCells: tetrahedra with all corners on the surface -> split") {
  const auto cells = MakeVolumeCells(MakeCubeVertices(), kCube, 3);
  CHECK(cells.size() == 24);
  CHECK(SumVolume(cells) == Approx(1).epsilon(1e-12));
  double highest = 0;
  for (const ConvexCell& cell : cells) {
    CHECK(cell.gradient.norm() > 0);
    for (const Vector3d& x : cell.faces().front().corners) {
      const double d =
          std::min(x.minCoeff(), (Vector3d::Ones() - x).minCoeff());
      if (d == 0) CHECK(std::abs(cell.CalcPressure(x)) < 1e-12);
      highest = std::max(highest, cell.CalcPressure(x));
    }
  }
  CHECK(highest == Approx(3));
}

TEST_CASE("MakePressureField: an L of tetrahedra -> nothing in its corner") {
  // Three cubes of an L, in the places of (0, 0), (1, 0) and (0, 1).
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 4>> tetrahedra;
  for (int i = 0; i < 18; ++i) {
    vertices.emplace_back(i % 3, i / 3 % 3, i / 9);
  }
  const int corner[] = {0, 1, 3, 4, 9, 10, 12, 13};
  for (const int first : {0, 1, 3}) {
    for (const auto& t : kCube) {
      auto& added = tetrahedra.emplace_back();
      for (int k = 0; k < 4; ++k) added[k] = first + corner[t[k]];
    }
  }
  const PressureSolid solid = MakePressureField(vertices, tetrahedra, 1);
  const auto force_at = [&](double x, double y) {
    return CalcForce(test::FindSurface(MakeRigidSurface(Box{{0.2, 0.2, 0.2}}),
                                       test::At(x, y, 0.5), solid,
                                       test::At(0, 0, 0)))
        .force;
  };
  CHECK(force_at(1.5, 1.5).norm() == 0);
  // From the recess into either arm, it is pushed back, and the arm away.
  CHECK(force_at(1.5, 1.15).y() < 0);
  CHECK(force_at(1.15, 1.5).x() < 0);
}

TEST_CASE("MakePressureField: what cannot be meant -> refused in one line") {
  CHECK_THROWS_WITH(MakePressureField(Box{{1, 1, 1}}, {.modulus = 0}),
                    "A compliant solid needs a positive modulus.");
  CHECK_THROWS_WITH(MakePressureField(Sphere{1}, {.modulus = 1}),
                    "A round shape needs a positive resolution hint.");
  CHECK_THROWS_WITH(MakePressureField(HalfSpace{}, {.modulus = 1}),
                    "A compliant half-space needs the thickness of its slab.");
  CHECK_THROWS_WITH(
      MakePressureField(Sphere{1}, {.modulus = 1, .resolution_hint = 1e-4}),
      Catch::Contains("more than 1000000"));
  auto vertices = MakeCubeVertices();
  vertices[5] = {0.5, 0, 0};
  CHECK_THROWS_WITH(MakePressureField(vertices, kCube, 1),
                    "Tetrahedron 1 of a volume mesh has no volume.");
}

TEST_CASE("RigidSurface: a closed mesh inside out -> refused") {
  const Vector3d o(0, 0, 0);
  TriangleMesh mesh{{o, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                    {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  CHECK(RigidSurface(mesh).facets().size() == 4);
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  CHECK_THROWS_AS(RigidSurface(mesh), std::invalid_argument);
  mesh.triangles.pop_back();
  CHECK(RigidSurface(mesh).facets().size() == 3);
}

}  // namespace
}  // namespace tactus::contact
