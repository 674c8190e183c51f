#pragma once

#include <string_view>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/mass_moments.h"

namespace tactus::multibody {

/// A matrix whose `{}` is zero; Eigen's is whatever the memory held.
template <class Matrix>
struct ZeroByDefault : Matrix {
  using Matrix::Matrix;
  ZeroByDefault() : Matrix(Matrix::Zero()) {}
  template <class Other>
  ZeroByDefault(const Eigen::EigenBase<Other>& other)  // NOLINT: converts
      : Matrix(other.derived()) {}
};

/// Mass, centre of mass and rotational inertia of a body about its own centre
/// of mass, in the body frame B. SI units.
struct SpatialInertia {
  double mass{};
  ZeroByDefault<Vector3d> p_BoBcm = {};
  ZeroByDefault<Matrix3d> I_Bcm = {};
  /// Axes P to be taken where they are principal ones: of equal moments the
  /// inertia does not tell, and a fluid asks (inertia_box.h).
  Matrix3d R_BP = Matrix3d::Identity();

  /// The 6x6 inertia about Bo in B, angular rows first:
  ///     [ I_Bcm + m (|c|^2 1 - c c')   m [c]x ]
  ///     [ -m [c]x                       m 1   ],   c = p_BoBcm.
  Matrix6d CalcMatrix() const;

  /// The moments about Bo in B, in which dynamics works.
  MassMoments CalcMoments() const;

  /// The same body seen from frame A, where X_AB is B's pose in A.
  SpatialInertia ReExpressedIn(const RigidTransform& X_AB) const;

  /// The two bodies as one (both in one frame). P stays where one of them is
  /// nothing.
  SpatialInertia operator+(const SpatialInertia& other) const;
};

/// @throws std::invalid_argument, naming `owner` and the broken rule: a
/// negative or non-finite mass, a non-finite centre of mass or inertia, an
/// asymmetric inertia, a negative principal moment, or principal moments that
/// violate the triangle inequality (beyond round-off). No mass and no inertia
/// is legal.
void RequirePhysical(const SpatialInertia& inertia, std::string_view owner);

/// A solid of uniform `density` [kg/m^3]; X_BG places the shape. Meshes by
/// exact volume integrals. @throws std::invalid_argument for a half-space and
/// for a density that is negative or not finite.
SpatialInertia MakeSolidInertia(const contact::Shape& shape, double density,
                                const RigidTransform& X_BG);

}  // namespace tactus::multibody
