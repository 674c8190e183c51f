#pragma once

#include <vector>

#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// What contacts between two bodies did in a step.
struct PairImpulse {
  int body_a{}, body_b{};                  ///< ContactBody::id, a < b.
  int clique{};                            ///< Of either body.
  Vector3d tangential = Vector3d::Zero();  ///< P_t on b, in W [N s].
  double bound{};                          ///< Sum of mu gamma_n [N s].
  double tolerance{};                      ///< mu v / w, v = 20 um/s [N s].
};

/// Adds the impulses of the last step from `origin`, of length h, to `sums`, by
/// pairs that have friction.
void AddPairImpulses(const StepOrigin& origin, double h,
                     std::vector<PairImpulse>* sums);

/// How far extrapolation may go beyond two half steps, so that Coulomb's law
/// holds for what it makes of the impulses between two bodies,
///
///     P(theta) = P_two + theta (P_two - P_hat),
///     |P_t(theta)| <= 1.004 mu P_n(theta) + tolerance :
///
/// the largest theta in [0, 1]. P_two and P_hat are in the cone; twice the one
/// less the other is not where a contact sticks in one of them and slips in the
/// other.
double CalcConeWeight(const PairImpulse& two, const PairImpulse& hat);

/// Lowers theta[clique] to the weight of each pair of bodies.
void LowerToCone(const std::vector<PairImpulse>& two,
                 const std::vector<PairImpulse>& hat,
                 std::vector<double>* theta);

}  // namespace tactus::integrators
