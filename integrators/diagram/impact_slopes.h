#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/diagram/state_layout.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// How much of its curvature the dense output of a step keeps, phi in [0, 1] by
/// tree: 1 leaves the cubic of systems::DenseOutput, 0 is the straight line
/// from q0 to q1. An impact somewhere inside a step, at t0 + s h, makes q a
/// line with a kink,
///
///     q1 - q0 = h (s v0 + (1 - s) v1),
///
/// which the cubic with the slopes v0 and v1 rounds off on the far side of what
/// was hit: of a body that is stopped, v1 = 0, by up to 4/27 h |v0| for s = 0,
/// and not at all for s >= 1/3. With what the velocities' change and mean leave
/// of the motion, in the norm |u|^2 = u'M u,
///
///     p = h (v0 - v1) / 2,    c = h (v0 + v1) / 2 - (q1 - q0),
///     r = |c| / |p|           = |1 - 2 s| with a kink,
///                               O(h) in smooth motion of second order,
///     phi = 3/2 (1 - r), within [0, 1].
///
/// With it what is stopped does not go beyond where it ends. Methods of first
/// order, q1 = q0 + h v1, have r = 1 in smooth motion as well. Forces of
/// contacts that last change an acceleration a, that without contacts, to one
/// no larger (Gauss's principle of least constraint), which impacts are told
/// from by
///
///     w = |v1 - v0| / (h |a|) - 1, within [0, 1],
///     A a = -k0 - K (q0 - qref) - (D + h K) v0 + efforts at v0,
///     A = M + h D + h^2 K,   with what actuators that keep within their limits
///                            and dampers have of D and K
///
///     phi -> 1 - w (1 - phi).
///
/// phi is 1 in islands without contacts in reach. `problem` is the one at the
/// start, q0 and v0.
void CalcCurvatureWeights(const multibody::Model& model,
                          const contact::VelocityProblem& problem,
                          const HybridState& start, const HybridState& end,
                          double h, std::vector<double>* weights);

}  // namespace tactus::integrators
