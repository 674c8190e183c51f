#include <cmath>
#include <numbers>
#include <string>

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::At;
using test::FindSurface;
using test::RandomPose;
using test::Sink;
using test::Uniform;

constexpr double kPi = std::numbers::pi;
constexpr double kModulus = 1e7;

PressureField MakeSoftBox(const Vector3d& half_extents) {
  return MakePressureField(Box{half_extents}, {.modulus = kModulus});
}

bool IsNear(const Vector3d& a, const Vector3d& b, double tolerance) {
  return (a - b).norm() <= tolerance * std::max(a.norm(), b.norm());
}

TEST_CASE("ContactSurface: rigid plane under a box -> the closed form") {
  std::mt19937 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const RigidTransform X_WP = RandomPose(&random, 0.3);
    const double l = Uniform(&random, 0.1, 0.3), w = Uniform(&random, 0.1, 0.3);
    const double h = Uniform(&random, 0.1, 0.3);
    const double deepest = std::min({l, w, h}) / 2;
    const double x = deepest * std::pow(10, Uniform(&random, -4, -0.01));
    // F = (E/H) (L W x - (L + W) x^2 + 4/3 x^3)
    const double expected =
        kModulus / deepest * (l * w * x - (l + w) * x * x + 4 * x * x * x / 3);
    const SurfaceForce f =
        Sink(MakeSoftBox({l / 2, w / 2, h / 2}), h / 2 - x, X_WP);
    const Vector3d force = expected * X_WP.linear().col(2);
    CHECK(IsNear(f.force, force, 1e-10));
    CHECK((f.moment - X_WP.translation().cross(force)).norm() <
          1e-10 * expected);
  }
}

TEST_CASE("ContactSurface: slopes of a sinking box -> the force's derivative") {
  const double l = 0.2, w = 0.3, x = 0.01;
  const PressureField box = MakeSoftBox({l / 2, w / 2, 0.1});
  const ContactSurface surface = FindSurface(
      RigidSurface::MakeHalfSpace(), At(0, 0, 0), box, At(0, 0, 0.1 - x));
  CHECK(surface.polygons.size() == 5);
  // dF/dx = (E/H) (L - 2 x) (W - 2 x)
  CHECK(test::SumStiffness(surface, Vector3d::UnitZ()) ==
        Approx(kModulus / 0.1 * (l - 2 * x) * (w - 2 * x)).epsilon(1e-12));
}

TEST_CASE("ContactSurface: rigid box in soft ground -> E/T times the volume") {
  const PressureSolid ground = PressureField::MakeHalfSpace(kModulus, 0.5);
  const PressureSolid box = MakeRigidSurface(Box{{0.1, 0.15, 0.2}});
  const double x = 0.03;
  const ContactSurface surface =
      FindSurface(ground, At(0, 0, 0), box, At(0.3, 0, 0.2 - x));
  const SurfaceForce f = CalcForce(surface);
  const double expected = kModulus / 0.5 * 0.2 * 0.3 * x;
  CHECK(IsNear(f.force, {0, 0, expected}, 1e-12));
  CHECK(IsNear(f.moment, {0, -0.3 * expected, 0}, 1e-12));
}

/// Tetrahedron (a, b, c, d) with signed volume; those below z = 0 are summed.
struct Displaced {
  double volume = 0;
  Vector3d moment = Vector3d::Zero();  ///< int x dV
};

/// What of a closed surface is below z = 0, by the divergence theorem on the
/// triangles clipped at z = 0: V = -int z n_z dA, int x_i dV likewise.
Displaced CalcDisplaced(const TriangleMesh& mesh, const RigidTransform& X) {
  Displaced sum;
  for (const auto& t : mesh.triangles) {
    std::vector<Vector3d> below;
    for (int k = 0; k < 3; ++k) {
      const Vector3d p = X * mesh.vertices[t[k]];
      const Vector3d q = X * mesh.vertices[t[(k + 1) % 3]];
      if (p.z() <= 0) below.push_back(p);
      if (p.z() * q.z() < 0) {
        below.push_back(p + p.z() / (p.z() - q.z()) * (q - p));
      }
    }
    // A tetrahedron from the origin, which is on the water, to each triangle.
    for (std::size_t k = 2; k < below.size(); ++k) {
      const double v = below[0].cross(below[k - 1]).dot(below[k]) / 6;
      sum.volume += v;
      sum.moment += v / 4 * (below[0] + below[k - 1] + below[k]);
    }
  }
  return sum;
}

TEST_CASE("ContactSurface: closed mesh in soft ground -> Archimedes") {
  std::mt19937 random(2);
  const double slope = kModulus / 0.5;
  const PressureSolid ground = PressureField::MakeHalfSpace(kModulus, 0.5);
  int checked = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ConvexMesh mesh = test::RandomHull(&random, 0.1);
    const TriangleMesh triangles{mesh.hull->vertices(), mesh.hull->triangles()};
    RigidTransform X_WG = RandomPose(&random, 0.05);
    double bottom = 1;
    for (const Vector3d& p : mesh.hull->vertices()) {
      bottom = std::min(bottom, (X_WG * p).z());
    }
    const double depth = Uniform(&random, 0.002, 0.04);
    X_WG.pretranslate(Vector3d(0, 0, -depth - bottom));
    // No immersed face looks up: only then is the far side no part of it.
    bool looks_up = false;
    for (const auto& face : mesh.hull->faces()) {
      double lowest = 1;
      for (const int v : face.corners) {
        lowest = std::min(lowest, (X_WG * mesh.hull->vertices()[v]).z());
      }
      looks_up |= lowest < 0 && (X_WG.linear() * face.normal).z() >= 0;
    }
    const Displaced displaced = CalcDisplaced(triangles, X_WG);
    if (looks_up || displaced.volume < 1e-8) continue;
    ++checked;
    const SurfaceForce f = CalcForce(
        FindSurface(ground, At(0, 0, 0), RigidSurface(triangles), X_WG));
    const Vector3d up = slope * Vector3d::UnitZ();
    CHECK(f.force.z() == Approx(slope * displaced.volume).epsilon(1e-10));
    // Its sides are not closed by the water's surface, where p = 0.
    CHECK(f.force.head<2>().norm() < 1e-10 * f.force.z());
    CHECK(IsNear(f.moment, displaced.moment.cross(up), 1e-9));
  }
  CHECK(checked > 20);
}

TEST_CASE("ContactSurface: two equal aligned boxes -> the closed form") {
  const double l = 0.2, w = 0.3;
  const PressureSolid box = MakeSoftBox({l / 2, w / 2, 0.1});
  for (const double x : {1e-6, 1e-4, 1e-2}) {
    const SurfaceForce f =
        CalcForce(FindSurface(box, At(0, 0, 0), box, At(0, 0, 0.2 - x)));
    // F = (E/H) (x/2) (L - x) (W - x)
    CHECK(IsNear(f.force, {0, 0, kModulus / 0.1 * x / 2 * (l - x) * (w - x)},
                 1e-9));
    CHECK(f.moment.norm() < 1e-9 * f.force.norm());
  }
}

/// A shape sunk into a rigid plane, and its force.
struct RoundCase {
  const char* name;
  Shape shape;
  double height;  ///< Of the shape's origin where it touches.
  RigidTransform X_WG;
  double (*force)(double x);  ///< Over E.
};

constexpr double kR = 0.1, kL = 0.3;

double CalcSphereForce(double x) {
  return kPi * x * x * (1 - 2 * x / (3 * kR));
}
double CalcEllipsoidForce(double x) {
  const double u = x / 0.12;
  return kPi * 0.1 * 0.07 * u * u * (1 - 2 * u / 3);
}
double CalcStandingForce(double x) {
  return kPi * (std::pow(kR, 3) - std::pow(kR - x, 3)) / 3 / kR;
}
/// Per length, (1/R) (q R - s^2 asinh(q / s)), s = R - x, q^2 = R^2 - s^2.
double CalcLyingForce(double x) {
  const double s = kR - x, q = std::sqrt(kR * kR - s * s);
  return (q * kR - s * s * std::asinh(q / s)) / kR;
}
double CalcCapsuleForce(double x) {
  return kL * CalcLyingForce(x) + CalcSphereForce(x);
}

std::vector<RoundCase> MakeRoundCases() {
  RigidTransform lying = RigidTransform::Identity();
  lying.rotate(Eigen::AngleAxisd(1.2, Vector3d(0, 0, 1)));
  lying.rotate(Eigen::AngleAxisd(kPi / 2, Vector3d(1, 0, 0)));
  lying.rotate(Eigen::AngleAxisd(0.3, Vector3d(0, 0, 1)));
  RigidTransform turned = RigidTransform::Identity();
  turned.rotate(Eigen::AngleAxisd(1.1, Vector3d(0.3, 0.7, -0.4).normalized()));
  const RigidTransform upright = RigidTransform::Identity();
  return {
      {"sphere", Sphere{kR}, kR, turned, &CalcSphereForce},
      {"ellipsoid", Ellipsoid{{0.1, 0.07, 0.12}}, 0.12, upright,
       &CalcEllipsoidForce},
      {"cylinder", Cylinder{kR, kL / 2}, kL / 2, upright, &CalcStandingForce},
      {"capsule", Capsule{kR, kL / 2}, kR, lying, &CalcCapsuleForce}};
}

/// The mean relative error at depths around x, so that it does not matter where
/// facets happen to lie.
double CalcForceError(const RoundCase& c, double hint, double x) {
  const PressureSolid solid =
      MakePressureField(c.shape, {.modulus = 1, .resolution_hint = hint});
  double error = 0;
  for (const double factor : {0.8, 0.9, 1.0, 1.1, 1.2}) {
    RigidTransform X = c.X_WG;
    X.pretranslate(Vector3d(0, 0, c.height - factor * x));
    const SurfaceForce f = CalcForce(
        FindSurface(RigidSurface::MakeHalfSpace(), At(0, 0, 0), solid, X));
    error += std::abs(f.force.z() / c.force(factor * x) - 1) / 5;
  }
  return error;
}

TEST_CASE("ContactSurface: sunk round shapes -> second order in the hint") {
  for (const RoundCase& c : MakeRoundCases()) {
    for (const double depth : {0.5, 0.05, 0.01}) {
      // The bulge of facets, h^2 / (8 R), is a tenth of the depth.
      const double x = depth * kR,
                   hint = std::min(0.04, std::sqrt(0.8 * kR * x));
      const double coarse = CalcForceError(c, hint, x);
      const double fine = CalcForceError(c, hint / 2, x);
      INFO(c.name << " at x/R = " << depth << ": " << coarse << ", " << fine);
      CHECK(coarse < 0.2);
      CHECK(fine < std::max(coarse / 2.5, 1e-12));
    }
  }
}

}  // namespace
}  // namespace tactus::contact
