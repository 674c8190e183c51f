#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// The section of a rod, isotropic and round.
struct RodSection {
  double radius = 1e-3;         ///< [m]
  double youngs_modulus = 1e6;  ///< E [Pa]
  double shear_modulus = 4e5;   ///< G [Pa]
};

/// An elastic tie between a frame P of body A and a frame Q of body B: what a
/// piece of a rod of length L does to what it ends at, a Cosserat element of
/// COND [Lee22]. At rest Q stands at `offset` along z of P, turned by `turn`,
///
///     e = [R_P' (p_Q - p_P) - offset e3; log(R_P' R_Q) - turn]   strain
///     U = e'K e / 2,   K = diag(k G A, k G A, E A, E I, E I, G J) / L
///     force = -G' K e - damping G' K G V                 on V, below
///
///   symbol   code        meaning                                  unit
///   e        e           shear x, y and stretch z; turns          m, rad
///   K        stiffness   diagonal                                 N/m, N m
///   k                    0.9, the shear coefficient of a disc
///   A        pi r^2      area of the section                      m^2
///   I, J     pi r^4 / 4, twice that                               m^4
///   V                    of B relative to A at Qo, world axes,
///                        V_B - Phi V_A (angular, linear)
///   G                    de/dt = G V
struct CosseratElement {
  double offset{};                        ///< [m]
  Vector3d turn = Vector3d::Zero();       ///< A rotation vector in P [rad].
  Vector6d stiffness = Vector6d::Zero();  ///< K
  double damping{};                       ///< Of the stiffness [s].
};

/// K of a piece of that length.
Vector6d CalcStiffness(const RodSection& section, double length);

struct CosseratStrain {
  Vector6d e;
  Matrix6d G;
};

/// At |log(R_P' R_Q)| = pi the turn jumps: an element is not for turns that
/// large.
CosseratStrain CalcCosseratStrain(const CosseratElement& element,
                                  const RigidTransform& X_WP,
                                  const RigidTransform& X_WQ);

/// U [J].
double CalcEnergy(const CosseratElement& element, const CosseratStrain& strain);

/// How the moment of a force at an arm changes as a body turns with angular
/// velocity w: for F at `arm` from the body's origin, which moves straight,
///
///     d^2/dt^2 (-F'p) = w'S w,   S = (F'arm) 1 - (F arm' + arm F') / 2.
///
/// Of the force that pulls an element's frames together this is the part of the
/// Hessian of U that G'K G lacks, where the strain stays as it is.
Matrix3d CalcTurningStiffness(const Vector3d& F_W, const Vector3d& arm_W);

}  // namespace tactus::multibody
