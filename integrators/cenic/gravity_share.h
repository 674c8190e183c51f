#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// How far into a step of ICF gravity is felt by what it makes swing, as
/// springs are (spring_share.h). A pendulum that feels it at the start,
/// [Kurtz25], eq. (28), loses y^3 / 12 of its phase y = w h in each step that is
/// doubled and extrapolated. Felt a third of the way, at q0 + gamma h v1, the
/// step is of third order on small swings:
///
///     M (v1 - v0) = -h (k0 + gamma h G v1),   q1 = q0 + h v1,
///     gamma = 1/3 min(1, max(0, 2 - y^2)),    y^2 = h^2 |L^-1 G L^-T|,
///
/// M = L L', in the norm of Frobenius, which no |eigenvalue| of M^-1 G exceeds:
/// what stands upright has negative ones, and M + gamma h^2 G stays positive.
///
///   symbol  code                          meaning                      unit
///   gamma   Clique::gravity_share         place of gravity             1
///   G       Clique::gravity_stiffness     (multibody/
///                                         gravity_stiffness.h)         N m
///
/// Gravity stays at the start under controllers that follow the state, which
/// may hold against it there (DoubledStep), where trees float freely, which
/// fall whatever their pose, and where a ball joint turns in space, along whose
/// velocities G has no more than the symmetric part.
class SoftGravity {
 public:
  explicit SoftGravity(const multibody::Model& model) : model_(model) {}

  /// Takes gravity so in steps of length h and their halves, of which the first
  /// starts from `problem`, at `position`.
  void Begin(const multibody::PositionKinematics& position, double h,
             contact::VelocityProblem* problem);
  /// The same, with gamma of the whole step, in the half that starts here.
  void Continue(const multibody::PositionKinematics& position, double h_half,
                contact::VelocityProblem* problem) const;

 private:
  void SetStiffness(const multibody::PositionKinematics& position,
                    contact::VelocityProblem* problem) const;

  const multibody::Model& model_;
  std::vector<double> shares_;  ///< gamma by clique.
};

/// gamma of a step with y^2.
double CalcGravityShare(double y_squared);

}  // namespace tactus::integrators
