#pragma once

#include <memory>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Where a model stays at rest under constant controls.
struct Equilibrium {
  VectorXd q;  ///< All positions.
  VectorXd u;  ///< One control per actuator.
};

/// What a model does near an equilibrium (q0, u0), to first order,
///
///     d/dt [ e ] = A [ e ] + B (u - u0),     A = [ 0           1          ]
///          [ v ]     [ v ]                       [ d vdot/d e  d vdot/d v ]
///
///     B = [ 0           ]
///         [ d vdot/d u  ]
///
///   symbol  meaning
///   e       from q0 to q, in velocity coordinates [rad, m], nv numbers: a
///           quaternion counts as the three of its rotation
///   v       velocities, nv numbers [rad/s, m/s]
///   u       controls
///
/// What reacts at rest, contact at the equilibrium, say, counts; controls must
/// lie inside their limits.
struct LinearizedModel {
  MatrixXd A;  ///< 2 nv x 2 nv
  MatrixXd B;  ///< 2 nv x number of actuators
};

/// By central differences of the plant's accelerations, with steps of 1e-5; the
/// error is of their square.
/// @throws std::invalid_argument without a model, if sizes do not match, or
/// if some acceleration at the equilibrium exceeds 1e-6 rad/s^2 or m/s^2.
LinearizedModel Linearize(std::shared_ptr<const Model> model,
                          const Equilibrium& equilibrium);

}  // namespace tactus::multibody
