#include "tactus/multibody/spatial_inertia.h"

#include <cmath>
#include <numbers>
#include <string_view>
#include <variant>

#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::multibody {
namespace {

using std::numbers::pi;

// Round-off that the rules of physics forgive, relative to the largest moment.
constexpr double kRoundOff = 1e-9;

// |p|² 1 - p p': the rotational inertia of a unit mass at p.
Matrix3d UnitPointInertia(const Vector3d& p) {
  return p.squaredNorm() * Matrix3d::Identity() - p * p.transpose();
}

void RequireFinite(const SpatialInertia& inertia, std::string_view owner) {
  Require(
      std::isfinite(inertia.mass) && inertia.mass >= 0,
      fmt::format("{}: the mass is {} kg; it must be finite and not negative",
                  owner, inertia.mass));
  Require(inertia.p_BoBcm.allFinite(),
          fmt::format("{}: the centre of mass is not finite", owner));
  Require(inertia.I_Bcm.allFinite(),
          fmt::format("{}: the rotational inertia is not finite", owner));
}

void RequireSymmetric(const Matrix3d& I, std::string_view owner) {
  const double asymmetry = (I - I.transpose()).cwiseAbs().maxCoeff();
  Require(asymmetry <= kRoundOff * I.cwiseAbs().maxCoeff(),
          fmt::format("{}: the rotational inertia is not symmetric (by {:g} "
                      "kg m^2)",
                      owner, asymmetry));
}

// Of the principal moments a <= b <= c, c = ∫ (x² + y²) dm cannot exceed
// a + b = c + 2 ∫ z² dm.
void RequireTriangleInequality(const Matrix3d& I, std::string_view owner) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(I,
                                                       Eigen::EigenvaluesOnly);
  const Vector3d& moments = solver.eigenvalues();
  const double a = moments[0], b = moments[1], c = moments[2];
  const double round_off = kRoundOff * moments.cwiseAbs().maxCoeff();
  Require(a >= -round_off,
          fmt::format("{}: the rotational inertia has a negative principal "
                      "moment ({:g} of {:g}, {:g}, {:g} kg m^2)",
                      owner, a, a, b, c));
  Require(a + b >= c - round_off,
          fmt::format("{}: the principal moments of inertia {:g}, {:g}, {:g} "
                      "kg m^2 violate the triangle inequality: {:g} + {:g} < "
                      "{:g}",
                      owner, a, b, c, a, b, c));
}

// Diagonal inertia of `mass` about the axes of G from the means of x², y², z².
SpatialInertia FromMeanSquares(double mass, const Vector3d& mean_squares) {
  const double sum = mean_squares.sum();
  SpatialInertia inertia{.mass = mass};
  inertia.I_Bcm = (mass * (sum - mean_squares.array())).matrix().asDiagonal();
  return inertia;
}

// The inertia of each shape at density 1, in G.
struct UnitDensity {
  SpatialInertia operator()(const contact::Sphere& sphere) const {
    return (*this)(contact::Ellipsoid{Vector3d::Constant(sphere.radius)});
  }

  SpatialInertia operator()(const contact::Box& box) const {
    return FromMeanSquares(8 * box.half_extents.prod(),
                           box.half_extents.array().square() / 3);
  }

  SpatialInertia operator()(const contact::Ellipsoid& ellipsoid) const {
    return FromMeanSquares(4 * pi / 3 * ellipsoid.radii.prod(),
                           ellipsoid.radii.array().square() / 5);
  }

  SpatialInertia operator()(const contact::Cylinder& cylinder) const {
    const double r = cylinder.radius, l = cylinder.half_length;
    return FromMeanSquares(2 * pi * r * r * l,
                           {r * r / 4, r * r / 4, l * l / 3});
  }

  // A cylinder and two hemispheres whose flat faces lie at z = ±l. At height
  // z = l + s above the middle, with <s> = 3r/8 and <s²> = r²/5 in a
  // hemisphere:
  //     <z²> = l² + 2 l <s> + <s²>.
  SpatialInertia operator()(const contact::Capsule& capsule) const {
    const double r = capsule.radius, l = capsule.half_length;
    const SpatialInertia middle = (*this)(contact::Cylinder{r, l});
    const double mean_zz = l * l + 3.0 / 4 * l * r + r * r / 5;
    const SpatialInertia ends = FromMeanSquares(
        4 * pi / 3 * r * r * r, {r * r / 5, r * r / 5, mean_zz});
    return middle + ends;
  }

  SpatialInertia operator()(const contact::HalfSpace&) const {
    Require(false, "a half-space has no finite mass");
    return {};
  }

  SpatialInertia operator()(const contact::ConvexMesh& mesh) const {
    Require(mesh.hull != nullptr, "a mesh without a hull has no mass");
    const contact::VolumeIntegrals integrals = contact::CalcVolumeIntegrals(
        mesh.hull->field() != nullptr
            ? *mesh.hull->solid()
            : contact::TriangleMesh{mesh.hull->vertices(),
                                    mesh.hull->triangles()});
    return {integrals.volume, integrals.centroid,
            integrals.CalcUnitDensityInertia()};
  }
};

}  // namespace

Matrix6d SpatialInertia::CalcMatrix() const {
  return CalcMoments().ToMatrix();
}

MassMoments SpatialInertia::CalcMoments() const {
  return {mass, mass * p_BoBcm, I_Bcm + mass * UnitPointInertia(p_BoBcm)};
}

SpatialInertia SpatialInertia::ReExpressedIn(const RigidTransform& X_AB) const {
  const Matrix3d R_AB = X_AB.linear();
  return {mass, X_AB * p_BoBcm, R_AB * I_Bcm * R_AB.transpose(), R_AB * R_BP};
}

// Steiner's rule about the common centre of mass; two massless parts meet at
// their origin.
SpatialInertia SpatialInertia::operator+(const SpatialInertia& other) const {
  const auto is_nothing = [](const SpatialInertia& part) {
    return part.mass == 0 && part.I_Bcm.isZero(0);
  };
  if (is_nothing(*this)) return other;
  if (is_nothing(other)) return *this;
  const double total = mass + other.mass;
  const Vector3d c =
      total > 0
          ? Vector3d((mass * p_BoBcm + other.mass * other.p_BoBcm) / total)
          : Vector3d::Zero();
  return {total, c,
          I_Bcm + mass * UnitPointInertia(p_BoBcm - c) + other.I_Bcm +
              other.mass * UnitPointInertia(other.p_BoBcm - c)};
}

void RequirePhysical(const SpatialInertia& inertia, std::string_view owner) {
  RequireFinite(inertia, owner);
  RequireSymmetric(inertia.I_Bcm, owner);
  RequireTriangleInequality(inertia.I_Bcm, owner);
}

SpatialInertia MakeSolidInertia(const contact::Shape& shape, double density,
                                const RigidTransform& X_BG) {
  Require(std::isfinite(density) && density >= 0,
          fmt::format("the density is {} kg/m^3; it must be finite and not "
                      "negative",
                      density));
  SpatialInertia inertia = std::visit(UnitDensity{}, shape);
  inertia.mass *= density;
  inertia.I_Bcm *= density;
  return inertia.ReExpressedIn(X_BG);
}

}  // namespace tactus::multibody
