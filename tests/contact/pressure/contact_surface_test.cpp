#include "tactus/contact/pressure/contact_surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/pressure/pressure_cases.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::At;
using test::FindSurface;
using test::RandomPose;
using test::Uniform;

constexpr double kModulus = 1e7;

PressureField MakeSoftBox(const Vector3d& half_extents) {
  return MakePressureField(Box{half_extents}, {.modulus = kModulus});
}

TEST_CASE(
    "ContactSurface: stacked equal boxes moved by 1e-9 -> the same force") {
  const PressureSolid box = MakeSoftBox({0.1, 0.15, 0.1});
  const double x = 1e-3;
  const auto stack = [&](const Vector3d& shift, const Vector3d& tilt) {
    RigidTransform X = At(shift.x(), shift.y(), 0.2 - x + shift.z());
    if (tilt.norm() > 0) {
      X.rotate(Eigen::AngleAxisd(tilt.norm(), tilt.normalized()));
    }
    return CalcForce(FindSurface(box, At(0, 0, 0), box, X));
  };
  const SurfaceForce straight = stack(Vector3d::Zero(), Vector3d::Zero());
  const double scale = straight.force.norm();
  for (int i = 0; i < 6; ++i) {
    const Vector3d small = (i < 3 ? 1e-9 : -1e-9) * Vector3d::Unit(i % 3);
    for (const SurfaceForce& f :
         {stack(small, Vector3d::Zero()), stack(Vector3d::Zero(), small)}) {
      // Of 1 mm, a shift of 1e-9 m in depth is 1e-6.
      CHECK((f.force - straight.force).norm() < 1.1e-6 * scale);
      CHECK((f.moment - straight.moment).norm() < 1.1e-6 * scale);
    }
  }
}

TEST_CASE(
    "ContactSurface: a box in a slab -> approach adds no force at its rim") {
  const PressureSolid box = MakeSoftBox({0.1, 0.15, 0.1});
  const PressureSolid slab = PressureField::MakeHalfSpace(kModulus, 0.05);
  const ContactSurface surface =
      FindSurface(slab, At(0, 0, 0), box, At(0, 0, 0.099));
  int rims = 0, faces = 0;
  for (const ContactPolygon& polygon : surface.polygons) {
    REQUIRE(polygon.force() > 0);
    const double stiffness = polygon.weight * polygon.area * polygon.slope;
    if (polygon.normal().z() > 0.99) {
      ++faces;
      CHECK(polygon.stiffness() == stiffness);
    } else {
      ++rims;
      CHECK(stiffness > 0);
      CHECK(polygon.stiffness() == 0);
      CHECK(CalcPressurePoints(polygon)[0].stiffness == 0);
      CHECK(CalcPressurePoints(polygon)[0].force > 0);
    }
  }
  CHECK(rims >= 4);
  CHECK(faces >= 1);
}

TEST_CASE("ContactSurface: a box tilted by 30 and by 45 degrees -> full") {
  const PressureSolid box = MakeSoftBox({0.1, 0.1, 0.1});
  const PressureSolid slab = PressureField::MakeHalfSpace(kModulus, 0.05);
  for (const double tilt :
       {std::numbers::pi / 6 + 1e-9, std::numbers::pi / 4}) {
    RigidTransform X = At(0, 0, 0.1 * (std::sin(tilt) + std::cos(tilt)) - 1e-3);
    X.rotate(Eigen::AngleAxisd(tilt, Vector3d::UnitX()));
    const ContactSurface surface = FindSurface(slab, At(0, 0, 0), box, X);
    // Of the ends, which stand upright, nothing is asked.
    const auto is_of_end = [](const ContactPolygon& polygon) {
      return std::abs(polygon.normal().x()) > 0.1;
    };
    int counted = 0;
    for (const ContactPolygon& polygon : surface.polygons) {
      if (is_of_end(polygon)) continue;
      ++counted;
      CHECK(polygon.facing == Approx(1).margin(1e-6));
    }
    CHECK(counted >= 2);
  }
}

/// Soft and rigid solids of every bounded shape.
std::vector<PressureSolid> MakeSolids(std::mt19937* random) {
  const std::vector<Shape> shapes{Sphere{0.1},
                                  Box{{0.1, 0.08, 0.12}},
                                  Capsule{0.07, 0.1},
                                  Cylinder{0.08, 0.1},
                                  Ellipsoid{{0.1, 0.07, 0.12}},
                                  test::RandomHull(random, 0.08)};
  std::vector<PressureSolid> solids;
  for (const Shape& shape : shapes) {
    solids.push_back(MakePressureField(
        shape, {.modulus = Uniform(random, 1, 5), .resolution_hint = 0.08}));
    solids.push_back(MakeRigidSurface(shape, 0.08));
  }
  return solids;
}

TEST_CASE("ContactSurface: solids exchanged -> the opposite force") {
  std::mt19937 random(3);
  std::vector<PressureSolid> solids = MakeSolids(&random);
  const std::size_t num_bounded = solids.size();
  solids.push_back(PressureField::MakeHalfSpace(1, 0.2));
  solids.push_back(RigidSurface::MakeHalfSpace());
  for (std::size_t i = 0; i < num_bounded; ++i) {
    for (std::size_t j = 0; j < solids.size(); ++j) {
      const PressureSolid &a = solids[i], &b = solids[j];
      if (std::get_if<RigidSurface>(&a) && std::get_if<RigidSurface>(&b)) {
        continue;
      }
      const RigidTransform X_WA = RandomPose(&random, 0.05);
      const RigidTransform X_WB = RandomPose(&random, 0.05);
      const SurfaceForce on_b = CalcForce(FindSurface(a, X_WA, b, X_WB));
      const SurfaceForce on_a = CalcForce(FindSurface(b, X_WB, a, X_WA));
      INFO(i << " against " << j);
      CHECK(on_b.force.norm() > 0);
      const double scale = 1e-12 * 5 * 0.04;  // Of E times an area.
      CHECK((on_a.force + on_b.force).norm() < scale);
      CHECK((on_a.moment + on_b.moment).norm() < scale);
    }
  }
}

/// The largest change of force between neighbours on a path of n steps.
template <class Path>
double CalcLargestChange(const Path& force_at, int n) {
  double largest = 0;
  Vector3d last = force_at(0.0);
  for (int i = 1; i <= n; ++i) {
    const Vector3d next = force_at(static_cast<double>(i) / n);
    largest = std::max(largest, (next - last).norm());
    last = next;
  }
  return largest;
}

TEST_CASE("ContactSurface: half the step -> half the largest change of force") {
  std::mt19937 random(4);
  const PressureSolid box = MakeSoftBox({0.1, 0.08, 0.12});
  const PressureSolid hull = MakePressureField(test::RandomHull(&random, 0.08),
                                               {.modulus = 0.5 * kModulus});
  const PressureSolid rigid = MakeRigidSurface(test::RandomHull(&random, 0.08));
  const RigidTransform X_WB = RandomPose(&random, 0.05);
  const auto check = [](const PressureSolid& a, const PressureSolid& b,
                        const auto& pose_at) {
    const auto force_at = [&](double s) {
      return CalcForce(FindSurface(a, At(0, 0, 0), b, pose_at(s))).force;
    };
    CHECK(CalcLargestChange(force_at, 800) <
          0.6 * CalcLargestChange(force_at, 400));
  };
  // Over the edge of a box of the same outline.
  check(box, box, [](double s) {
    RigidTransform X = At(0.004 * s - 0.002, 0, 0.238);
    X.rotate(Eigen::AngleAxisd(0.02 * (s - 0.5), Vector3d(0, 0.6, 0.8)));
    return X;
  });
  const auto through = [&](double s) {
    RigidTransform X = X_WB;
    X.rotate(Eigen::AngleAxisd(2 * s, Vector3d(0.6, 0, 0.8)));
    X.pretranslate((s - 0.5) * Vector3d(0.4, 0.1, 0.2));
    return X;
  };
  check(box, hull, through);
  check(box, rigid, through);
}

TEST_CASE("ContactSurface: one box wholly in another -> out the shorter way") {
  const PressureSolid large = MakeSoftBox({0.5, 0.5, 0.5});
  for (const PressureSolid& small :
       {PressureSolid(MakeSoftBox({0.05, 0.05, 0.05})),
        PressureSolid(MakeRigidSurface(Box{{0.05, 0.05, 0.05}}))}) {
    const SurfaceForce f =
        CalcForce(FindSurface(large, At(0, 0, 0), small, At(0, 0, 0.4)));
    CHECK(f.force.z() > 0);
    CHECK(f.force.head<2>().norm() < 1e-9 * f.force.z());
  }
}

TEST_CASE("ContactSurface: a triangle in faces of cells -> counted once") {
  // The plane z = 0 parts the cells of a sphere's halves.
  const TriangleMesh mesh{{{0.01, 0.02, 0}, {0.08, 0.01, 0}, {0.03, -0.06, 0}},
                          {{0, 1, 2}}};
  const double area = (mesh.vertices[1] - mesh.vertices[0])
                          .cross(mesh.vertices[2] - mesh.vertices[0])
                          .norm() /
                      2;
  const PressureSolid sphere =
      MakePressureField(Sphere{0.1}, {.modulus = 1, .resolution_hint = 0.02});
  std::mt19937 random(6);
  for (int trial = 0; trial < 20; ++trial) {
    const RigidTransform X =
        trial == 0 ? At(0, 0, 0) : RandomPose(&random, 0.3);
    const ContactSurface surface =
        FindSurface(RigidSurface(mesh), X, sphere, X);
    double sum = 0;
    for (const ContactPolygon& p : surface.polygons) sum += p.area;
    CHECK(sum == Approx(area).epsilon(1e-12));
  }
}

TEST_CASE("CalcPressurePoints: random polygons -> moments, and inside") {
  std::mt19937 random(5);
  const PressureSolid box = MakeSoftBox({0.1, 0.08, 0.12});
  const PressureSolid hull =
      MakePressureField(test::RandomHull(&random, 0.1), {.modulus = kModulus});
  for (int trial = 0; trial < 50; ++trial) {
    const ContactSurface surface =
        FindSurface(box, At(0, 0, 0), hull, RandomPose(&random, 0.1));
    for (const ContactPolygon& polygon : surface.polygons) {
      const auto vertices = surface.VerticesOf(polygon);
      double force = 0;
      Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
      for (const PressurePoint& point : CalcPressurePoints(polygon)) {
        force += point.force;
        const Vector2d d = polygon.axes.leftCols<2>().transpose() *
                           (point.position - polygon.centroid);
        covariance += d * d.transpose() / 3;
        for (std::size_t k = 0; k < vertices.size(); ++k) {
          const Vector3d edge =
              vertices[(k + 1) % vertices.size()] - vertices[k];
          CHECK(
              edge.cross(point.position - vertices[k]).dot(polygon.normal()) >=
              -1e-15);
        }
      }
      CHECK(force == Approx(polygon.force()).epsilon(1e-12));
      CHECK((covariance - polygon.covariance).norm() <
            1e-12 * polygon.covariance.norm() + 1e-20);
    }
  }
}

TEST_CASE(
    "ContactSurfaceFinder: again and after others -> no memory, same bits") {
  const PressureSolid a = MakePressureField(
      Sphere{0.1}, {.modulus = kModulus, .resolution_hint = 0.02});
  const PressureSolid b = MakeSoftBox({0.1, 0.1, 0.1});
  ContactSurfaceFinder finder;
  ContactSurface surface;
  finder.Find(a, At(0, 0, 0.15), b, At(0, 0, 0), &surface);
  const SurfaceForce first = CalcForce(surface);
  finder.Find(b, At(0.01, 0, 0.15), a, At(0, 0, 0), &surface);
  const long allocations = tactus::test::CountAllocations(
      [&] { finder.Find(a, At(0, 0, 0.15), b, At(0, 0, 0), &surface); });
  CHECK(allocations == 0);
  CHECK(CalcForce(surface).force == first.force);
  CHECK(CalcForce(surface).moment == first.moment);
}

TEST_CASE(
    "ContactSurface: in either order of solids -> by cells of the first") {
  const PressureSolid soft = MakePressureField(
      Sphere{0.1}, {.modulus = kModulus, .resolution_hint = 0.03});
  const PressureSolid rigid = MakeRigidSurface(Sphere{0.1}, 0.03);
  for (const auto& [a, b] : {std::pair(&soft, &rigid), std::pair(&rigid, &soft),
                             std::pair(&soft, &soft)}) {
    const auto polygons =
        FindSurface(*a, At(0.01, 0.02, 0.13), *b, At(0, 0, 0)).polygons;
    CHECK(polygons.size() > 10);
    CHECK(std::ranges::is_sorted(polygons, {}, [](const ContactPolygon& each) {
      return std::pair(each.a, each.b);
    }));
  }
}

TEST_CASE("ContactSurfaceFinder: pairs without a surface -> refused") {
  const PressureSolid soft = PressureField::MakeHalfSpace(1, 1);
  const PressureSolid plane = RigidSurface::MakeHalfSpace();
  const PressureSolid box = MakeRigidSurface(Box{{1, 1, 1}});
  const RigidTransform X = At(0, 0, 0);
  CHECK_THROWS_WITH(FindSurface(soft, X, plane, X),
                    "Two half-spaces have no contact surface.");
  CHECK_THROWS_WITH(FindSurface(box, X, plane, X),
                    "Two rigid solids have no contact surface.");
}

}  // namespace
}  // namespace tactus::contact
